"""A tied model stays tied, whatever torch does with it, or says why not."""

import copy
import io
import itertools
import pickle
from dataclasses import replace

import pytest

pytestmark = pytest.mark.torch


@pytest.fixture(params=["transformer", "lstm"])
def config(torch, request):
    from lmhead.model import Config

    torch.manual_seed(0)
    return Config(vocabulary=11, context=8, width=4, layers=1, body=request.param)


def made(config, device="cpu"):
    import torch

    from lmhead.model import LanguageModel

    with torch.device(device):
        return LanguageModel(config)


def numbers(model):
    return sum(parameter.numel() for parameter in model.parameters())


def is_tied(model):
    """One parameter, of which a step of the one use is seen by the other."""
    import torch

    assert model.head.weight is model.embedding.weight
    names = [name for name, _ in model.named_parameters()]
    assert "embedding.weight" in names
    assert "head.weight" not in names
    if model.head.weight.is_meta:
        return True
    tokens = torch.tensor([[1, 2, 3]])
    before = model.embedding.weight.detach().clone()
    model.loss(tokens, tokens).backward()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.sub_(parameter.grad)
    assert torch.equal(model.head.weight, model.embedding.weight)
    assert not torch.equal(before, model.head.weight)
    return True


def saved(state):
    import torch

    file = io.BytesIO()
    torch.save(state, file)
    file.seek(0)
    return torch.load(file, weights_only=True)


def through(name, model):
    """The model after something that torch can do with it."""
    import torch

    if name == "to_empty":
        empty = made(model.config, "meta").to_empty(device="cpu")
        assert numbers(empty) == numbers(model)
        empty.load_state_dict(model.state_dict())
        return empty
    if name == "assign":
        other = made(model.config, "meta")
        other.load_state_dict(saved(model.state_dict()), assign=True)
        return other
    if name == "assign, not strict":
        other = made(model.config)
        other.load_state_dict(saved(model.state_dict()), assign=True, strict=False)
        return other
    if name == "load":
        other = made(model.config)
        assert not torch.equal(other.embedding.weight, model.embedding.weight)
        other.load_state_dict(saved(model.state_dict()))
        return other
    if name == "torch.save":
        file = io.BytesIO()
        torch.save(model, file)
        file.seek(0)
        return torch.load(file, weights_only=False)
    return {
        "deepcopy": copy.deepcopy,
        "pickle": lambda model: pickle.loads(pickle.dumps(model)),
        "double": lambda model: model.double(),
        "dtype and back": lambda model: model.to(torch.bfloat16).float(),
        "apply": lambda model: model.apply(lambda module: None),
        "share_memory": lambda model: model.share_memory(),
        "frozen and free": lambda model: model.requires_grad_(False).requires_grad_(True),
    }[name](model)


WAYS = (
    "to_empty",
    "assign",
    "assign, not strict",
    "load",
    "torch.save",
    "deepcopy",
    "pickle",
    "double",
    "dtype and back",
    "apply",
    "share_memory",
    "frozen and free",
)


@pytest.mark.parametrize("way", WAYS)
def test_it_stays_tied_and_keeps_its_numbers(torch, config, way):
    model = made(config)
    tokens = torch.randint(11, (2, 5))
    right = model.double()(tokens) if way == "double" else model(tokens)
    found = through(way, model)
    tolerance = 0.02 if way == "dtype and back" else 1e-6
    torch.testing.assert_close(found(tokens), right, atol=tolerance, rtol=tolerance)
    assert numbers(found) == numbers(model)
    assert is_tied(found)
    # And through everything else afterwards: hooks and all came along.
    again = through("assign", through("deepcopy", found.float()))
    assert is_tied(again)


@pytest.mark.parametrize("new", [True, False])
@pytest.mark.parametrize("swap", [True, False])
def test_it_stays_tied_where_conversions_make_new_parameters(torch, config, new, swap):
    future = torch.__future__
    before = (
        future.get_overwrite_module_params_on_conversion(),
        future.get_swap_module_params_on_conversion(),
    )
    future.set_overwrite_module_params_on_conversion(new)
    future.set_swap_module_params_on_conversion(swap)
    try:
        assert is_tied(made(config).double())
        if config.body != "lstm" or not swap:  # torch's own LSTM cannot be loaded by swapping
            assert is_tied(through("load", made(config)))
    finally:
        future.set_overwrite_module_params_on_conversion(before[0])
        future.set_swap_module_params_on_conversion(before[1])


def test_it_stays_tied_within_another_module(torch, config):
    wrapped = torch.nn.ModuleDict({"model": made(config)})
    other = torch.nn.ModuleDict({"model": made(config, "meta")})
    other.load_state_dict(saved(wrapped.state_dict()), assign=True)
    assert is_tied(other["model"])
    inner = torch.nn.ModuleDict({"m": made(config, "meta")}).to_empty(device="cpu")["m"]
    assert inner.head.weight is inner.embedding.weight  # its numbers are whatever was there


@pytest.mark.parametrize("kept", ["embedding.weight", "head.weight"])
def test_a_state_with_the_table_under_one_name_alone_is_loaded(torch, config, kept):
    """As writers give it that leave out what is there already."""
    model = made(config)
    state = saved(model.state_dict())
    del state["head.weight" if kept == "embedding.weight" else "embedding.weight"]
    for assign in (True, False):
        other = made(config)
        other.load_state_dict(copy.deepcopy(state), assign=assign)
        assert torch.equal(other.embedding.weight, model.embedding.weight)
        assert is_tied(other)


@pytest.mark.parametrize(("assign", "strict"), list(itertools.product([True, False], repeat=2)))
def test_two_tables_are_not_loaded_into_one(torch, config, assign, strict):
    """The model is as it was, and the sentence has the shapes and the largest difference."""
    two = made(replace(config, tied=False))
    with torch.no_grad():
        two.head.weight.copy_(two.embedding.weight)
        two.head.weight[3, 1] += 0.25
        two.head.weight[4, 0] -= 0.125
    one = made(config)
    before = copy.deepcopy(one.state_dict())
    with pytest.raises(
        ValueError, match=r"\(11, 4\) and \(11, 4\), and differ by up to 0\.25\. Lo"
    ):
        one.load_state_dict(two.state_dict(), assign=assign, strict=strict)
    for name, value in one.state_dict().items():
        assert torch.equal(value, before[name])
    assert is_tied(one)
    # Within another module nothing is loaded either where the model comes first.
    with pytest.raises(ValueError, match=r"tied=False"):
        torch.nn.Sequential(one).load_state_dict(torch.nn.Sequential(two).state_dict())


def test_two_equal_tables_are_one(torch, config):
    two = made(replace(config, tied=False))
    with torch.no_grad():
        two.head.weight.copy_(two.embedding.weight)
        for table in (two.head.weight, two.embedding.weight):
            table[0, 0] = torch.nan  # is equal to the one in the same place
            table[1, 1] = torch.inf
    one = made(config)
    one.load_state_dict(two.state_dict())
    assert torch.equal(one.head.weight[2:], two.head.weight[2:])
    assert one.head.weight is one.embedding.weight


def test_tables_of_two_shapes_are_said_with_both(torch, config):
    state = made(config).state_dict()
    state["head.weight"] = torch.zeros(10, 4)
    with pytest.raises(ValueError, match=r"the shapes \(11, 4\) and \(10, 4\)\. Load it into"):
        made(config).load_state_dict(state)


def test_one_table_is_loaded_into_two(torch, config):
    one, two = made(config), made(replace(config, tied=False))
    two.load_state_dict(one.state_dict())
    assert torch.equal(two.head.weight, one.embedding.weight)
    assert two.head.weight is not two.embedding.weight


def test_a_head_that_is_given_a_table_by_hand_is_said(torch, config):
    model, tokens = made(config), torch.tensor([[1, 2]])
    model.head.weight = torch.nn.Parameter(model.head.weight.detach().clone())
    for use in (lambda: model(tokens), lambda: model.loss(tokens, tokens)):
        with pytest.raises(RuntimeError, match=r"says tied, and its head has a table of its own"):
            use()
    from lmhead.model import tie

    tie(model.embedding, model.head)
    assert is_tied(model)


def test_functions_of_its_parameters_see_one_table(torch, config):
    model, tokens = made(config), torch.tensor([[1, 2, 3]])
    weights = {name: 2 * value.detach() for name, value in model.named_parameters()}
    doubled = copy.deepcopy(model)
    with torch.no_grad():
        for parameter in doubled.parameters():
            parameter.mul_(2)
    found = torch.func.functional_call(model, weights, (tokens,))
    torch.testing.assert_close(found, doubled(tokens))
    torch.testing.assert_close(model.head.weight * 2, doubled.head.weight)


def test_it_stays_tied_when_it_is_compiled(torch, config):
    """By the backend that makes no code: what is compiled is traced and run as it was traced."""
    model, tokens = made(config), torch.randint(11, (2, 5))
    compiled = torch.compile(copy.deepcopy(model), backend="eager", fullgraph=config.body != "lstm")
    torch.testing.assert_close(compiled(tokens), model(tokens))
    losses = [each(tokens).logsumexp(-1).mean() for each in (compiled, model)]
    for loss in losses:
        loss.backward()
    table = compiled._orig_mod.embedding.weight
    assert compiled._orig_mod.head.weight is table
    torch.testing.assert_close(table.grad, model.embedding.weight.grad)


def test_it_stays_tied_in_distributed_data_parallel(torch, config, tmp_path):
    from torch import distributed as dist
    from torch.nn.parallel import DistributedDataParallel

    dist.init_process_group("gloo", init_method=f"file://{tmp_path / 'meet'}", rank=0, world_size=1)
    try:
        model, tokens = made(config), torch.randint(11, (2, 5))
        parallel = DistributedDataParallel(copy.deepcopy(model))
        for each in (parallel, model):
            each(tokens).logsumexp(-1).mean().backward()
        inner = parallel.module
        torch.testing.assert_close(inner.embedding.weight.grad, model.embedding.weight.grad)
        parallel.load_state_dict(parallel.state_dict(), assign=True)
        assert inner.head.weight is inner.embedding.weight
        two = DistributedDataParallel(made(replace(config, tied=False)))
        with pytest.raises(ValueError, match="tied=False"):
            parallel.load_state_dict(two.state_dict())
    finally:
        dist.destroy_process_group()


def test_gpt2_with_two_tables_that_claims_to_have_one_is_refused(torch):
    from transformers import GPT2Config, GPT2LMHeadModel

    from lmhead.model import from_gpt2

    theirs = GPT2LMHeadModel(
        GPT2Config(vocab_size=11, n_positions=8, n_embd=4, n_layer=1, n_head=2)
    )
    assert is_tied(from_gpt2(theirs))
    theirs.lm_head.weight = torch.nn.Parameter(theirs.lm_head.weight.detach() + 0.5)
    with pytest.raises(ValueError, match=r"differ by up to 0\.5\. Load"):
        from_gpt2(theirs)

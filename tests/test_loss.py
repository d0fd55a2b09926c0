"""The chunked loss against torch's own cross-entropy of all the logits."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.torch

N, D, V = 37, 8, 53


@pytest.fixture(autouse=True)
def _one_thread(torch):
    """Threads that wait for each other cost more than these sizes, a lot more on a busy machine."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def tensors(torch, *, dtype, bias=True, seed=0, requires_grad=True):
    g = torch.Generator().manual_seed(seed)
    h = torch.randn(N, D, generator=g, dtype=torch.float64).to(dtype)
    w = torch.randn(V, D, generator=g, dtype=torch.float64).to(dtype)
    b = torch.randn(V, generator=g, dtype=torch.float64).to(dtype) if bias else None
    target = torch.randint(V, (N,), generator=g)
    for item in (h, w, b):
        if item is not None:
            item.requires_grad_(requires_grad)
    return h, w, b, target


def whole(torch, h, w, b, target, *, z_loss=0.0, reduction="mean", ignore_index=-100):
    """The same with all logits at once, by torch and autograd."""
    z = torch.nn.functional.linear(h, w, b)
    loss = torch.nn.functional.cross_entropy(
        z, target, reduction=reduction, ignore_index=ignore_index
    )
    if z_loss:
        squares = torch.logsumexp(z, -1).square()[target != ignore_index]
        loss = loss + z_loss * (squares.mean() if reduction == "mean" else squares.sum())
    return loss


def gradients(torch, loss, *inputs):
    return torch.autograd.grad(loss, [item for item in inputs if item is not None])


@pytest.mark.parametrize("rows", [1, 7, 36, 37, 1000])
@pytest.mark.parametrize("reduction", ["mean", "sum"])
@pytest.mark.parametrize("z_loss", [0.0, 0.3])
@pytest.mark.parametrize("bias", [True, False])
def test_loss_and_gradients_are_those_of_the_whole(torch, rows, reduction, z_loss, bias):
    from lmhead.loss import linear_cross_entropy

    h, w, b, target = tensors(torch, dtype=torch.float64, bias=bias)
    target[[0, 5, 36]] = -100
    options = {"z_loss": z_loss, "reduction": reduction}
    ours = linear_cross_entropy(h, w, target, b, rows=rows, **options)
    theirs = whole(torch, h, w, b, target, **options)
    torch.testing.assert_close(ours, theirs)
    # A factor upstream must reach every gradient.
    for mine, right in zip(
        gradients(torch, 3 * ours, h, w, b), gradients(torch, 3 * theirs, h, w, b), strict=True
    ):
        torch.testing.assert_close(mine, right)


@pytest.mark.parametrize("dtype", ["float64", "bfloat16"])
def test_words_filled_up_to_a_multiple_change_nothing(torch, dtype, monkeypatch):
    """As on CUDA, where the products run over a multiple of 64 words."""
    from lmhead import loss

    found = []
    for aligned in ({}, {"cpu": 64}):
        monkeypatch.setattr(loss, "ALIGNED", aligned)
        h, w, b, target = tensors(torch, dtype=getattr(torch, dtype))
        target[[0, 36]] = -100
        mine = loss.linear_cross_entropy(h, w, target, b, rows=7, z_loss=0.3)
        found.append([mine, *gradients(torch, 3 * mine, h, w, b)])
    for plain, filled in zip(*found, strict=True):
        assert plain.shape == filled.shape
        torch.testing.assert_close(plain, filled)
    right = whole(torch, h.double(), w.double(), b.double(), target, z_loss=0.3)
    torch.testing.assert_close(found[1][0].double(), right, rtol=5e-3, atol=0)


def test_a_slope_near_zero_keeps_its_digits_in_bfloat16(torch):
    """Where the target's probability is 0.999, its slope is -0.001: bfloat16(0.999) - 1 is 0."""
    from lmhead.loss import linear_cross_entropy

    logit = math.log(999)
    h = torch.tensor([[1.0, 0.0]], dtype=torch.bfloat16, requires_grad=True)
    w = torch.tensor([[logit, 0.0], [0.0, 0.0]], dtype=torch.bfloat16, requires_grad=True)
    linear_cross_entropy(h, w, torch.tensor([0])).backward()
    z = w.detach()[0, 0].double().item()
    right = 1 / (1 + math.exp(-z)) - 1
    assert w.grad[0, 0].item() == pytest.approx(right, rel=1e-2)


def test_gradcheck_in_float64(torch):
    from lmhead.loss import linear_cross_entropy

    h, w, b, target = tensors(torch, dtype=torch.float64)
    target[3] = -100

    def loss(h, w, b):
        return linear_cross_entropy(h, w, target, b, rows=10, z_loss=0.1)

    assert torch.autograd.gradcheck(loss, (h, w, b))


def test_leading_axes_and_another_ignored_number(torch):
    from lmhead.loss import linear_cross_entropy

    h, w, _, target = tensors(torch, dtype=torch.float32, bias=False)
    h, target = h[:36].reshape(3, 12, D), target[:36].reshape(3, 12).clone()
    target[0, :4] = 0
    ours = linear_cross_entropy(h, w, target, ignore_index=0)
    theirs = whole(torch, h.reshape(36, D), w, None, target.reshape(36), ignore_index=0)
    torch.testing.assert_close(ours, theirs)
    assert gradients(torch, ours, h)[0][0, :4].abs().max() == 0


@pytest.mark.parametrize("frozen", ["h", "w", "b"])
def test_what_needs_no_gradient_gets_none(torch, frozen):
    from lmhead.loss import linear_cross_entropy

    h, w, b, target = tensors(torch, dtype=torch.float64)
    {"h": h, "w": w, "b": b}[frozen].requires_grad_(False)
    linear_cross_entropy(h, w, target, b).backward()
    free = {"h": h, "w": w, "b": b}
    assert {name: item.grad is None for name, item in free.items()} == {
        name: name == frozen for name in free
    }


def test_no_tensor_is_as_large_as_the_logits(torch):
    from torch.utils._python_dispatch import TorchDispatchMode

    from lmhead.loss import linear_cross_entropy

    class Largest(TorchDispatchMode):
        numbers = 0

        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            result = function(*args, **(kwargs or {}))
            if isinstance(result, torch.Tensor):
                self.numbers = max(self.numbers, result.numel())
            return result

    n, v, rows = 512, 300, 16
    h = torch.randn(n, D, requires_grad=True)
    w = torch.randn(v, D, requires_grad=True)
    target = torch.randint(v, (n,))
    with Largest() as seen:
        linear_cross_entropy(h, w, target, rows=rows).backward()
    assert seen.numbers == max(rows * v, n * D, v * D) < n * v
    with Largest() as seen:
        whole(torch, h, w, None, target).backward()
    assert seen.numbers == n * v


def test_logits_far_above_what_exp_can_hold(torch):
    from lmhead.loss import linear_cross_entropy

    h, w, _, target = tensors(torch, dtype=torch.float32, bias=False)
    big = (h * 500).detach().requires_grad_()
    ours = linear_cross_entropy(big, w, target)
    torch.testing.assert_close(ours, whole(torch, big, w, None, target))
    assert math.isfinite(ours.item())
    assert torch.isfinite(gradients(torch, ours, big)[0]).all()


def test_the_error_of_bfloat16_is_that_of_its_products(torch):
    """In bfloat16 (8 bits of precision) the gradients are within 1 % of float64's in norm, and
    the loss within 0.2 %: sums and softmax run in float32 whatever the inputs."""
    from lmhead.loss import linear_cross_entropy

    h, w, _, target = tensors(torch, dtype=torch.bfloat16, bias=False)
    exact = [item.detach().double().requires_grad_() for item in (h, w)]
    ours, right = linear_cross_entropy(h, w, target), whole(torch, *exact, None, target)
    assert ours.dtype == torch.float32
    assert abs(ours.item() - right.item()) < 2e-3 * right.item()
    for mine, theirs in zip(
        gradients(torch, ours, h, w), gradients(torch, right, *exact), strict=True
    ):
        assert mine.dtype == torch.bfloat16
        assert (mine.double() - theirs).norm() < 1e-2 * theirs.norm()


def test_autocast_runs_the_products_in_its_dtype_and_keeps_the_gradients_in_the_tables(torch):
    from lmhead.loss import linear_cross_entropy

    h, w, b, target = tensors(torch, dtype=torch.float32)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        ours = linear_cross_entropy(h, w, target, b)
        theirs = whole(torch, h, w, b, target)
    assert ours.dtype == torch.float32
    assert abs(ours.item() - theirs.item()) < 5e-3 * theirs.item()
    for mine, right in zip(
        gradients(torch, ours, h, w, b), gradients(torch, theirs, h, w, b), strict=True
    ):
        assert mine.dtype == torch.float32
        assert (mine - right).norm() < 2e-2 * right.norm()


def test_a_graph_that_is_kept_gives_its_gradients_again(torch):
    from lmhead.loss import linear_cross_entropy

    h, w, b, target = tensors(torch, dtype=torch.float64)
    loss = linear_cross_entropy(h, w, target, b)
    right = gradients(torch, whole(torch, h, w, b, target), h, w, b)
    loss.backward(torch.tensor(2.0, dtype=torch.float64), retain_graph=True)
    loss.backward(torch.tensor(5.0, dtype=torch.float64))
    for item, gradient in zip((h, w, b), right, strict=True):
        torch.testing.assert_close(item.grad, 7 * gradient)


KINDS = ["int64", "int32", "int16", "int8", "uint8"]


@st.composite
def problems(draw):
    """Vectors and rows whose products are exact in every type, so that only the loss rounds."""
    return {
        "dtype": draw(st.sampled_from(["float64", "float32", "bfloat16", "float16"])),
        "default": draw(st.sampled_from(["float64", "float32", "bfloat16", "float16"])),
        "kind": draw(st.sampled_from(KINDS)),
        "n": draw(st.sampled_from([1, 2, 3, 7, 8, 100, 129, 300])),
        "v": draw(st.sampled_from([1, 2, 3, 5, 50, 65])),
        "ignored": draw(st.sampled_from([0.0, 0.3, 1.0])),
        "ignore_index": draw(st.sampled_from([-100, -1, 0, 2, 5, 7, 65, 100])),
        "bias": draw(st.booleans()),
        "z_loss": draw(st.sampled_from([0, 0, 0.01])),
        "reduction": draw(st.sampled_from(["mean", "sum"])),
        "scale": draw(st.sampled_from([0.25, 1, 8])),
        "seed": draw(st.integers(0, 2**31)),
    }


@settings(max_examples=60)
@given(problems())
def test_value_and_gradients_are_torchs_of_float64_to_a_few_ulps(torch, p):
    from lmhead.loss import linear_cross_entropy

    g = torch.Generator().manual_seed(p["seed"])

    def quarters(*shape):
        return torch.randint(-3, 4, shape, generator=g) / 4

    h, w = quarters(p["n"], 4) * p["scale"], quarters(p["v"], 4)
    b = quarters(p["v"]) if p["bias"] else None
    target = torch.randint(p["v"], (p["n"],), generator=g)
    if p["kind"] == "uint8" and p["ignore_index"] < 0:
        p["ignore_index"] = 255
    target[torch.rand(p["n"], generator=g) < p["ignored"]] = p["ignore_index"]
    options = {key: p[key] for key in ("ignore_index", "z_loss", "reduction")}
    dtype = getattr(torch, p["dtype"])
    found = []
    for kind, f in ((torch.float64, whole), (dtype, None)):
        inputs = [None if i is None else i.to(kind).requires_grad_() for i in (h, w, b)]
        try:
            torch.set_default_dtype(getattr(torch, p["default"]) if f is None else torch.float32)
            if f is None:
                small = target.to(getattr(torch, p["kind"]))
                loss = linear_cross_entropy(*inputs[:2], small, inputs[2], rows=64, **options)
            else:
                loss = f(torch, *inputs, target, **options)
            found.append([loss, *gradients(torch, loss, *inputs)])
        finally:
            torch.set_default_dtype(torch.float32)
    (right, *slopes), (mine, *ours) = found
    eps = torch.finfo(torch.promote_types(dtype, torch.float32)).eps
    assert mine.dtype == torch.promote_types(dtype, torch.float32)
    # Of a loss near 0 torch keeps fewer digits, even in float64, and of half precision so do we.
    kept = torch.float64 if dtype == mine.dtype else torch.float32
    near_0 = 8 * torch.finfo(kept).eps * (p["n"] if p["reduction"] == "sum" else 1)
    torch.testing.assert_close(mine.double(), right, rtol=4 * eps, atol=near_0, equal_nan=True)
    for slope, wanted in zip(ours, slopes, strict=True):
        # Products of half precision round each factor.
        rounding = max(8 * eps, 4 * torch.finfo(dtype).eps)
        if p["ignored"] == 1:
            assert not slope.any()
            continue
        # What cancels in a sum leaves the rounding of its terms.
        terms = 1 if p["reduction"] == "mean" else p["n"]
        bound = rounding * (wanted.abs().max() + terms * p["scale"])
        assert (slope.double() - wanted).abs().max() <= bound


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_loss_near_0_keeps_its_digits(torch, dtype):
    from lmhead.loss import linear_cross_entropy

    kind = getattr(torch, dtype)
    for lead in (1.0, 8.0, 16.0, 30.0):
        h = torch.tensor([[lead, 1.0]], dtype=kind, requires_grad=True)
        w = torch.tensor([[1.0, 0.0], [0.0, 0.0], [0.0, 0.0]], dtype=kind, requires_grad=True)
        loss = linear_cross_entropy(h, w, torch.tensor([0]))
        rest = 2 * math.exp(-lead)
        assert loss.item() == pytest.approx(math.log1p(rest), rel=4 * torch.finfo(kind).eps)
        (slope,) = gradients(torch, loss, w)
        wanted = -rest / (1 + rest)
        assert slope[0, 1].item() == pytest.approx(wanted, rel=4 * torch.finfo(kind).eps)


def test_thousands_of_chunks_add_up_no_roundings(torch):
    from lmhead.loss import linear_cross_entropy

    n = 70_001
    h, w = torch.ones(n, 1), torch.tensor([[0.0], [0.3]])
    loss = linear_cross_entropy(h, w, torch.zeros(n, dtype=torch.long), rows=8)
    wanted = math.log1p(math.exp(w[1, 0].item()))
    assert loss.item() == pytest.approx(wanted, rel=2 * torch.finfo(torch.float32).eps)


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16"])
@pytest.mark.parametrize("reduction", ["mean", "sum"])
def test_what_stands_where_nothing_counts_reaches_no_gradient(torch, dtype, reduction):
    """Vectors of padding may be anything: their logits overflow, or are no numbers."""
    from lmhead.loss import linear_cross_entropy

    kind = getattr(torch, dtype)
    h, w, b, target = tensors(torch, dtype=kind)
    target[3:9] = -100
    clean = h.detach().clone().requires_grad_()
    with torch.no_grad():
        h[3:6] = torch.finfo(kind).max
        h[6:9] = math.nan
    found = []
    for vectors in (h, clean):
        loss = linear_cross_entropy(vectors, w, target, b, reduction=reduction, rows=7)
        found.append([loss, *gradients(torch, loss, vectors, w, b)])
    for mine, right in zip(*found, strict=True):
        assert torch.isfinite(mine).all()
        torch.testing.assert_close(mine, right, rtol=0, atol=0)


@pytest.mark.parametrize("reduction", ["mean", "sum"])
@pytest.mark.parametrize("count", [0, 5])
def test_no_position_that_counts_moves_nothing(torch, count, reduction):
    from lmhead.loss import linear_cross_entropy

    h, w, b, _ = tensors(torch, dtype=torch.float32)
    target = torch.full((count,), -100)
    ours = linear_cross_entropy(h[:count], w, target, b, z_loss=0.1, reduction=reduction)
    theirs = whole(torch, h[:count], w, b, target, reduction=reduction)
    torch.testing.assert_close(ours, theirs, equal_nan=True)
    for upstream in (1.0, math.nan, math.inf):
        graph = {"retain_graph": True, "grad_outputs": torch.tensor(upstream)}
        for slope in torch.autograd.grad(ours, [h, w, b], **graph):
            assert not slope.any()


@pytest.mark.parametrize("asked", ["nothing", "inference", "h", "w", "b", "all"])
def test_no_gradient_is_computed_that_nobody_asked_for(torch, asked, monkeypatch):
    from lmhead import loss

    wanted = []

    def spy(*arguments, whole=loss._sum_and_gradients):
        total, found = whole(*arguments)
        wanted.append([gradient is not None for gradient in found])
        return total, found

    monkeypatch.setattr(loss, "_sum_and_gradients", spy)
    h, w, b, target = tensors(torch, dtype=torch.float32)
    names = ["h", "w", "b"]
    if asked in names:
        for name, item in zip(names, (h, w, b), strict=True):
            item.requires_grad_(name == asked)
    mode = {"nothing": torch.no_grad, "inference": torch.inference_mode}
    with mode.get(asked, torch.enable_grad)():
        result = loss.linear_cross_entropy(h, w, target, b)
    assert wanted == [[asked in (name, "all") for name in names]]
    assert result.requires_grad == (asked not in mode)


WRONG = [
    ({"h": [[1.0]]}, TypeError, "h is of type list; a tensor was expected"),
    ({"bias": 1.0}, TypeError, "bias is of type float"),
    ({"h": "long"}, TypeError, r"h has dtype torch.int64 and shape \(37, 8\); floats"),
    ({"target": "complex64"}, TypeError, "target has dtype torch.complex64"),
    ({"target": "bool"}, TypeError, "target has dtype torch.bool"),
    ({"d": 0}, ValueError, r"the table has shape \(53, 0\)"),
    ({"v": 0}, ValueError, r"the table has shape \(0, 8\)"),
    ({"ignore_index": 2.5}, ValueError, "ignore_index is 2.5; an integer of 64 bits"),
    ({"ignore_index": True}, ValueError, "ignore_index is True"),
    ({"ignore_index": None}, ValueError, "ignore_index is None"),
    ({"ignore_index": 2**63}, ValueError, "ignore_index is 9223372036854775808"),
    ({"z_loss": math.nan}, ValueError, "z_loss is nan; a finite number of at least 0"),
    ({"z_loss": -1}, ValueError, "z_loss is -1"),
    ({"z_loss": "1"}, ValueError, "z_loss is '1'"),
    ({"z_loss": True}, ValueError, "z_loss is True"),
    ({"reduction": ["mean"]}, ValueError, "reduction is"),
    ({"rows": 2.5}, ValueError, "rows is 2.5; a chunk has at least one row"),
    ({"rows": True}, ValueError, "rows is True"),
    ({"rows": "3"}, ValueError, "rows is '3'"),
]


@pytest.mark.parametrize(("change", "error", "message"), WRONG)
def test_options_of_wrong_kinds_are_told(torch, change, error, message):
    from lmhead.loss import linear_cross_entropy

    h, w, b, target = tensors(torch, dtype=torch.float32)
    arguments = {"h": h, "weight": w, "target": target, "bias": b} | change
    for name in ("h", "target"):
        if isinstance(arguments[name], str):
            arguments[name] = {"h": h, "target": target}[name].to(getattr(torch, change[name]))
    if "d" in change:
        arguments |= {"h": h[:, :0], "weight": w[:, :0]}
    if "v" in change:
        arguments |= {"weight": w[:0], "bias": b[:0]}
    arguments = {key: value for key, value in arguments.items() if key not in ("d", "v")}
    with pytest.raises(error, match=message):
        linear_cross_entropy(**arguments)


def test_bad_input_is_a_sentence_with_the_shapes(torch):
    from lmhead.loss import linear_cross_entropy

    h, w, _, target = tensors(torch, dtype=torch.float32, bias=False)
    with pytest.raises(ValueError, match=r"h has shape \(37, 8\) and the table \(8, 53\)"):
        linear_cross_entropy(h, w.T, target)
    with pytest.raises(ValueError, match=r"target has shape \(36,\).*needs \(37,\)"):
        linear_cross_entropy(h, w, target[1:])
    with pytest.raises(ValueError, match=r"bias has shape \(8,\).*needs \(53,\)"):
        linear_cross_entropy(h, w, target, h[0])
    with pytest.raises(TypeError, match=r"float32; the words' numbers are integers"):
        linear_cross_entropy(h, w, target.float())
    with pytest.raises(IndexError, match=r"a target is 53; the table has 53 rows"):
        linear_cross_entropy(h, w, target.clone().fill_(53))
    with pytest.raises(IndexError, match=r"a target is -1"):
        linear_cross_entropy(h, w, target.clone().fill_(-1))
    with pytest.raises(ValueError, match="'mean' or 'sum'"):
        linear_cross_entropy(h, w, target, reduction="none")
    with pytest.raises(ValueError, match="at least one row"):
        linear_cross_entropy(h, w, target, rows=0)

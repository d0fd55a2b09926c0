"""The facts behind the tasks of 06-train, each from another source than the checks'."""

import math
import tracemalloc
import types
from typing import Any

import numpy as np
import pytest
from scipy.special import log_softmax as scipy_log_softmax
from scipy.special import logsumexp

from lmhead.checks.registry import tasks
from lmhead.messages import LANGUAGES, sentence
from lmhead.tasks.train.chunked_loss import check as chunked_loss
from lmhead.tasks.train.experiment import check as experiment
from lmhead.tasks.train.first_loss import check as first_loss
from lmhead.tasks.train.head import check as head
from lmhead.tasks.train.perplexity import check as perplexity
from lmhead.tasks.train.sgd_simulation import Ways, logits_after
from lmhead.wire import drivers
from lmhead.wire.codec import WireError
from lmhead.wire.drivers.memory import peak
from tests.chapters.page import Page
from tests.checks.conftest import grade, open_here

SEEDS = range(20)


def edges(rng: np.random.Generator) -> list[Any]:
    return [(math.log(size),) for size in first_loss.EDGES]


def cases(draw: Any) -> Any:
    return lambda rng: [case.args for case in draw(rng)]


def of(tied: bool) -> Any:
    return lambda rng: [case.args for case in head._cases(rng) if case.args[2] == tied]


def moved(rng: np.random.Generator) -> list[Any]:
    """The cases of what is returned: the tables before and after are the right ones."""
    found = []
    for case in experiment._cases(rng):
        later = list(experiment.tables(*case.args))
        found.append((*case.args, [case.args[0], *later[:-1]], later))
    return found


MISTAKES: list[tuple[str, Any, Any, dict[str, Any]]] = [
    ("first-loss", lambda rng: [(50257,), (2,), (1,)], first_loss.first, first_loss.LOSSES),
    ("first-loss", edges, first_loss.words, first_loss.VOCABULARIES),
    ("perplexity", cases(perplexity._batches), perplexity.over_tokens, perplexity.PERPLEXITIES),
    ("perplexity", cases(perplexity._texts), perplexity.bits, perplexity.BITS),
    ("head", of(True), head.before, head.START),
    ("head", of(True), head.after, head.TIED),
    ("head", of(False), head.after, head.UNTIED),
    ("chunked-loss", cases(chunked_loss._cases), chunked_loss.whole, chunked_loss.MISTAKES),
    ("experiment", cases(experiment._cases), experiment.tables, experiment.MOVES),
    ("experiment", moved, experiment.losses_before, experiment.RETURNED),
]


def test_the_points_add_up_to_seventeen_and_a_person_gives_three() -> None:
    assert [task.name for task in tasks("06-train")] == [
        "first-loss", "perplexity", "head", "chunked-loss", "experiment",
    ]  # fmt: skip
    assert sum(task.points for task in tasks("06-train")) == 17


@pytest.mark.slow
@pytest.mark.parametrize(("task", "draw", "reference", "mistakes"), MISTAKES)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_no_known_mistake_gives_the_right_answer_on_every_fresh_case(
    task: str, draw: Any, reference: Any, mistakes: dict[str, Any]
) -> None:
    for name, mistake in mistakes.items():
        for lang in LANGUAGES:
            assert sentence(f"06-train/{task}/{name}", lang, name="f")
        for way in mistake if isinstance(mistake, tuple) else (mistake,):
            for seed in SEEDS:
                assert any(
                    differs(way, reference, args) for args in draw(np.random.default_rng(seed))
                ), (name, seed)


def differs(mistake: Any, reference: Any, args: tuple[Any, ...]) -> bool:
    try:
        wrong = np.asarray(mistake(*args))
    except (ValueError, ArithmeticError):
        return True
    right = np.asarray(reference(*args))
    if right.dtype.kind == "i":  # a whole number is asked for, and one that is nearly it is none
        return not np.array_equal(wrong, right)
    return wrong.shape != right.shape or not np.allclose(wrong, right, rtol=1e-3, atol=1e-4)


def test_some_edges_lie_below_and_some_above_the_whole_number() -> None:
    assert any(math.exp(math.log(size)) < size for size in first_loss.EDGES)
    assert any(math.exp(math.log(size)) > size for size in first_loss.EDGES)
    assert first_loss.first(10_000) == pytest.approx(-scipy_log_softmax(np.zeros(10_000))[0])


def test_perplexity_is_that_of_the_tokens_one_by_one() -> None:
    for case in perplexity._batches(np.random.default_rng(1)):
        losses, counts = case.args
        every = np.repeat(losses, counts)
        assert perplexity.over_tokens(losses, counts) == pytest.approx(np.exp(every.mean()))
    # A page of 300 letters that costs one of four equally likely tokens each: two bits a letter.
    assert perplexity.bits(4.0, 300, 300) == 2


def test_the_loss_is_scipys() -> None:
    rng = np.random.default_rng(2)
    for case in (*chunked_loss._cases(rng), *chunked_loss._large(rng)):
        h, w_out, targets, _ = case.args
        z = h @ w_out.T
        due = (logsumexp(z, axis=1) - z[np.arange(len(z)), targets]).mean()
        assert chunked_loss.whole(*case.args) == pytest.approx(due)


def test_the_large_logits_overflow_and_underflow() -> None:
    with np.errstate(over="ignore"):
        up, down, mixed, spread = (
            np.exp(case.args[0] @ case.args[1].T)
            for case in chunked_loss._large(np.random.default_rng(0))
        )
    assert np.isinf(up).all()
    assert (down == 0).all()
    assert np.isinf(mixed[0]).all()  # beside a position where all are 0: one maximum does not do
    assert (mixed[1] == 0).all()
    assert (np.isinf(spread).sum(axis=1) == 1).all()  # the mean lies below: it does not do either


def test_the_room_for_chunks_is_far_below_the_whole() -> None:
    N, V, _, rows = chunked_loss.MEASURED
    allowed = chunked_loss.ARRAYS * rows * V * 8 + chunked_loss.SPARE
    assert allowed < 0.55 * N * V * 4  # of float32


def test_the_peak_is_that_of_numpys_arrays_and_not_of_the_arguments() -> None:
    given = np.zeros(10**6)
    said = peak(lambda array: float(np.ones(50_000).sum() + array[0]), given)
    assert said["value"] == 50_000
    assert 400_000 <= said["peak"] < 500_000


@pytest.mark.parametrize("tamper", [tracemalloc.stop, tracemalloc.reset_peak])
def test_a_peak_that_was_counted_in_part_is_none(tamper: Any) -> None:
    """Otherwise a function that resets the count holds nothing."""
    assert peak(lambda: [np.ones(50_000).sum(), tamper()][0])["peak"] is None
    assert peak(lambda: None)["peak"] >= 4096  # nothing held, nothing touched


def test_an_unknown_driver_is_refused() -> None:
    with pytest.raises(WireError, match=r"unknown driver 'os\.system'"):
        drivers.load("os.system")


# -- against torch ---------------------------------------------------------------------------

slow_torch = [pytest.mark.torch, pytest.mark.slow]


class Steps:
    """A tied or an untied model of the check's kind, with torch's own gradients."""

    def __init__(self, torch: types.ModuleType, table: Any, layers: Any, shared: bool) -> None:
        self.torch = torch
        self.E = torch.tensor(table, requires_grad=True)
        self.W = self.E if shared else torch.tensor(table, requires_grad=True)
        self.M = torch.tensor(layers, requires_grad=True)
        self.leaves = [self.E, self.M] if shared else [self.E, self.M, self.W]

    def __call__(self, tokens: Any) -> Any:
        return self.torch.tanh(self.E[tokens] @ self.M.T) @ self.W.T

    def step(self, tokens: Any, targets: Any, rate: float) -> None:
        z = self(self.torch.tensor(tokens)).flatten(0, 1)
        loss = self.torch.nn.functional.cross_entropy(z, self.torch.tensor(targets).flatten())
        slopes = self.torch.autograd.grad(loss, self.leaves)
        with self.torch.no_grad():
            for leaf, slope in zip(self.leaves, slopes, strict=True):
                leaf -= rate * slope


@pytest.mark.torch
@pytest.mark.slow
def test_the_simulated_steps_are_torchs(torch: types.ModuleType) -> None:
    for seed in SEEDS:
        for case in head._cases(np.random.default_rng(seed)):
            table, layers, tied, batches, rate, probe = case.args
            model = Steps(torch, table, layers, tied)
            for tokens, targets in batches:
                model.step(tokens, targets, rate)
            np.testing.assert_allclose(
                head.after(*case.args), model(torch.tensor(probe)).detach().numpy(), atol=1e-10
            )


@pytest.mark.torch
@pytest.mark.slow
def test_the_simulated_tables_and_losses_are_torchs(torch: types.ModuleType) -> None:
    for case in experiment._cases(np.random.default_rng(3)):
        table, batches, rate, momentum, decay, _ = case.args
        E = torch.nn.Parameter(torch.tensor(table))
        optimizer = torch.optim.SGD([E], lr=rate, momentum=momentum, weight_decay=decay)
        found, losses = [], []
        for tokens, targets in batches:
            z = E[torch.tensor(tokens)].flatten(0, 1)
            loss = torch.nn.functional.cross_entropy(z, torch.tensor(targets).flatten())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            found.append(E.detach().numpy().copy())
            losses.append(loss.item())
        np.testing.assert_allclose(experiment.tables(*case.args), found, atol=1e-12)
        before = [table, *found[:-1]]
        np.testing.assert_allclose(
            experiment.losses_before(*case.args, before, found), losses, atol=1e-12
        )


def test_sharing_shows_in_a_step_and_not_before() -> None:
    for case in head._cases(np.random.default_rng(4)):
        table, layers, _, batches, rate, probe = case.args
        first, then = (
            [logits_after(table, layers, some, rate, probe, Ways(shared=s)) for s in (True, False)]
            for some in ([], batches)
        )
        np.testing.assert_array_equal(*first)
        assert np.abs(then[0] - then[1]).max() > 0.01


@pytest.mark.torch
@pytest.mark.slow
def test_the_driver_leaves_the_learners_generator_as_it_was(torch: types.ModuleType) -> None:
    source = """
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.E = nn.Embedding(*table.shape)
        torch.rand(7)

    def forward(self, tokens):
        return self.E(tokens)
"""
    get = open_here(source)
    before = torch.get_rng_state()
    grade("06-train/head", get)
    assert torch.equal(torch.get_rng_state(), before)


@pytest.mark.parametrize("name", ["head", "experiment"])
def test_without_torch_a_task_says_how_to_get_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(driver: str) -> Any:
        raise ModuleNotFoundError("No module named 'torch'", name="torch")

    monkeypatch.setattr(drivers, "load", absent)
    get = open_here("def Model(*args): pass\n\ndef step(*args): pass\n")
    result = grade(f"06-train/{name}", get)
    assert {part.status for part in result.parts} == {"not-run"}
    assert {part.message.id for part in result.parts if part.message} == {"check/no-torch"}
    assert result.status == "not-attempted"
    text = result.parts[0].message.text("en") if result.parts[0].message else ""
    assert "pip install 'lmhead[train]'" in text
    assert "Colab" in text


@pytest.mark.slow
@pytest.mark.parametrize(
    "value",
    [None, 5, [], {"start": "no"}, {"start": np.zeros(3)},
     {"start": np.zeros((1, 3, 4)), "after": {}}, {"not": "module"}, {"not": "logits"},
     {"not": []}, {5: 6}, {"not": np.zeros(3), "kind": np.zeros(3)},
     {"losses": [1.0, 1.0, 1.0], "tables": [np.zeros((0, 0))] * 3},
     {"losses": [1.0, 1.0, 1.0], "tables": [np.zeros(())] * 3},
     {"losses": [1.0, 1.0, 1.0], "tables": [np.zeros((4, 0))] * 3},
     {"losses": [1.0, 1.0, 1.0], "kinds": [np.zeros(3)], "graphs": [np.ones(2)]},
     {"losses": [1.0] * 99, "tables": [np.zeros((3, 3))] * 99},
     {"start": np.full((1, 3, 2), np.nan), "after": 1, "parameters": True}],
    ids=str,
)  # fmt: skip
def test_whatever_the_driver_is_made_to_say_no_points_come_of_it(
    value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drivers, "load", lambda name: lambda work, *args: value)
    names = "class Model: pass\n\ndef step(*args): pass\n"
    for task in ("06-train/head", "06-train/experiment", "06-train/chunked-loss"):
        get = open_here(names + "def chunked_loss(*args): return 0.0\n")
        assert grade(task, get).points == 0


@pytest.mark.parametrize("edition", ["en", "zh"])
def test_the_sections_that_messages_link_to_are_on_the_page(edition: str) -> None:
    assert {task.section for task in tasks("06-train")} <= set(Page(edition, "06-train").sections)

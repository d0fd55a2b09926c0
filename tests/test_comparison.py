"""The comparison of chapter 06, with models and a text that are small."""

import importlib.util
import inspect
import types
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lmhead
from lmhead.corpus import Corpus
from lmhead.messages import language

pytestmark = [pytest.mark.torch, pytest.mark.slow]


@pytest.fixture(name="compare")
def _compare(torch: types.ModuleType) -> Any:
    """`compare`, on 600 words that repeat one another."""
    from lmhead.comparison import compare
    from lmhead.model import Config
    from lmhead.training.settings import Recipe

    words = np.random.default_rng(0).permutation(12).astype(np.int32)
    text = Corpus("test", 12, np.tile(words, 50), np.tile(words, 20), np.tile(words, 20))
    shape = Config(vocabulary=12, context=8, width=8, layers=1, heads=2)
    how = Recipe(batch=4, length=8, steps=6, rate=1e-2, warmup=1, every=3)
    return lambda *work, **more: compare(*work, text=text, shape=shape, how=how, **more)


def work(torch: types.ModuleType, seen: list[Any]) -> tuple[Any, Any]:
    """A model and a step; the step writes down what it was given."""
    nn = torch.nn

    class Model(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self, body: Any, table: Any, tied: bool) -> None:
            super().__init__()
            self.body, self.E = body, nn.Parameter(table.clone())
            self.W = self.E if tied else nn.Parameter(table.clone())

        def forward(self, tokens: Any) -> Any:
            return self.body(self.E[tokens]) @ self.W.T

    def step(model: Any, optimizer: Any, tokens: Any, targets: Any) -> float:
        logits = model(tokens)
        loss = nn.functional.cross_entropy(logits.flatten(0, 1), targets.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen.append((tokens.tolist(), loss.item()))
        return float(loss.item())

    return Model, step


def test_both_heads_start_alike_and_see_the_same_batches(
    torch: types.ModuleType, compare: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[Any] = []
    found = compare(*work(torch, seen))
    assert found.steps == 6
    assert len(seen) == 12
    assert all(tied[0] == untied[0] for tied, untied in zip(seen[::2], seen[1::2], strict=True))
    assert seen[0][1] == seen[1][1]  # the first loss, before any step
    assert seen[2][1] != seen[3][1]
    assert found.parameters["untied"] - found.parameters["tied"] == 12 * 8
    for losses in (found.train, found.valid):
        assert [step for step, _ in losses["tied"]] == [1, 3, 6]
    assert found.train["tied"][0][1] == pytest.approx(seen[0][1])
    assert found.train["tied"][1][1] == pytest.approx(np.mean([loss for _, loss in seen[2:6:2]]))
    assert found.valid["tied"][-1][1] < np.log(12)
    printed = capsys.readouterr().out
    assert "step 6" in printed
    assert f"{found.valid['tied'][-1][1]:.3f}" in printed
    assert "perplexity" in repr(found)
    with language("zh"):
        assert "困惑度" in repr(found)


def test_the_same_seed_gives_the_same_numbers(torch: types.ModuleType, compare: Any) -> None:
    one, two, other = (
        compare(*work(torch, []), seed=seed, device="cpu").valid for seed in (1, 1, 2)
    )
    assert one == two
    assert one != other


def test_a_time_that_is_over_ends_both_after_the_same_step(
    torch: types.ModuleType, compare: Any
) -> None:
    found = compare(*work(torch, []), minutes=1e-9)
    assert found.steps == 1
    assert [step for step, _ in found.valid["tied"]] == [1]
    assert [step for step, _ in found.valid["untied"]] == [1]


@pytest.mark.parametrize("minutes", [0, -1.0, float("nan")])
def test_no_time_at_all_is_a_sentence(
    torch: types.ModuleType, compare: Any, minutes: float
) -> None:
    with pytest.raises(ValueError, match=rf"minutes is {minutes}; it has to be above 0"):
        compare(*work(torch, []), minutes=minutes)


def test_what_is_not_written_yet_is_a_sentence(
    torch: types.ModuleType, compare: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    def stub(*arguments: Any) -> Any:
        raise NotImplementedError

    Model, step = work(torch, [])
    assert compare(stub, step) is None
    assert compare(Model, stub) is None
    assert capsys.readouterr().out.count("Write `Model` of task 3") == 2


def test_a_step_that_returns_no_loss_stops_with_a_sentence(
    torch: types.ModuleType, compare: Any
) -> None:
    Model, _ = work(torch, [])
    with pytest.raises(TypeError, match="`step` returned a NoneType"):
        compare(Model, lambda *given: None)
    with pytest.raises(ValueError, match="The loss became nan"):
        compare(Model, lambda *given: float("nan"))


def test_a_loss_with_its_graph_is_read_without_a_warning(
    torch: types.ModuleType, compare: Any
) -> None:
    Model, step = work(torch, [])

    def graph(model: Any, *more: Any) -> Any:
        step(model, *more)
        return next(model.parameters()).square().sum()

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert compare(Model, graph).steps == 6


def test_heads_with_equally_many_parameters_are_named(
    torch: types.ModuleType, compare: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    Model, step = work(torch, [])
    count = compare(Model, step).parameters
    assert "Both models" not in capsys.readouterr().out
    compare(lambda body, table, tied: Model(body, table, False), step)
    said = f"Both models have {count['untied']:,} parameters: the one with `tied=True` does not"
    assert capsys.readouterr().out.count(said) == 1
    compare(lambda body, table, tied: Model(body, table, True), step)
    said = f"Both models have {count['tied']:,} parameters: the one with `tied=False` has one table"
    assert capsys.readouterr().out.count(said) == 1
    with language("zh"):
        compare(lambda body, table, tied: Model(body, table, False), step)
    assert "没有共享它的表" in capsys.readouterr().out


def test_the_stand_in_is_called_alike_and_takes_seconds_less(
    torch: types.ModuleType, compare: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    from lmhead.comparison import compare as real

    path = (
        Path(lmhead.__file__).parent
        / "grading"
        / "sandbox"
        / "standin"
        / "lmhead"
        / "comparison.py"
    )
    spec = importlib.util.spec_from_file_location("stand_in_comparison", path)
    assert spec is not None
    assert spec.loader is not None
    stand_in = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(stand_in)
    theirs = list(inspect.signature(stand_in.compare).parameters.values())
    ours = list(inspect.signature(real).parameters.values())[: len(theirs)]
    assert [(p.name, p.default) for p in theirs] == [(p.name, p.default) for p in ours]
    seen: list[Any] = []
    losses = stand_in.compare(*work(torch, seen))
    assert len(seen) == 20
    assert losses["tied"] == seen[9][1]
    assert losses["untied"] < seen[10][1]  # a step means something
    assert capsys.readouterr().out.count("made-up text") == 2

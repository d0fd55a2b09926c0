"""The comparison of chapter 06: a learner's `Model` and `step`, tied against untied.

Both models start from the same numbers and see the same batches in the same order, one step of
the one and one of the other in turn, so that both have made equally many steps whenever the time
is over. While a notebook is graded, a stand-in of the same name makes a few steps instead.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from . import corpus
from .messages import sentence
from .model import Config, Transformer, preset
from .training.batches import Batches, windows
from .training.loop import choose_device
from .training.settings import Recipe, recipe

__all__ = ["Comparison", "compare"]

HELD_OUT = 16  # batches of held-out text that are looked at
#: Of the preset `tiny`, for two models on one processor within three minutes.
STEPS, EVERY = 240, 40

Make = Callable[..., nn.Module]
Step = Callable[[nn.Module, torch.optim.Optimizer, Tensor, Tensor], Any]


@dataclass
class Comparison:
    """What came of it. Losses in nats, by head: "tied", "untied".

    train, valid: [step, loss] as training went on; train is the mean since the last entry.
    parameters: how many numbers each model learns. corpus: the text's hash.
    """

    device: str
    corpus: str
    seed: int
    parameters: dict[str, int]
    steps: int = 0
    seconds: float = 0.0
    train: dict[str, list[tuple[int, float]]] = field(default_factory=dict)
    valid: dict[str, list[tuple[int, float]]] = field(default_factory=dict)

    def __repr__(self) -> str:
        return "\n".join(
            sentence(
                "comparison/result",
                head=name,
                count=f"{self.parameters[name]:,}",
                train=f"{self.train[name][-1][1]:.3f}",
                valid=f"{self.valid[name][-1][1]:.3f}",
                perplexity=f"{math.exp(self.valid[name][-1][1]):.1f}",
            )
            for name in self.valid
        )


def compare(
    Model: Make,
    step: Step,
    minutes: float = 3.0,
    seed: int = 0,
    device: str = "auto",
    *,
    text: corpus.Corpus | None = None,
    shape: Config | None = None,
    how: Recipe | None = None,
) -> Comparison | None:
    """Train a tied and an untied `Model` by `step`, and print their losses.

    Model, step: as the exercise asks for them. minutes: for both together, reading the text and
    the last look at held-out text with it. device: "auto" is CUDA, else MPS, else the CPU. text,
    shape, how: the docstrings, the preset `tiny` and its recipe with `STEPS` steps where nothing
    else is given.

    Returns None, with a sentence, where one of the two is not written yet.
    """
    begun = time.monotonic()
    if not minutes > 0:  # nan too
        raise ValueError(f"minutes is {minutes}; it has to be above 0")
    text = text or corpus.load()
    shape = shape or preset("tiny", vocabulary=text.size)
    how = how or replace(recipe("tiny"), steps=STEPS, every=EVERY)
    place = choose_device(device)
    length = min(how.length, shape.context)
    batches = Batches(text.train, how.batch, length, seed)
    held_out = windows(text.valid, length, how.batch)[:HELD_OUT]
    try:
        models = {name: _make(Model, shape, name == "tied", seed, place) for name in HEADS}
        optimizers = {
            name: torch.optim.AdamW(model.parameters(), lr=how.rate, betas=(0.9, 0.95))
            for name, model in models.items()
        }
        done = Comparison(
            str(place), text.hash, seed, {name: _count(model) for name, model in models.items()}
        )
        print(
            sentence(
                "comparison/begins", device=place.type, steps=how.steps, minutes=f"{minutes:g}"
            )
        )
        if problem := _sharing(done.parameters, shape):
            print(problem)
        since: dict[str, list[float]] = {name: [] for name in HEADS}
        look, last = 0.0, False
        while not last:
            tokens, targets = (each.to(place) for each in batches.at(done.steps))
            for name, model in models.items():
                for group in optimizers[name].param_groups:
                    group["lr"] = how.rate_at(done.steps)
                since[name].append(_number(step(model, optimizers[name], tokens, targets)))
            done.steps += 1
            done.seconds = time.monotonic() - begun
            last = done.steps == how.steps or done.seconds + look >= 60 * minutes
            # The first step's losses are near ln V, and show how long a look takes.
            if done.steps == 1 or done.steps % how.every == 0 or last:
                _look(done, models, held_out, since)
                look = time.monotonic() - begun - done.seconds
    except NotImplementedError:
        print(sentence("comparison/not-written"))
        return None
    return done


HEADS = ("tied", "untied")


def _make(Model: Make, shape: Config, tied: bool, seed: int, device: torch.device) -> nn.Module:
    """A model that starts with the same numbers whatever its head."""
    torch.manual_seed(seed)
    body = Transformer(shape)
    body.initialise(body)
    table = 0.02 * torch.randn(shape.vocabulary, shape.width)
    return Model(body, table, tied).to(device)


def _count(model: nn.Module) -> int:
    return sum(each.numel() for each in model.parameters())


def _sharing(counts: dict[str, int], shape: Config) -> str | None:
    """A sentence where both models learn equally many numbers; both are trained all the same."""
    if counts["tied"] != counts["untied"]:
        return None
    table = shape.vocabulary * shape.width
    alone = _count(Transformer(shape))
    # Body and one table, or body and two; a bias is less than a table.
    two = counts["tied"] >= alone + 2 * table
    wrong = "comparison/tied-does-not" if two else "comparison/untied-does"
    return sentence(wrong, count=f"{counts['tied']:,}")


def _number(loss: Any) -> float:
    try:
        # A loss that still has its graph: float() of it warns.
        number = float(loss.detach() if isinstance(loss, Tensor) else loss)
    except (TypeError, ValueError) as error:
        raise TypeError(sentence("comparison/no-number", kind=type(loss).__name__)) from error
    if not math.isfinite(number):
        raise ValueError(sentence("comparison/not-finite", loss=number))
    return number


def _look(
    done: Comparison,
    models: dict[str, nn.Module],
    held_out: list[tuple[Tensor, Tensor]],
    since: dict[str, list[float]],
) -> None:
    """Write down and print both losses of both heads."""
    for name, model in models.items():
        losses = since[name]
        done.train.setdefault(name, []).append((done.steps, sum(losses) / len(losses)))
        losses.clear()
        done.valid.setdefault(name, []).append((done.steps, _valid(model, held_out)))
    tied, untied = (
        f"{done.train[name][-1][1]:.3f} / {done.valid[name][-1][1]:.3f}" for name in HEADS
    )
    seconds = f"{done.seconds:.0f}"
    print(sentence("comparison/line", step=done.steps, seconds=seconds, tied=tied, untied=untied))


@torch.no_grad()  # type: ignore[untyped-decorator]
def _valid(model: nn.Module, batches: list[tuple[Tensor, Tensor]]) -> float:
    """Mean cross-entropy on held-out text, in nats."""
    training = model.training
    model.eval()
    device = next(model.parameters()).device
    total = count = 0.0
    for tokens, targets in batches:
        logits = model(tokens.to(device)).flatten(0, 1)
        due = targets.to(device).flatten()
        total += F.cross_entropy(logits, due, reduction="sum").item()
        count += due.numel()
    model.train(training)
    return total / count

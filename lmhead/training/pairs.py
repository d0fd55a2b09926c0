"""Tied against untied, seed by seed: only what is alike is compared."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from typing import Any

from .record import Run

__all__ = ["compare", "perplexity", "said"]


def compare(runs: Sequence[Run]) -> dict[str, Any]:
    """The differences of pairs with the same seed, at the steps that all pairs have.

    A pair is left out, with a sentence, where its runs were validated after no step that both
    have made, or were made on different devices or by different numbers of processes.

    Parameters
    ----------
    runs : sequence of Run
        With and without a tied head. A run that was stopped counts as far as it came.

    Returns
    -------
    dict
        ``valid``: head -> seed -> the run's lowest validation loss, of all its steps.
        ``steps``: validations after which steps are compared.
        ``pairs``: seed -> lowest loss of the tied run minus that of the untied one, of those steps.
        ``difference``: ``mean`` and standard deviation ``spread`` of the pairs, in nats; None where
        there are too few. Below zero sharing is ahead.
        ``left_out``: seed -> why there is no such pair.

    Examples
    --------
    >>> def run(tied, valid):
    ...     return Run({"tied": tied}, {}, 0, "text", 1, "cpu", 1, valid=valid)
    >>> tied = run(True, [(0, 9.2), (80, 6.1), (160, 5.8), (240, 5.7)])
    >>> found = compare([tied, run(False, [(0, 9.2), (80, 6.2), (160, 6.0)])])
    >>> found["steps"], round(found["difference"]["mean"], 3)
    ([0, 80, 160], -0.2)
    """
    heads: dict[str, dict[int, Run]] = {"tied": {}, "untied": {}}
    for run in runs:
        heads["tied" if run.config["tied"] else "untied"][run.seed] = run
    left_out, pairs = {}, {}
    for seed, tied in heads["tied"].items():
        untied = heads["untied"].get(seed)
        if untied is None:
            continue
        why = _not_alike(tied, untied)
        if why:
            left_out[seed] = why
        else:
            pairs[seed] = (tied, untied)
    steps = sorted(set.intersection(*map(_shared_steps, pairs.values()))) if pairs else []
    if pairs and not any(steps):
        left_out |= dict.fromkeys(pairs, "the pairs were validated after different steps")
        pairs = {}
    values = {}
    for seed, (tied, untied) in pairs.items():
        one, other = tied.best(steps), untied.best(steps)
        assert one is not None
        assert other is not None
        values[seed] = one - other
    mean = statistics.mean(values.values()) if values else None
    spread = statistics.stdev(values.values()) if len(values) > 1 else None
    return {
        "valid": {
            name: {str(seed): run.best() for seed, run in found.items() if run.valid}
            for name, found in heads.items()
        },
        "steps": steps,
        "pairs": {str(seed): value for seed, value in values.items()},
        "difference": {"mean": mean, "spread": spread},
        "left_out": {str(seed): why for seed, why in left_out.items()},
    }


def _shared_steps(pair: tuple[Run, Run]) -> set[int]:
    one, other = pair
    return {step for step, _ in one.valid} & {step for step, _ in other.valid}


def _not_alike(tied: Run, untied: Run) -> str | None:
    """Why two runs cannot be compared, or None."""
    for name in ("corpus", "processes"):
        one, other = getattr(tied, name), getattr(untied, name)
        if one != other:
            about = "text" if name == "corpus" else "number of processes"
            return f"the {about} of the tied run is {one}, and the untied one's is {other}"
    kinds = [run.device.split(":")[0] for run in (tied, untied)]
    if kinds[0] != kinds[1]:
        return f"the tied run was made on {kinds[0]}, and the untied one on {kinds[1]}"
    if not any(step > 0 for step in _shared_steps((tied, untied))):
        made = " and ".join(f"{run.steps:,}" for run in (tied, untied))
        every = untied.recipe.get("every")
        each = f" (there is one each {every:,} steps)" if every else ""
        return (
            f"the tied and the untied run have made {made} steps, and no validation after a step "
            f"that both have made{each}"
        )
    return None


def said(comparison: Mapping[str, Any]) -> list[str]:
    """A comparison as sentences; none where there is no pair."""
    lines = []
    values = list(comparison["pairs"].values())
    if values:
        mean, spread = comparison["difference"]["mean"], comparison["difference"]["spread"]
        ahead = "tied is ahead" if mean < 0 else "untied is ahead" if mean > 0 else "they are equal"
        many = f"the mean of {len(values)} pairs" if len(values) > 1 else "one pair"
        about = f", standard deviation {spread:.3f}" if spread is not None else ""
        lines.append(
            f"lowest validation loss up to step {max(comparison['steps']):,}, tied minus untied: "
            f"{mean:+.3f} nats ({many}{about}): {ahead}"
        )
    for seed, why in comparison["left_out"].items():
        lines.append(f"the heads are not compared for seed {seed}: {why}")
    return lines


def perplexity(run: Run, steps: Sequence[int] = ()) -> float:
    """exp of a run's lowest validation loss, of `steps` where they are given; NaN of none."""
    loss = run.best(steps or None)
    return math.nan if loss is None else math.exp(loss)

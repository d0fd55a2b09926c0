"""What `lmhead train` says while it runs, and its table at the end."""

from __future__ import annotations

import math
import time
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

from .terminal import echo

__all__ = ["FIRST", "say", "shown", "table_of"]


def say(line: str, quiet: bool = False) -> None:
    """A plain line on stderr; of several processes the first one says it."""
    if not quiet:
        echo(line, err=True)


#: Stands beside the bar until the first step is made.
FIRST = "making the models and their first validation"


def _ended(variant: Any, run: Any, earlier: bool) -> str:
    """The line of a run that has ended."""
    when = "of an earlier call" if earlier else f"in {run.seconds:.0f} s"
    best = run.best()
    found = "no validation yet" if best is None else f"validation perplexity {math.exp(best):.1f}"
    if run.stopped:
        made = f"stopped after {run.steps:,} of {variant.recipe.steps:,} steps"
    else:
        made = f"{run.steps:,} step{'' if run.steps == 1 else 's'}"
    return f"{variant.name}, seed {run.seed}: {made} {when}, {found}"


def _under_way(title: str, at: Any, left: float) -> str:
    """The line of a run at a validation. left: seconds until all runs are done."""
    speed = at.tokens / max(at.seconds, 1e-9)
    clock = f"{left:.0f} s" if left < 100 else f"{left / 60:.0f} min"
    return (
        f"{title}: step {at.step:,} of {at.steps:,}, validation loss {at.valid:.3f}, "
        f"{speed:,.0f} tokens/s; all runs: about {clock} left"
    )


def shown(experiment: Any, quiet: bool) -> list[tuple[Any, Any]]:
    """Run it under progress bars, one for all and one for each run.

    Off a terminal, where a file or a notebook keeps what is said: a line at each validation, and
    one where a run ends.
    """
    console = Console(stderr=True)
    in_lines = not console.is_terminal
    count = experiment.count
    plural = "" if count == 1 else "s"
    say(f"{count} run{plural}, {experiment.at_a_time} at a time, on {experiment.device}", quiet)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[said]}"),
        TimeRemainingColumn(),
    )
    runs = []
    with Progress(*columns, console=console, disable=quiet or in_lines) as progress:
        bars: dict[tuple[str, int], TaskID] = {}
        steps: dict[tuple[str, int], int] = {}
        perplexity: dict[tuple[str, int], str] = {}
        each = sum(variant.recipe.steps for variant in experiment.variants)
        everything = progress.add_task("all runs", total=each * len(experiment.seeds), said=FIRST)
        begun, made = time.monotonic(), 0  # steps, of this call

        def told(variant: Any, seed: int, at: Any) -> None:
            nonlocal made
            made += 1
            key, title = (variant.name, seed), f"{variant.name}, seed {seed}"
            if key not in bars:
                bars[key] = progress.add_task(title, total=at.steps, completed=at.step - 1, said="")
            if at.valid is not None:
                perplexity[key] = f", validation perplexity {math.exp(at.valid):.1f}"
            said = f"{at.tokens / max(at.seconds, 1e-9):,.0f} tokens/s{perplexity.get(key, '')}"
            progress.update(bars[key], completed=at.step, said=said)
            progress.update(everything, advance=at.step - steps.get(key, 0), said="")
            steps[key] = at.step
            if at.valid is not None and at.step < at.steps:  # else the line of its end follows
                passed, still = time.monotonic() - begun, progress.tasks[0].remaining or 0
                left = min(passed / made * still, max(0.0, 60 * experiment.minutes - passed))
                say(_under_way(title, at, left), quiet or not in_lines)

        def noted(sentence: str) -> None:
            say(sentence, quiet)

        for variant, run in experiment.run(told, noted):
            runs.append((variant, run))
            key = (variant.name, run.seed)  # of an earlier call, or stopped before its last step
            progress.update(everything, advance=variant.recipe.steps - steps.get(key, 0))
            say(_ended(variant, run, earlier=key not in steps), quiet or not in_lines)
    return sorted(runs, key=lambda found: found[1].seed)


def table_of(runs: list[tuple[Any, Any]], steps: list[int]) -> Table:
    """One row a run; perplexities are the lowest of `steps`, those that are compared."""
    from ..training.pairs import perplexity

    table = Table(box=None, pad_edge=False)
    for title in ("head", "seed", "parameters", "steps", "perplexity", "tokens/s"):
        table.add_column(title, justify="left" if title == "head" else "right")
    for variant, run in runs:
        table.add_row(
            variant.name,
            str(run.seed),
            f"{run.parameters:,}",
            f"{run.steps:,} of {variant.recipe.steps:,}" if run.stopped else f"{run.steps:,}",
            f"{perplexity(run, steps):.2f}" if run.valid else "–",
            f"{run.tokens / max(run.seconds, 1e-9):,.0f}",
        )
    return table

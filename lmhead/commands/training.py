"""`lmhead train`: the experiment of chapter 06."""

from __future__ import annotations

import contextlib
import json
import math
import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

from .._files import whole_file
from ..extras import OLDEST_TORCH, how_to_have_torch, release
from .shared import app, stop


@app.command()
def train(
    preset: Annotated[str, typer.Option(help="tiny, small, gpt2 or lstm.")] = "tiny",
    head: Annotated[str, typer.Option(help="tied, untied or both.")] = "both",
    seeds: Annotated[int, typer.Option(min=1, help="How many runs of each.")] = 1,
    match: Annotated[
        str, typer.Option(help="Compare at equal width, or at equal parameters.")
    ] = "width",
    corpus: Annotated[
        str,
        typer.Option(help="docstrings, wikitext-2, wikitext-103, tinystories, or a PTB folder."),
    ] = "docstrings",
    tokens: Annotated[str, typer.Option(help="words, or gpt2 for GPT-2's own.")] = "words",
    steps: Annotated[int | None, typer.Option(help="Steps of each run.")] = None,
    batch: Annotated[int | None, typer.Option(help="Sequences in a batch.")] = None,
    length: Annotated[int | None, typer.Option(help="Tokens in a sequence.")] = None,
    rate: Annotated[float | None, typer.Option(help="The largest learning rate.")] = None,
    dropout: Annotated[float, typer.Option(help="From 0 to below 1.")] = 0.0,
    device: Annotated[str, typer.Option(help="auto, cpu, cuda, cuda:1, mps.")] = "auto",
    minutes: Annotated[
        float | None, typer.Option(help="Stop after so many, all runs together.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1, help="Runs at a time on a CPU, one thread each: by default the cores, up to 4."
        ),
    ] = None,
    out: Annotated[Path, typer.Option(help="The folder of results and checkpoints.")] = Path(
        "lmhead-runs"
    ),
) -> None:
    """Train a model with a tied and with an untied head, and compare them.

    What has been done is kept: the same command goes on where it was stopped.

    On several GPUs: torchrun --standalone --local-addr=127.0.0.1 --nproc-per-node=N -m
    lmhead.training, and the same options.
    """
    try:
        import torch

        from ..corpus import CorpusError, load
        from ..model import preset as shape
        from ..training.experiment import Experiment, variants
        from ..training.loop import choose_device
        from ..training.processes import place
        from ..training.settings import TrainingProblem, recipe
    except (ImportError, OSError) as error:  # OSError: a torch whose libraries do not load
        stop(_lacking(error))
    if release(torch.__version__) < OLDEST_TORCH:
        stop(_lacking(torch.__version__))
    name = f"{preset}-{corpus if Path(corpus).name == corpus else Path(corpus).name}-{match}"
    quiet = place()[0] != 0
    try:
        config = shape(preset, dropout=dropout)  # what is misspelt is said before a text is read
        if minutes is not None and not minutes > 0:  # nan too
            raise TrainingProblem(f"minutes is {minutes}; it has to be above 0")
        changes = {"steps": steps, "batch": batch, "length": length, "rate": rate}
        plan = recipe(preset, **changes)
        variants(config, plan, head, match)
        chosen_device = choose_device(device)
        with contextlib.nullcontext() if quiet else _folders(out, out / "checkpoints"):
            _say(f"reading the text {corpus} …", quiet)
            text = load(corpus, tokens=tokens)
            config = replace(config, vocabulary=text.size)
            experiment = Experiment(
                variants(config, plan, head, match),
                list(range(seeds)),
                text,
                chosen_device,
                file=out / f"{name}.json",
                checkpoints=out / "checkpoints",
                minutes=math.inf if minutes is None else minutes,
                jobs=jobs or min(_cores(), 4),
            )
            runs = _shown(experiment, quiet)
    except (TrainingProblem, CorpusError, ValueError) as problem:
        stop(f"{str(problem).rstrip('.')}.")
    except KeyboardInterrupt:
        if (out / f"{name}.json").exists() or any((out / "checkpoints").glob("*.pt")):
            kept = f"What is done is in {out}: the same command goes on from there."
        else:
            kept = "Nothing was begun that could be gone on with: the same command starts anew."
        _say(f"Stopped. {kept}", quiet)
        raise typer.Exit(130) from None
    if not quiet:
        Console().print(_table(runs))
        typer.echo(f"written to {out / name}.json{_drawn(out / name)}")


def _say(line: str, quiet: bool = False) -> None:
    """A plain line on stderr; of several processes the first one says it."""
    if not quiet:
        typer.echo(line, err=True)


@contextlib.contextmanager
def _folders(*folders: Path) -> Iterator[None]:
    """Make the folders and try to write in each, before hours are spent; ValueError if not.

    At the end those that were made here and are empty are taken away again.
    """
    made: list[Path] = []
    try:
        for folder in folders:
            missing = [each for each in (folder, *folder.parents) if not os.path.exists(each)]
            try:
                for each in reversed(missing):
                    each.mkdir(exist_ok=True)
                    made.append(each)
                with tempfile.TemporaryFile(dir=folder):
                    pass
            except OSError as error:
                reason = "it is a file" if os.path.isfile(folder) else error.strerror
                raise ValueError(
                    f"nothing can be written in {folder} ({reason}): name another folder with --out"
                ) from error
        yield
    finally:
        for each in reversed(made):
            with contextlib.suppress(OSError):  # it holds something
                each.rmdir()


def _cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _lacking(found: Exception | str) -> str:
    """What to do where torch, or what comes with it, is missing or (a version) too old."""
    needed = f"{OLDEST_TORCH[0]}.{OLDEST_TORCH[1]}"
    if isinstance(found, str):
        why = f"torch {needed} or later is needed, and this is {found}"
    elif isinstance(found, ImportError) and found.name:
        why = f"{found.name} is missing"
    else:
        why = f"torch cannot be loaded: {str(found).splitlines()[0]}"
    return f"lmhead train needs the extra `train` ({why}): {how_to_have_torch()}"


def _drawn(place: Path) -> str:
    """Draw the curves of a result beside it; what to add to the sentence that names it."""
    from ..figures.training import curves, standalone

    file = Path(f"{place}.svg")
    try:
        data = json.loads(Path(f"{place}.json").read_text("utf-8"))
        with whole_file(file) as out:
            out.write(standalone(curves(data)).encode())
    except OSError as error:
        return f"; its curves could not be drawn ({error.strerror})"
    return f", its curves to {file}"


#: Stands beside the bar until the first step is made.
FIRST = "making the models and their first validation"


def _ended(variant: Any, run: Any, earlier: bool) -> str:
    """The line of a run that has ended."""
    when = "of an earlier call" if earlier else f"in {run.seconds:.0f} s"
    best = math.exp(min(loss for _, loss in run.valid))
    steps = f"{run.steps:,} step{'' if run.steps == 1 else 's'}"
    return f"{variant.name}, seed {run.seed}: {steps} {when}, validation perplexity {best:.1f}"


def _under_way(title: str, at: Any, left: float) -> str:
    """The line of a run at a validation. left: seconds until all runs are done."""
    speed = at.tokens / max(at.seconds, 1e-9)
    clock = f"{left:.0f} s" if left < 100 else f"{left / 60:.0f} min"
    return (
        f"{title}: step {at.step:,} of {at.steps:,}, validation loss {at.valid:.3f}, "
        f"{speed:,.0f} tokens/s; all runs: about {clock} left"
    )


def _shown(experiment: Any, quiet: bool) -> list[tuple[Any, Any]]:
    """Run it under progress bars, one for all and one for each run.

    Off a terminal, where a file or a notebook keeps what is said: a line at each validation, and
    one where a run ends.
    """
    console = Console(stderr=True)
    in_lines = not console.is_terminal
    count = len(experiment.variants) * len(experiment.seeds)
    plural = "" if count == 1 else "s"
    _say(f"{count} run{plural}, {experiment.at_a_time} at a time, on {experiment.device}", quiet)
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
                _say(_under_way(title, at, left), quiet or not in_lines)

        for variant, run in experiment.run(told):
            runs.append((variant, run))
            key = (variant.name, run.seed)  # of an earlier call, or stopped before its last step
            progress.update(everything, advance=variant.recipe.steps - steps.get(key, 0))
            _say(_ended(variant, run, earlier=key not in steps), quiet or not in_lines)
    return sorted(runs, key=lambda found: found[1].seed)


def _table(runs: list[tuple[Any, Any]]) -> Table:
    table = Table(box=None, pad_edge=False)
    for title in ("head", "seed", "parameters", "steps", "perplexity", "tokens/s"):
        table.add_column(title, justify="left" if title == "head" else "right")
    for variant, run in runs:
        table.add_row(
            variant.name,
            str(run.seed),
            f"{run.parameters:,}",
            f"{run.steps:,}",
            f"{math.exp(min(loss for _, loss in run.valid)):.2f}",
            f"{run.tokens / max(run.seconds, 1e-9):,.0f}",
        )
    return table

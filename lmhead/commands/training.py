"""`lmhead train`: the experiment of chapter 06."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..hints import how_to_install
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
    out: Annotated[Path, typer.Option(help="The folder of results and checkpoints.")] = Path(
        "lmhead-runs"
    ),
) -> None:
    """Train a model with a tied and with an untied head, and compare them.

    What has been done is kept: the same command goes on where it was stopped.
    """
    try:
        from ..corpus import CorpusError, load
        from ..model import preset as shape
        from ..training.experiment import Experiment, variants
        from ..training.loop import choose_device
        from ..training.processes import place
        from ..training.settings import TrainingProblem, recipe
    except ImportError as error:
        stop(_lacking(error))
    name = f"{preset}-{corpus if Path(corpus).name == corpus else Path(corpus).name}-{match}"
    try:
        text = load(corpus, tokens=tokens)
        config = shape(preset, vocabulary=text.size, dropout=dropout)
        changes = {"steps": steps, "batch": batch, "length": length, "rate": rate}
        chosen = variants(config, recipe(preset, **changes), head, match)
        experiment = Experiment(
            chosen,
            list(range(seeds)),
            text,
            choose_device(device),
            file=out / f"{name}.json",
            checkpoints=out / "checkpoints",
            minutes=math.inf if minutes is None else minutes,
        )
        quiet = place()[0] != 0
        runs = _shown(experiment, quiet)
    except (TrainingProblem, CorpusError, ValueError) as problem:
        stop(f"{problem}.".replace("..", "."))
    if not quiet:
        Console().print(_table(runs))
        typer.echo(f"written to {out / name}.json")


def _lacking(error: ImportError) -> str:
    return (
        f"lmhead train needs the extra `train` ({error.name} is missing): "
        f"{how_to_install('train')} Macs with an Intel processor have no torch that is new enough."
    )


def _shown(experiment: Any, quiet: bool) -> list[tuple[Any, Any]]:
    """Run it under a progress bar."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[said]}"),
        TimeRemainingColumn(),
    )
    runs = []
    with Progress(*columns, console=Console(stderr=True), disable=quiet) as progress:
        bars: dict[tuple[str, int], Any] = {}

        def told(variant: Any, seed: int, at: Any) -> None:
            key = (variant.name, seed)
            if key not in bars:
                title = f"{variant.name}, seed {seed}"
                bars[key] = progress.add_task(title, total=at.steps, said="")
            said = f"{at.tokens / max(at.seconds, 1e-9):,.0f} tokens/s"
            if at.valid is not None:
                said += f", validation perplexity {math.exp(at.valid):.1f}"
                progress.update(bars[key], completed=at.step, said=said)
            else:
                progress.update(bars[key], completed=at.step)

        runs.extend(experiment.run(told))
    return runs


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

"""`lmhead train`: the experiment of chapter 06."""

from __future__ import annotations

import contextlib
import json
import math
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from .. import _interrupts
from .._files import whole_file
from ..extras import OLDEST_TORCH, how_to_have_torch, release
from .shared import app, stop
from .terminal import echo
from .training_progress import say, shown, table_of


@app.command()
def train(
    preset: Annotated[str, typer.Option(help="Model: tiny, small, gpt2 or lstm.")] = "tiny",
    head: Annotated[str, typer.Option(help="Head: tied, untied or both.")] = "both",
    seeds: Annotated[
        int, typer.Option(min=1, help="Runs of each head, each with its own seed.")
    ] = 1,
    match: Annotated[
        str, typer.Option(help="What both models have equal: width or parameters.")
    ] = "width",
    corpus: Annotated[
        str,
        typer.Option(
            help="Text: docstrings, wikitext-2, wikitext-103, tinystories, or a PTB folder."
        ),
    ] = "docstrings",
    tokens: Annotated[str, typer.Option(help="Tokenizer: words, or gpt2 (GPT-2's BPE).")] = "words",
    steps: Annotated[int | None, typer.Option(help="Training steps of each run.")] = None,
    batch: Annotated[int | None, typer.Option(help="Batch size, in sequences.")] = None,
    length: Annotated[int | None, typer.Option(help="Sequence length, in tokens.")] = None,
    rate: Annotated[float | None, typer.Option(help="Peak learning rate.")] = None,
    dropout: Annotated[
        float, typer.Option(help="Dropout probability, at least 0 and below 1.")
    ] = 0.0,
    device: Annotated[str, typer.Option(help="auto, cpu, cuda, cuda:1 or mps.")] = "auto",
    minutes: Annotated[
        float | None, typer.Option(help="Time limit for all runs together, in minutes.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1, help="Parallel runs on a CPU, one thread each. Default: the cores, up to 4."
        ),
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder for results and checkpoints.")] = Path(
        "lmhead-runs"
    ),
) -> None:
    """Train a model with a tied and with an untied head, and compare them.

    Finished work is kept: the same command continues where it stopped. A folder may hold
    any number of experiments.

    On several GPUs: torchrun --standalone --local-addr=127.0.0.1 --nproc-per-node=N -m
    lmhead.training, and the same options.
    """
    with _interrupts.taken("Stopped before a run began.") as interrupts:
        try:
            import torch

            from ..corpus import CorpusError, load
            from ..model import preset as shape
            from ..training.experiment import Experiment, files_of, variants
            from ..training.loop import choose_device, load_all
            from ..training.pairs import said
            from ..training.preflight import length_of
            from ..training.processes import joined, place
            from ..training.settings import TrainingProblem, recipe
        except (ImportError, OSError) as error:  # OSError: a torch whose libraries do not load
            stop(_lacking(error))
        if release(torch.__version__) < OLDEST_TORCH:
            stop(_lacking(torch.__version__))
        load_all()
        experiment: Experiment | None = None
        quiet = True
        try:
            interrupts.raises = True
            with joined():
                quiet = place()[0] != 0
                config = shape(preset, dropout=dropout)  # what is misspelt is said before a text
                if minutes is not None and not minutes > 0:  # is read; nan too
                    raise TrainingProblem(f"minutes is {minutes}; it has to be above 0")
                changes = {"steps": steps, "batch": batch, "length": length, "rate": rate}
                plan = recipe(preset, **changes)
                length_of(config, plan)
                variants(config, plan, head, match)
                chosen_device = choose_device(device)
                with contextlib.nullcontext() if quiet else _folders(out, out / "checkpoints"):
                    say(f"reading the text {corpus} …", quiet)
                    text = load(corpus, tokens=tokens)
                    _interrupts.check()
                    config = replace(config, vocabulary=text.size)
                    # The name is of both heads, so that one that is made later joins the other.
                    label = f"{preset}-{_name(corpus)}-{match}"
                    both = variants(config, plan, "both", match)
                    file, own = files_of(out, label, both, text, chosen_device)
                    experiment = Experiment(
                        variants(config, plan, head, match),
                        list(range(seeds)),
                        text,
                        chosen_device,
                        file=file,
                        instead=own,
                        checkpoints=out / "checkpoints",
                        minutes=math.inf if minutes is None else minutes,
                        jobs=jobs or min(_cores(), 4),
                        earlier=sorted(out.glob("*.json")),
                    )
                    runs = shown(experiment, quiet)
        except (TrainingProblem, CorpusError, ValueError) as problem:
            stop(f"{str(problem).rstrip('.')}.")
        except KeyboardInterrupt:
            if experiment is not None and experiment.is_kept():
                kept = f"What is done is in {out}: the same command goes on from there."
            else:
                kept = NOTHING_BEGUN
            say(f"Stopped. {kept}", quiet)
            raise typer.Exit(130) from None
        if not quiet:
            comparison = experiment.data["comparison"]
            Console().print(table_of(runs, comparison["steps"]))
            for line in said(comparison):
                echo(line)
            if any(run.stopped for _, run in runs) or len(runs) < experiment.count:
                echo("not all steps are made: the same command goes on with them")
            file = experiment.file or file
            echo(f"written to {file}{_drawn(file)}")


#: What is said where Ctrl-C came before there was anything to keep.
NOTHING_BEGUN = "Nothing was begun that could be gone on with: the same command starts anew."


@contextlib.contextmanager
def _folders(*folders: Path) -> Iterator[None]:
    """Make the folders and try to write in each, before hours are spent; TrainingProblem if not.

    At the end those that were made here and are empty are taken away again.
    """
    from ..training.preflight import refuse_folder

    made: list[Path] = []
    try:
        for folder in folders:
            with _interrupts.held():
                made += refuse_folder(folder)
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


def _name(corpus: str) -> str:
    """The last part of a text's name, as file names have it."""
    name = Path(corpus).name
    return name if name not in ("", "..") else Path(corpus).resolve().name


def _drawn(result: Path) -> str:
    """Draw the curves of a result beside it; what to add to the sentence that names it."""
    from ..figures.training import curves, standalone

    file = result.with_name(f"{result.name.removesuffix('.json')}.svg")
    try:
        data = json.loads(result.read_text("utf-8"))
        with whole_file(file) as out:
            out.write(standalone(curves(data)).encode())
    except OSError as error:
        return f"; its curves could not be drawn ({error.strerror})"
    except ValueError:  # there is no validation after a step yet
        return "; its curves are drawn once there is a validation"
    return f", its curves to {file}"

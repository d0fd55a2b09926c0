"""Runs of the study in processes of one thread each, written down as they end."""

from __future__ import annotations

import json
import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from lmhead._files import whole_file
from lmhead.corpus import Corpus, load
from lmhead.results import conclusion, differences, sentence, text_name
from lmhead.training.experiment import environment
from lmhead.training.loop import Run, train

from .design import CELLS, HELD_OUT, Cell, Job, described, jobs

SCHEMA = 1
UNKNOWN, END = 0, 1  # the numbers of <unk> and of <eos>, which ends a passage


def every(tokens: np.ndarray, nth: int) -> np.ndarray:
    """Every nth passage of a text, from the first."""
    ends = np.flatnonzero(tokens == END) + 1
    passages = np.split(tokens, ends)
    return np.concatenate(passages[::nth])


def text_of(corpus: Corpus, cell: Cell) -> Corpus:
    """What a cell trains and validates on: its passages and its words; the others are <unk>.

    A word's number is its rank, so that this is the corpus of the smaller vocabulary.
    """

    def known(tokens: np.ndarray) -> np.ndarray:
        return np.where(tokens < cell.vocabulary, tokens, UNKNOWN)

    return replace(
        corpus,
        name=f"{corpus.name}, every passage of {cell.part}",
        size=min(corpus.size, cell.vocabulary),
        words=corpus.words[: cell.vocabulary],
        train=known(every(corpus.train, cell.part)),
        valid=known(every(corpus.valid, HELD_OUT)),
        test=known(every(corpus.test, HELD_OUT)),
    )


def unigram(text: Corpus) -> float:
    """The validation loss, in nats, of knowing how often each word occurs, and nothing more.

    A half is added to each count, so that no word has a share of 0.
    """
    counts = text.counts + 0.5
    shares = counts / counts.sum()
    return float(-np.log(shares[text.valid]).mean())


def begun(corpus: Corpus, design: tuple[Cell, ...] = CELLS) -> dict[str, Any]:
    """The file before the first run."""
    distinct = {text_name(asdict(cell)): cell for cell in design}
    texts = {name: text_of(corpus, cell) for name, cell in distinct.items()}
    first = next(iter(texts.values()))
    torch.set_num_threads(1)
    return {
        "schema": SCHEMA,
        "command": "python -m bench.study",
        "environment": environment(torch.device("cpu")),
        "corpus": {
            "name": corpus.name,
            "hash": corpus.hash,
            "size": corpus.size,
            "tokens": {
                "train": int(corpus.train.size),
                "valid": int(first.valid.size),
                "test": int(first.test.size),
            },
            "texts": {
                name: {
                    "tokens": int(text.train.size),
                    "words": int((text.counts > 0).sum()),
                    "unigram": round(unigram(text), 5),
                    "unknown": round(float((text.train == UNKNOWN).mean()), 5),
                    "hash": text.hash,
                }
                for name, text in texts.items()
            },
            **corpus.source,
        },
        "design": {"cells": described(design), "not_yet_measured": []},
        "runs": {},
        "differences": [],
        "conclusion": {},
        "sentence": "",
    }


def entry(job: Job, run: Run) -> dict[str, Any]:
    """A run as the file has it. What its cell says already is left out."""

    def rounded(value: Any) -> Any:
        if isinstance(value, float):
            return float(f"{value:.5g}")
        if isinstance(value, dict):
            return {name: rounded(each) for name, each in value.items()}
        if isinstance(value, list | tuple):
            return [rounded(each) for each in value]
        return value

    return {
        "cell": job.cell.name,
        "head": job.head,
        "rate": job.rate,
        "seed": job.seed,
        "corpus": run.corpus,
        "width": run.config["width"],
        "parameters": run.parameters,
        "steps": run.steps,
        "tokens": run.tokens,
        "train": [[step, round(loss, 5)] for step, loss in run.train],
        "valid": [[step, round(loss, 5)] for step, loss in run.valid],
        "test": round(run.test, 5) if run.test is not None else None,
        "bands": rounded(run.rows["bands"]),
    }


def write(file: Path, data: dict[str, Any], design: tuple[Cell, ...] = CELLS) -> None:
    """The file with what follows from its runs; whole or not at all."""
    data["runs"] = dict(sorted(data["runs"].items()))
    data["design"]["not_yet_measured"] = missing(data["runs"], design)
    data["differences"] = [
        each.to_json()
        for when in ("early", "best", "last", "test")
        for each in differences(data, when)
    ]
    data["conclusion"] = conclusion(data)
    data["sentence"] = sentence(data)
    top = {name: value for name, value in data.items() if name != "runs"}
    # One line a run: readable in a diff, and a third of the size that indenting gives.
    text = json.dumps(top, indent=1, ensure_ascii=False).rstrip("}\n")
    runs = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(run)}" for name, run in data["runs"].items()
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(file) as out:
        out.write(f'{text},\n "runs": {{\n{runs}\n }}\n}}\n'.encode())


def missing(runs: dict[str, Any], cells: tuple[Cell, ...] = CELLS) -> list[dict[str, str]]:
    """The cells and heads of which runs are lacking, with the command that makes them."""
    found = []
    for cell in cells:
        waiting = {job.head for job in jobs(runs, (cell,))}
        waiting |= {  # those that wait for a rate
            head
            for head in cell.heads
            if not any((r["cell"], r["head"]) == (cell.name, head) for r in runs.values())
        }
        for head in cell.heads:
            if head in waiting:
                command = f"python -m bench.study --only {cell.name}"
                found.append({"cell": cell.name, "head": head, "command": command})
    return found


# -- in the processes --------------------------------------------------------------------------

_CORPUS: Corpus | None = None


def _prepare(corpus: Corpus) -> None:
    global _CORPUS
    _CORPUS = corpus
    torch.set_num_threads(1)


def _run(job: Job) -> dict[str, Any]:
    assert _CORPUS is not None
    text = text_of(_CORPUS, job.cell)
    run = train(
        job.cell.config(job.head),
        job.cell.recipe(job.rate),
        text,
        job.seed,
        device=torch.device("cpu"),
    )
    return entry(job, run)


class _Here(Executor):
    """One run at a time, in this process."""

    def submit(self, run: Any, /, *args: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(run(*args, **options))
        return future


def _executor(processes: int, corpus: Corpus) -> Executor:
    if processes == 1:
        _prepare(corpus)
        return _Here()
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, context, _prepare, (corpus,))


def study(
    file: Path,
    cells: tuple[Cell, ...] = CELLS,
    processes: int = 1,
    minutes: float = float("inf"),
    corpus: Corpus | None = None,
    design: tuple[Cell, ...] = CELLS,
    told: Callable[[str], None] = print,
) -> dict[str, Any]:
    """Make the runs of `cells` that `file` lacks; what is done stays when this is stopped.

    minutes: no run is begun after so many.  design: all cells of the file.
    """
    corpus = corpus or load("docstrings")
    data = begun(corpus, design)
    if file.exists():
        old = json.loads(file.read_text("utf-8"))
        if (old["schema"], old["corpus"]["hash"]) != (SCHEMA, corpus.hash):
            raise SystemExit(
                f"{file} is of another text (its hash is {old['corpus']['hash']}, this one's "
                f"{corpus.hash}): install the locked versions, or name another file with --out"
            )
        data["runs"] = old["runs"]
    end = time.monotonic() + 60 * minutes
    with _executor(processes, corpus) as pool:
        running: dict[Future[dict[str, Any]], Job] = {}
        while True:
            names = {job.name for job in running.values()}
            ready = [job for job in jobs(data["runs"], cells) if job.name not in names]
            ready = list({job.name: job for job in ready}.values())
            while ready and len(running) < processes and time.monotonic() < end:
                job = ready.pop(0)
                running[pool.submit(_run, job)] = job
            if not running:
                break
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                job = running.pop(future)
                data["runs"][job.name] = future.result()
                best = min(loss for _, loss in data["runs"][job.name]["valid"])
                told(f"{time.strftime('%H:%M:%S')} {job.name}: lowest validation loss {best:.4f}")
            write(file, data, design)
    write(file, data, design)
    return data

"""How fast a model trains: ``python -m bench.training [--preset …] [--device …] [--json FILE]``.

Steps of training (forward, backward, AdamW) of the tied and of the untied model on random
tokens, with the loop and the recipe of `lmhead.training`. Both take turns, on a CPU each time in a
process of its own, after steps to warm up (on CUDA also to compile). ``--quick``: a small shape,
one turn, in this process.

Share of the peak: the FLOP of the matrix products alone, 6 a token for each number of a matrix
that is multiplied (the head's, not the look-up in the input table), and for attention over
the positions before 6·layers·d·T; as a share of the card's bfloat16 peak, or on a CPU of what one
float32 product of 2,048 x 2,048 reaches there in the same process. Memory: what the process, or on
CUDA the allocator, held at the most above what it held before the model was made.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from bench.head import apart, held, peak_held, peak_of, together
from lmhead._files import whole_file
from lmhead.corpus import Corpus
from lmhead.model import Config, preset
from lmhead.training.experiment import environment
from lmhead.training.loop import UnderWay, choose_device
from lmhead.training.settings import Recipe, recipe

GOAL = 0.4  # of the card's bfloat16 peak, by the gpt2 shape on CUDA
SIDE = 2048  # of the matrices that a CPU's peak is measured with


@dataclass
class Row:
    """One head: tokens and FLOP a second, the device's peak, bytes at the most; the last loss."""

    head: str
    parameters: int = 0
    tokens: float = 0.0
    flop: float = 0.0
    peak: float = math.nan
    memory: float = 0.0
    loss: float = math.nan
    why: str = ""

    @property
    def share(self) -> float:
        return self.flop / self.peak


def flop_of_a_token(config: Config, length: int) -> float:
    """Of forward and backward: 6 for each number of a matrix, and attention's two products."""
    width, layers = config.width, config.layers
    if config.body == "lstm":
        return 6.0 * (layers * 8 * width**2 + config.vocabulary * width)
    matrices = layers * 12 * width**2 + config.vocabulary * width
    return 6.0 * matrices + 6.0 * layers * width * length


def noise(config: Config, plan: Recipe) -> Corpus:
    """A text of random tokens: long enough, and as hard as any."""
    rng = np.random.default_rng(0)
    some = (plan.batch + 2) * plan.length * 4

    def text(length: int) -> Any:
        return rng.integers(config.vocabulary, size=length, dtype=np.int32)

    return Corpus("noise", config.vocabulary, text(some), text(2 * plan.length), text(0))


def once(config: Config, plan: Recipe, device: str, warm: int, steps: int) -> Row:
    """One turn of one head."""
    here = torch.device(device)
    known = peak_of(environment(here).get("card"))
    peak = measured_peak() if here.type == "cpu" else math.nan if known is None else known
    before = held(here.type)
    under_way = UnderWay(config, plan, noise(config, plan), 0, here)
    if here.type == "cuda":
        under_way.model.body.compile()
    for _ in range(warm):
        under_way.step()
    if here.type == "cuda":
        torch.cuda.synchronize()
    begun, seen = time.perf_counter(), under_way.run.tokens
    for _ in range(steps):
        under_way.step()
    loss = under_way.losses[-1].item()  # waits for the device
    rate = (under_way.run.tokens - seen) / (time.perf_counter() - begun)
    flop = rate * flop_of_a_token(config, under_way.length)
    row = Row("tied" if config.tied else "untied", under_way.run.parameters, rate, flop, peak)
    row.memory, row.loss = peak_held(here.type) - before, loss
    return row


def measured_peak(turns: int = 5) -> float:
    """FLOP a second of one large float32 product on this CPU, with as many threads as there are."""
    a, b = torch.randn(SIDE, SIDE), torch.randn(SIDE, SIDE)
    best = math.inf
    for _ in range(turns):
        begun = time.perf_counter()
        torch.mm(a, b)
        best = min(best, time.perf_counter() - begun)
    return 2.0 * SIDE**3 / best


def measure(
    config: Config, plan: Recipe, device: str, warm: int, steps: int, turns: int, quick: bool
) -> list[Row]:
    """The best turn of each head; the heads take turns."""
    found: dict[str, Row] = {}
    call = together if quick or device.startswith("cuda") else apart
    for _ in range(turns):
        for head in ("tied", "untied"):
            shape = replace(config, tied=head == "tied")
            try:
                row = call(once, shape, plan, device, warm, steps)
            except Exception as error:
                why = f"{type(error).__name__}: {str(error)[:150]}".splitlines()[0]
                row = Row(head, why=why)
            if head not in found or row.tokens > found[head].tokens:
                found[head] = row
    return list(found.values())


def verdict(name: str, device: str, rows: list[Row], quick: bool = False) -> str:
    """The last line: the goal is for the gpt2 shape on CUDA."""
    if device != "cuda" or name != "gpt2" or quick:
        return f"goal: not measured here: {GOAL:.0%} of a CUDA card's peak, by the gpt2 shape"
    if any(row.why or math.isnan(row.peak) for row in rows):
        return f"goal: not measured: see above (goal {GOAL:.0%} of the card's peak)"
    least = min(row.share for row in rows)
    met = "met" if least >= GOAL else "missed"
    return f"goal: {met}: {least:.1%} of the card's bfloat16 peak (goal {GOAL:.0%})"


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast a model trains.")
    parser.add_argument("--preset")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--batch", type=int)
    parser.add_argument("--steps", type=int, help="that are timed, in each turn")
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="a small shape, one turn")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    device = choose_device(args.device)
    cuda = device.type == "cuda"
    name = args.preset or ("gpt2" if cuda else "tiny")
    config, plan = preset(name), recipe(name, batch=args.batch)
    warm, steps = (10, args.steps or 30) if cuda else (2, args.steps or 10)
    if args.quick:
        config = replace(config, width=16, layers=1, heads=2, vocabulary=500)
        plan, warm, steps = replace(plan, batch=2, length=16), 1, 2
    turns = 1 if args.quick else args.turns
    rows = measure(config, plan, str(device), warm, steps, turns, args.quick)
    about = environment(device)
    where = about.get("card", f"{device.type}, {about['threads']} threads")
    print(f"{name}, {plan.batch} x {plan.length} tokens a step, {where}, torch {about['torch']}")
    for row in rows:
        if row.why:
            print(f"{row.head:<8} not measured: {row.why}")
            continue
        print(
            f"{row.head:<8} {row.parameters:>12,} parameters {row.tokens:>11,.0f} tokens/s "
            f"{row.flop / 1e12:8.3f} TFLOP/s {row.share:6.1%} of {row.peak / 1e12:.3g} "
            f"{row.memory / 2**20:8.0f} MiB   loss {row.loss:.3f}"
        )
    if args.json:
        data = {
            "schema": 1,
            "environment": {**about, "preset": name, "recipe": asdict(plan)},
            "rows": [
                {**asdict(row), "peak": None if math.isnan(row.peak) else row.peak} for row in rows
            ],
        }
        for entry in data["rows"]:
            entry["loss"] = None if math.isnan(entry["loss"]) else entry["loss"]
        with whole_file(args.json) as file:
            file.write((json.dumps(data, indent=1) + "\n").encode())
    print(verdict(name, device.type, rows, args.quick))


if __name__ == "__main__":
    main()

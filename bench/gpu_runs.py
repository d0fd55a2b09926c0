"""Tied and untied with the gpt2 shape: ``python -m bench.gpu_runs [--minutes M] [--out FOLDER]``.

Both heads train from the same seed on the same batches, for as many steps as the minutes allow by
a short measurement (the same number for both), on the documentation of the packages that are
installed. The text is of a million words, so a large model overfits it: the validation losses on
the way say when. The result is written as each run ends, in the form of `lmhead train`.

``--dry``: a small model and text on a CPU, in seconds.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from dataclasses import replace
from pathlib import Path

import torch

from lmhead.corpus import PACKAGES, Corpus, CorpusError, documentation
from lmhead.model import Config, preset
from lmhead.training.experiment import Experiment, Variant, variants
from lmhead.training.loop import UnderWay, choose_device
from lmhead.training.pairs import said
from lmhead.training.record import Progress
from lmhead.training.settings import Recipe, TrainingProblem, recipe

MOST = 600  # steps: twenty times through a million words, far into over-fitting
DRY = ("rich",)  # a package with little documentation that is needed anyway


def seconds_of_a_step(config: Config, plan: Recipe, text: Corpus, device: torch.device) -> float:
    """Of the slower head, compiled where runs are."""
    under_way = UnderWay(replace(config, tied=False), plan, text, 0, device)
    if device.type == "cuda":
        under_way.model.body.compile()
    warm, timed = (6, 10) if device.type == "cuda" else (1, 2)
    begun = 0.0
    for step in range(warm + timed):
        if step == warm:
            under_way.losses[-1].item()  # waits for the device
            begun = time.perf_counter()
        under_way.step()
    under_way.losses[-1].item()
    return (time.perf_counter() - begun) / timed


def planned(plan: Recipe, seconds: float, a_step: float) -> Recipe:
    """As many steps as a run of so many seconds has; a tenth of them warm up."""
    # A third is for compiling, validating and what a run ends with.
    steps = max(4, min(plan.steps, int(seconds * 2 / 3 / a_step)))
    return replace(plan, steps=steps, warmup=max(1, steps // 10), every=max(1, steps // 10))


def main() -> None:
    parser = argparse.ArgumentParser(description="Tied and untied, with the gpt2 shape.")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--minutes", type=float, default=2.5)
    parser.add_argument("--out", type=Path, default=Path("chapters/results"))
    parser.add_argument("--dry", action="store_true")
    args = parser.parse_args()
    end = time.monotonic() + 60 * args.minutes
    device = choose_device("cpu" if args.dry else args.device)
    if args.dry:
        text = documentation(DRY, 300)
        config = Config(vocabulary=text.size, context=16, width=16, layers=1, heads=2)
        plan = Recipe(batch=4, length=16, steps=8, warmup=1)
    else:
        text = documentation(PACKAGES, preset("gpt2").vocabulary)
        config = preset("gpt2", dropout=0.1)
        plan = recipe("gpt2", steps=MOST)
    a_step = seconds_of_a_step(config, plan, text, device)
    plan = planned(plan, (end - time.monotonic()) / 2, a_step)
    print(
        f"{text.train.size:,} tokens of {', '.join(text.source['packages'])}, "
        f"{text.size:,} different; {plan.steps} steps of {plan.batch} x {plan.length} tokens, "
        f"{a_step:.3f} s each",
        flush=True,
    )
    left = max(0.1, (end - time.monotonic()) / 60)
    chosen = variants(config, plan, "both", "width")
    file = args.out / "gpu-gpt2.json"
    file.unlink(missing_ok=True)  # an earlier call's: another number of steps
    experiment = Experiment(chosen, [0], text, device, file, minutes=left)

    def told(variant: Variant, seed: int, at: Progress) -> None:
        if at.valid is not None:
            print(
                f"{variant.name:<8} step {at.step:>5}  validation perplexity "
                f"{math.exp(at.valid):8.2f}  {at.tokens / at.seconds:,.0f} tokens/s",
                flush=True,
            )

    for _ in experiment.run(told):
        pass
    for line in said(experiment.data["comparison"]):  # no goal, since either may be ahead
        print(line)


if __name__ == "__main__":
    try:
        main()
    except (CorpusError, TrainingProblem) as problem:
        sys.exit(str(problem))

"""What has to hold on a device: ``python -m bench.gpu_checks [--device cuda] [--json FILE]``.

tests/test_gpu.py runs the same functions under pytest. Each raises AssertionError with the
figures, or returns a sentence with them.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from bench.head import held, naive, ours, peak_held
from lmhead._files import whole_file
from lmhead.corpus import Corpus
from lmhead.loss import linear_cross_entropy, rows_of_a_chunk
from lmhead.model import Config, LanguageModel, preset
from lmhead.training.devices import precision
from lmhead.training.experiment import environment
from lmhead.training.loop import UnderWay, train
from lmhead.training.record import Progress
from lmhead.training.settings import Recipe


def error_of_bfloat16(device: torch.device) -> str:
    """Loss and gradients in bfloat16 against float64 on the CPU."""
    draw = torch.Generator().manual_seed(0)
    n, d, v = 300, 256, 5000
    h = torch.randn(n, d, generator=draw).bfloat16()
    w = (torch.randn(v, d, generator=draw) * 0.1).bfloat16()
    y = torch.randint(v, (n,), generator=draw)
    exact = [item.double().requires_grad_() for item in (h, w)]
    right = F.cross_entropy(exact[0] @ exact[1].T, y)
    right.backward()
    here = [item.to(device).requires_grad_() for item in (h, w)]
    loss = linear_cross_entropy(here[0], here[1], y.to(device), rows=128)
    loss.backward()
    errors = [abs(loss.item() - right.item()) / right.item()]
    for mine, theirs in zip(here, exact, strict=True):
        assert mine.grad is not None
        assert theirs.grad is not None
        difference = mine.grad.cpu().double() - theirs.grad
        errors.append((difference.norm() / theirs.grad.norm()).item())
    said = "loss off by {:.1e}, gradients of h and the table by {:.1e} and {:.1e}".format(*errors)
    assert errors[0] < 2e-3, said
    assert max(errors[1:]) < 1e-2, said
    return said


def memory_of_the_loss(device: torch.device) -> str:
    """Added at the peak, as a share of what all logits at once add."""
    cuda = device.type == "cuda"
    n, d, v = (32_768, 768, 50_257) if cuda else (1024, 64, 20_000)
    goal = 0.1 if cuda else 0.5
    dtype = torch.bfloat16 if cuda else torch.float32
    draw = torch.Generator().manual_seed(0)

    def added(loss: Callable[[Tensor, Tensor, Tensor], Tensor]) -> float:
        h = torch.randn(n, d, generator=draw).to(device, dtype).requires_grad_()
        w = (torch.randn(v, d, generator=draw) * 0.02).to(device, dtype).requires_grad_()
        y = torch.randint(v, (n,), generator=draw).to(device)
        before = held(device.type)
        loss(h, w, y).backward()
        return peak_held(device.type) - before

    mine, all_at_once = added(ours(rows_of_a_chunk(device))), added(naive)
    said = f"{mine / 2**20:.0f} MiB, all logits at once {all_at_once / 2**20:.0f} MiB"
    assert mine < goal * all_at_once, f"{said}: above {goal} of it"
    return said


def a_step_is_finite(device: torch.device) -> str:
    """One step of the loop with the gpt2 shape (on a CPU: tiny), tied and untied."""
    said = []
    shape = preset("gpt2" if device.type == "cuda" else "tiny")
    plan = Recipe(batch=4, length=64, steps=2, warmup=1, every=1)
    for tied in (True, False):
        config = dataclasses.replace(shape, tied=tied)
        under_way = UnderWay(config, plan, _text(config.vocabulary, 2000), 0, device)
        under_way.step()
        loss = under_way.losses[0].item()
        # What nobody knows: ln V, and a little for the spread of the first logits.
        assert abs(loss - math.log(config.vocabulary)) < 0.3, f"the first loss is {loss}"
        for name, parameter in under_way.model.named_parameters():
            assert parameter.isfinite().all(), f"{name} is not finite after a step"
        said.append(f"{'tied' if tied else 'untied'}: first loss {loss:.3f}")
    return ", ".join(said)


def compiled_equals_eager(device: torch.device) -> str:
    """The loss and the largest gradients of a compiled model, against those of the same one."""
    config = Config(vocabulary=1000, context=64, width=128, layers=2, heads=4)
    text = torch.from_numpy(_text(1000, 8 * 65).train.astype(np.int64)).reshape(8, 65).to(device)
    found = []
    for compiled in (False, True):
        torch.manual_seed(0)
        model = LanguageModel(config).to(device)
        if compiled:
            model.body.compile()
        with precision(device):
            loss = model.loss(text[:, :-1], text[:, 1:])
        loss.backward()
        gradients = torch.cat([p.grad.flatten() for p in model.parameters() if p.grad is not None])
        found.append((loss.item(), gradients))
    (eager, slopes), (fast, others) = found
    off = ((slopes - others).norm() / slopes.norm()).item()
    said = f"loss {eager:.5f} eager, {fast:.5f} compiled; gradients differ by {off:.1e}"
    assert abs(eager - fast) < 2e-3 * eager, said
    assert off < 2e-2, said
    return said


def a_run_goes_on(device: torch.device) -> str:
    """A run that was stopped ends as one that was not."""
    config = Config(vocabulary=200, context=16, width=64, layers=2, heads=4, dropout=0.1)
    plan = Recipe(batch=8, length=16, steps=24, rate=3e-3, warmup=4, every=8)
    text = _text(200, 6000)

    def stop(progress: Progress) -> None:
        if progress.step == 13:  # five steps after the checkpoint
            raise KeyboardInterrupt

    whole = train(config, plan, text, 1, device=device, compiled=False)
    with tempfile.TemporaryDirectory() as folder:
        keep = Path(folder) / "run.pt"
        stopped = False
        try:
            train(config, plan, text, 1, device=device, compiled=False, keep=keep, told=stop)
        except KeyboardInterrupt:
            stopped = True
        assert stopped
        again = train(config, plan, text, 1, device=device, compiled=False, keep=keep)
    off = max(abs(a - b) for (_, a), (_, b) in zip(whole.valid, again.valid, strict=True))
    said = f"validation losses differ by {off:.1e} at most"
    # The same on a CPU; on CUDA sums may be taken in another order.
    assert off <= (0.0 if device.type == "cpu" else 2e-3), said
    return said


def _text(size: int, length: int) -> Corpus:
    rng = np.random.default_rng(0)
    train, valid, test = (
        rng.integers(size, size=count, dtype=np.int32) for count in (length, 500, 500)
    )
    return Corpus("noise", size, train, valid, test)


Check = Callable[[torch.device], str]
CHECKS: dict[str, Check] = {
    "the error of bfloat16": error_of_bfloat16,
    "the memory of the loss": memory_of_the_loss,
    "one step is finite": a_step_is_finite,
    "a run that was stopped goes on": a_run_goes_on,
    "compiled equals eager": compiled_equals_eager,
}
#: Where a compiler for C++ is not promised.
NOT_ON_A_CPU = {"compiled equals eager"}


def main() -> None:
    parser = argparse.ArgumentParser(description="What has to hold on a device.")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    device = torch.device(args.device)
    found, failed = [], 0
    for name, check in CHECKS.items():
        begun = time.perf_counter()
        if device.type == "cpu" and name in NOT_ON_A_CPU:
            outcome, said = "not run", "on CUDA alone"
        else:
            try:
                outcome, said = "holds", check(device)
            except Exception as error:
                outcome, said = "fails", f"{type(error).__name__}: {error}".splitlines()[0]
                failed += 1
        seconds = time.perf_counter() - begun
        found.append({"check": name, "outcome": outcome, "said": said, "seconds": seconds})
        print(f"{outcome:<8} {name}: {said} ({seconds:.1f} s)", flush=True)
        if args.json:  # after each, so that a run that is cut short keeps what it has
            data = {"schema": 1, "environment": environment(device), "checks": found}
            with whole_file(args.json) as file:
                file.write((json.dumps(data, indent=1) + "\n").encode())
    print(f"goal: {'missed' if failed else 'met'}: {failed} of {len(CHECKS)} checks fail (goal 0)")


if __name__ == "__main__":
    main()

"""The cost of a large head's loss: ``python -m bench.head [--device cuda] [--json FILE]``.

Forward and backward of the cross-entropy of GPT-2's head (d = 768, V = 50,257), several ways in
one run: all logits at once, torch's `linear_cross_entropy` where there is one (automatic and
fixed chunks), and `lmhead.loss`. On a CPU 1,024 positions in float32, on CUDA 32,768 in
bfloat16, there also compiled, and by Liger where it is installed.

The ways take turns, on a CPU each time in a process of its own (`--quick`: all in this one, whose
memory then counts for little). Seconds: the best of all turns, after one
call to warm up. Memory: what the process, or on CUDA the allocator, held at the most above
what it held before the call, so with the two gradients that every way has to return (154 MB for
the table's in float32).
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import multiprocessing
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from lmhead.loss import linear_cross_entropy, rows_of_a_chunk
from lmhead.training.experiment import environment

D, V = 768, 50_257
#: time and added memory of the chunks that are taken by default, as shares of naive's
GOALS = {"cpu": (0.90, 0.40), "cuda": (1.0, 0.1)}
#: bfloat16 products a second, in FLOP, of cards as their makers state them (dense).
PEAKS = {"H200": 989e12, "H100": 989e12, "A100": 312e12, "L4": 121e12}

Loss = Callable[[Tensor, Tensor, Tensor], Tensor]


@dataclass
class Row:
    """One way: seconds forward and backward, bytes added at the peak, the loss it gave.

    slope: the norm of the table's gradient. why: where it could not be measured.
    """

    what: str
    seconds: float = 0.0
    added: float = 0.0
    loss: float = 0.0
    slope: float = 0.0
    why: str = ""


def naive(h: Tensor, w: Tensor, y: Tensor) -> Tensor:
    return F.cross_entropy((h @ w.T).float(), y)


def torchs_reference(h: Tensor, w: Tensor, y: Tensor) -> Tensor:
    return F.linear_cross_entropy(h, w, y)


def torchs(rows: int | None) -> Loss:
    """torch's own in chunks: of `rows`, or as many as it chooses."""

    def loss(h: Tensor, w: Tensor, y: Tensor) -> Tensor:
        options = torch.nn.LinearCrossEntropyOptions(batch_chunk_size=rows)
        return F.linear_cross_entropy(h, w, y, options=options)

    return loss


def ours(rows: int) -> Loss:
    def loss(h: Tensor, w: Tensor, y: Tensor) -> Tensor:
        return linear_cross_entropy(h, w, y, rows=rows)

    return loss


def liger(h: Tensor, w: Tensor, y: Tensor) -> Tensor:
    from liger_kernel.transformers import LigerFusedLinearCrossEntropyLoss

    return LigerFusedLinearCrossEntropyLoss()(w, h, y)


def ways(device: str) -> dict[str, Loss | str]:
    """Each way by name; a sentence where it is not here."""
    large = rows_of_a_chunk(torch.device(device))
    other = 1024 if device == "cuda" else 128
    has = hasattr(F, "linear_cross_entropy")
    absent = f"torch {torch.__version__} has no linear_cross_entropy"
    found: dict[str, Loss | str] = {
        "all logits": naive,
        "torch, reference": torchs_reference if has else absent,
        "torch, automatic chunks": torchs(None) if has else absent,
        f"torch, chunks of {large}": torchs(large) if has else absent,
        f"torch, chunks of {other}": torchs(other) if has else absent,
        f"lmhead.loss, chunks of {large}": ours(large),
        f"lmhead.loss, chunks of {other}": ours(other),
    }
    if device == "cuda":
        found["all logits, compiled"] = torch.compile(naive)
        there = find_spec("liger_kernel") is not None
        found["Liger"] = liger if there else "liger-kernel is not installed"
    return found


@dataclass(frozen=True)
class Size:
    """N positions, d numbers in each, V words."""

    positions: int
    width: int = D
    vocabulary: int = V


def once(what: str, device: str, size: Size, repeats: int) -> Row:
    """One turn of one way."""
    way = ways(device)[what]
    assert not isinstance(way, str)
    draw = torch.Generator().manual_seed(0)
    dtype = torch.bfloat16 if device == "cuda" else torch.float32
    n, d, v = size.positions, size.width, size.vocabulary
    h = torch.randn(n, d, generator=draw).to(device, dtype).requires_grad_()
    w = (torch.randn(v, d, generator=draw) * 0.02).to(device, dtype).requires_grad_()
    y = torch.randint(v, (n,), generator=draw).to(device)
    row = Row(what, seconds=float("inf"))
    for turn in range(repeats + 1):
        h.grad = w.grad = None
        before = held(device)
        begun = time.perf_counter()
        loss = way(h, w, y)
        loss.backward()
        if device == "cuda":
            torch.cuda.synchronize()
        if turn:
            row.seconds = min(row.seconds, time.perf_counter() - begun)
        row.added = max(row.added, peak_held(device) - before)
    assert w.grad is not None
    row.loss, row.slope = loss.item(), w.grad.float().norm().item()
    return row


def held(device: str) -> float:
    """Bytes held now; the peak is counted from here."""
    if device == "cuda":
        torch.cuda.reset_peak_memory_stats()
        return float(torch.cuda.memory_allocated())
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", "ascii")  # Linux: the peak is now
    return peak_held(device)


def peak_held(device: str) -> float:
    if device == "cuda":
        return float(torch.cuda.max_memory_allocated())
    try:
        status = Path("/proc/self/status").read_text("ascii")
        return 1024.0 * int(status.split("VmHWM:")[1].split()[0])
    except (OSError, IndexError):
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return float(used if sys.platform == "darwin" else 1024 * used)


def peak_of(card: str | None) -> float | None:
    """A card's bfloat16 peak by its name, None for one that is not in `PEAKS`."""
    return next((peak for name, peak in PEAKS.items() if name in str(card)), None)


def apart(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function returns in a process of its own, whose memory nothing else has used."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(function, arguments)


def together(function: Callable[..., Any], *arguments: Any) -> Any:
    """The same in this process: on CUDA the allocator counts, and starting it takes seconds."""
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
    return function(*arguments)


def measure(device: str, size: Size, turns: int, repeats: int, quick: bool) -> list[Row]:
    """Every way; the ways take turns."""
    found: dict[str, Row] = {}
    call = together if quick or device == "cuda" else apart
    for _ in range(turns):
        for what, way in ways(device).items():
            known = found.setdefault(what, Row(what, seconds=float("inf")))
            if isinstance(way, str):
                known.why = way
                continue
            try:
                row = call(once, what, device, size, repeats)
            except Exception as error:
                known.why = f"{type(error).__name__}: {str(error)[:100]}".splitlines()[0]
                continue
            row.seconds, row.added = (
                min(row.seconds, known.seconds),
                max(row.added, known.added),
            )
            found[what] = row
    return list(found.values())


def main() -> None:
    parser = argparse.ArgumentParser(description="The cost of a large head's loss.")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--positions", type=int)
    parser.add_argument("--width", type=int, default=D)
    parser.add_argument("--vocabulary", type=int, default=V)
    parser.add_argument("--quick", action="store_true", help="one turn, in one process")
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    positions = args.positions or (32_768 if args.device == "cuda" else 1024)
    size = Size(positions, args.width, args.vocabulary)
    turns = 1 if args.quick else args.turns
    rows = measure(args.device, size, turns, args.repeats, args.quick)
    about: dict[str, Any] = {
        **environment(torch.device(args.device)),
        **asdict(size),
    }
    peak = peak_of(about.get("card"))
    print(
        f"{positions:,} positions, d = {size.width}, V = {size.vocabulary:,}, {args.device}, "
        f"torch {about['torch']}"
    )
    base = rows[0]
    flop = 6 * positions * size.width * size.vocabulary
    for row in rows:
        if row.why:
            print(f"{row.what:<30} not measured: {row.why}")
            continue
        line = f"{row.what:<30} {row.seconds:8.3f} s {row.added / 2**20:9.0f} MiB"
        line += (
            f"   {row.seconds / base.seconds:5.2f} x time "
            f"{row.added / max(base.added, 1):5.2f} x memory"
        )
        if peak is not None:
            line += f"   {flop / row.seconds / peak:5.1%} of the card's peak"
        print(f"{line}   loss {row.loss:.4f}")
    goal_time, goal_memory = GOALS[args.device]
    mine = next(r for r in rows if r.what.startswith("lmhead"))  # with its default chunks
    ratio, share = mine.seconds / base.seconds, mine.added / max(base.added, 1)
    met = ratio <= goal_time and share <= goal_memory
    if args.json:
        found = [asdict(row) | ({"seconds": None} if row.why else {}) for row in rows]
        data = {"schema": 1, "environment": about, "rows": found}
        args.json.write_text(json.dumps(data, indent=1, allow_nan=False) + "\n", "utf-8")
    if size != Size(positions) or args.quick:
        print("goal: not measured here: it is for GPT-2's head, each way in a process of its own")
        return
    print(
        f"goal: {'met' if met else 'missed'}: {ratio:.2f} x the time of all logits (goal "
        f"{goal_time}), {share:.2f} x its memory (goal {goal_memory})"
    )


if __name__ == "__main__":
    main()

"""Cross-entropy of a large head that never holds all the logits.

A head of V words over N positions has N·V logits: 32,768 positions of GPT-2's 50,257 words are
6.6 GB in float32, and the usual loss holds them, their log-softmax and their gradient at once.
But the loss of a row needs the logits of that row alone, and so does its gradient, since the
slope of -log softmax(z)[target] is softmax(z) - onehot(target). `linear_cross_entropy` takes
the rows in chunks, adds each chunk's share to the gradients of h and W while its logits are
there, and forgets them. What it saves for the backward pass is as large as h and W, whatever N.

torch has `torch.nn.functional.linear_cross_entropy` from 2.13 on. It is not used here: measured
with torch 2.14.1 on one core of an x86-64 server in November 2026 (N = 1,024, d = 768,
V = 50,257, float32; seconds of the processor on a busy machine, so that their ratios count), all
logits at once took 3.1 to 3.3 s and added 624 MiB, torch's 3.05 s and 361 MiB in chunks of 128
rows, 2.52 s and 384 MiB in chunks of 256, this one 2.5 to 2.7 s and 208 MiB in chunks of 128: as
fast, in less memory. On CUDA it is not yet measured; `python -m bench.head` measures both anywhere.
"""

from __future__ import annotations

from typing import Any, Literal

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable
from torch.nn.functional import pad

__all__ = ["linear_cross_entropy", "rows_of_a_chunk"]

#: Positions in a chunk, by kind of device: on a CPU enough for a matrix product to run at full
#: speed (`python -m bench.head` tries others); elsewhere each chunk costs calls and one more
#: pass over the table's gradient, and there is memory for more.
ROWS = {"cpu": 128}
ROWS_ELSEWHERE = 4096
#: What the number of words is filled up to a multiple of while the products run: a card's tensor
#: cores want rows that begin at even addresses, and 50,257 is odd.
ALIGNED = {"cuda": 64}

Reduction = Literal["mean", "sum"]


def linear_cross_entropy(
    h: Tensor,
    weight: Tensor,
    target: Tensor,
    bias: Tensor | None = None,
    *,
    ignore_index: int = -100,
    z_loss: float = 0.0,
    reduction: Reduction = "mean",
    rows: int | None = None,
) -> Tensor:
    """Cross-entropy of the logits ``h @ weight.T + bias``, in nats, without holding them all.

    h: (..., d), hidden vectors.  weight: (V, d), one row a word.  bias: (V,) or None.
    target: (...), integers from 0 to V-1, or `ignore_index` where a position does not count.
    z_loss: adds z_loss · (log Σ exp z)² to each position's loss, which keeps logits from
    drifting (PaLM, arXiv 2204.02311, uses 1e-4).
    reduction: "mean" over the positions that count, or "sum".
    rows: positions in a chunk; by default by the device, see `ROWS`.

    Returns a scalar in the precision of `h`, but at least float32. Softmax and sums are taken in
    at least float32; the products run in the dtype of `h`, or in autocast's. The gradients are
    those of the whole: compare `torch.nn.functional.cross_entropy`. They are computed in the
    forward pass, and there is no second derivative.

    Raises ValueError where shapes do not fit, TypeError for a target that is not of integers,
    IndexError for a target outside the vocabulary.
    """
    if rows is None:
        rows = rows_of_a_chunk(h.device)
    _check(h, weight, target, bias, reduction, rows)
    flat, targets = h.reshape(-1, h.shape[-1]), target.reshape(-1)
    counted = targets != ignore_index
    inside = (targets >= 0) & (targets < weight.shape[0])
    # On an accelerator this would wait for it; there an index outside is an assert of its own.
    if target.device.type == "cpu" and not bool((inside | ~counted).all()):
        wrong = int(targets[~inside & counted][0])
        raise IndexError(
            f"a target is {wrong}; the table has {weight.shape[0]} rows, so targets go from 0 "
            f"to {weight.shape[0] - 1} (or are {ignore_index}, which is ignored)"
        )
    loss: Tensor = _LinearCrossEntropy.apply(
        flat, weight, bias, targets, counted, float(z_loss), reduction, rows
    )
    return loss


def rows_of_a_chunk(device: torch.device) -> int:
    """How many positions are taken at a time there, where nobody says."""
    return ROWS.get(device.type, ROWS_ELSEWHERE)


class _LinearCrossEntropy(torch.autograd.Function):  # type: ignore[misc]
    """The loss, with the gradients made chunk by chunk in the forward pass."""

    @staticmethod
    def forward(ctx: Any, h: Tensor, weight: Tensor, bias: Tensor | None, *rest: Any) -> Tensor:
        target, counted, z_loss, reduction, rows = rest
        ctx.save_for_backward(h, weight, bias)
        ctx.rest = (target, counted, z_loss, rows, _product_dtype(h), ctx.needs_input_grad[:3])
        total, ctx.gradients = _sum_and_gradients(h, weight, bias, *ctx.rest)
        ctx.share = 1 / counted.sum() if reduction == "mean" else 1.0  # of a position
        return total * ctx.share

    @staticmethod
    @once_differentiable  # type: ignore[untyped-decorator]
    def backward(ctx: Any, upstream: Tensor) -> tuple[Tensor | None, ...]:
        # Scaled in place and given away, so that the table's gradient is there once. Who
        # keeps the graph and asks again has them computed again.
        gradients, ctx.gradients = ctx.gradients, None
        if gradients is None:
            _, gradients = _sum_and_gradients(*ctx.saved_tensors, *ctx.rest)
        scaled = (
            None if gradient is None else gradient.mul_(upstream * ctx.share).to(tensor.dtype)
            for gradient, tensor in zip(gradients, ctx.saved_tensors, strict=True)
        )
        return (*scaled, None, None, None, None, None)


def _sum_and_gradients(
    h: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    target: Tensor,
    counted: Tensor,
    z_loss: float,
    rows: int,
    product: torch.dtype,
    wanted: tuple[bool, bool, bool],
) -> tuple[Tensor, tuple[Tensor | None, Tensor | None, Tensor | None]]:
    """The summed loss of (N, d) vectors; its slopes on h, weight and bias where wanted."""
    exact = torch.promote_types(product, torch.float32)
    wants_h, wants_w, wants_b = wanted
    words, spare = weight.shape[0], -weight.shape[0] % ALIGNED.get(weight.device.type, 1)
    table = weight.to(product)
    if spare:
        table = pad(table, (0, 0, 0, spare))
    grad_h = torch.empty_like(h) if wants_h else None
    grad_w = torch.zeros_like(table, dtype=exact) if wants_w else None
    grad_b = torch.zeros_like(weight[:, 0], dtype=exact) if wants_b else None
    total = torch.zeros((), dtype=exact, device=h.device)
    # The logits of all chunks lie in the same memory: fresh pages for each would cost time.
    memory = table.new_empty(min(rows, h.shape[0]), table.shape[0])
    for start in range(0, h.shape[0], rows):
        part = slice(start, start + rows)
        x, y, counts = h[part].to(product), target[part].clamp(min=0), counted[part]
        y, counts = y.unsqueeze(1), counts.unsqueeze(1)
        z = torch.mm(x, table.T, out=memory[: len(x)])
        if bias is not None:
            z[:, :words] += bias
        if spare:
            z[:, words:] = -torch.inf
        slope, sums, loss, log_total = _exponentials(z, y, exact)
        # torch.where, since a position that does not count may have an infinite loss.
        total += torch.where(counts, loss + z_loss * log_total.square(), 0.0).sum()
        if not any(wanted):
            continue
        # The slope on the logits is softmax - onehot, so e^-loss - 1 at the target, where a
        # difference of rounded numbers would lose what is left near 0. Each row of `slope` is
        # `sums` times that; to divide the narrow factor of a product costs less.
        at_target = torch.expm1(-loss)
        if z_loss:
            grown = 1 + 2 * z_loss * log_total
            slope *= grown
            at_target = grown * at_target + (grown - 1)
        slope.scatter_(1, y, (sums * at_target).to(product))
        scale = counts / sums
        if grad_h is not None:
            grad_h[part] = (slope @ table).mul_(scale)
        scaled = x * scale.to(product)
        if grad_w is not None and exact == product:
            grad_w.addmm_(slope.T, scaled)
        elif grad_w is not None:
            grad_w += slope.T @ scaled
        if grad_b is not None:
            grad_b += (slope.T @ scale.squeeze(1).to(product))[:words]
    return total, (grad_h, None if grad_w is None else grad_w[:words], grad_b)


def _exponentials(
    z: Tensor, y: Tensor, exact: torch.dtype
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Of logits (n, V) and targets (n, 1): exponentials in the memory of `z`, and their sums.

    Row by row they are the softmax times the sums (n, 1). Then the losses and log Σ exp z,
    (n, 1) each. All but the first are in the dtype `exact`.
    """
    if z.dtype == exact:  # pass by pass in place: no second chunk of logits
        peak = z.amax(1, keepdim=True)
        below = peak - z.gather(1, y)
        sums = z.sub_(peak).exp_().sum(1, keepdim=True)
        logs = sums.log()
        return z, sums, below + logs, peak + logs
    logs = torch.log_softmax(z, 1, dtype=exact)
    loss = -logs.gather(1, y)
    log_total = z.gather(1, y).to(exact) + loss
    return torch.exp(logs, out=z), torch.ones_like(loss), loss, log_total


def _product_dtype(h: Tensor) -> torch.dtype:
    """What the matrix products run in: autocast's dtype where it is on, else that of h."""
    kind = h.device.type
    if torch.is_autocast_enabled(kind) and h.dtype != torch.float64:
        return torch.get_autocast_dtype(kind)
    return h.dtype


def _check(
    h: Tensor, weight: Tensor, target: Tensor, bias: Tensor | None, reduction: str, rows: int
) -> None:
    if weight.ndim != 2 or h.ndim < 1 or h.shape[-1] != weight.shape[1]:
        raise ValueError(
            f"h has shape {tuple(h.shape)} and the table {tuple(weight.shape)}: h ends in the "
            "width d, and the table is (V, d)"
        )
    if target.shape != h.shape[:-1]:
        raise ValueError(
            f"target has shape {tuple(target.shape)}; h of shape {tuple(h.shape)} needs "
            f"{tuple(h.shape[:-1])}, one word a position"
        )
    if bias is not None and bias.shape != weight.shape[:1]:
        raise ValueError(
            f"bias has shape {tuple(bias.shape)}; a table of shape {tuple(weight.shape)} needs "
            f"({weight.shape[0]},)"
        )
    if target.is_floating_point() or target.dtype == torch.bool:
        raise TypeError(f"target has dtype {target.dtype}; the words' numbers are integers")
    if reduction not in ("mean", "sum"):
        raise ValueError(f"reduction is {reduction!r}; it can be 'mean' or 'sum'")
    if rows < 1:
        raise ValueError(f"rows is {rows}; a chunk has at least one row")

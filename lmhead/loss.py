"""Cross-entropy of a large head that never holds all the logits.

A head of V words over N positions has N·V logits: 32,768 positions of GPT-2's 50,257 words are
6.6 GB in float32, and the usual loss holds them, their log-softmax and their gradient at once.
But the loss of a row needs the logits of that row alone, and so does its gradient, since the
slope of -log softmax(z)[target] is softmax(z) - onehot(target). `linear_cross_entropy` takes
the rows in chunks, adds each chunk's share to the gradients of h and W while its logits are
there, and forgets them. What it saves for the backward pass is as large as h and W, whatever N.

torch has `torch.nn.functional.linear_cross_entropy` from 2.13 on. It is not used here: measured
with torch 2.14.1 on two cores of an x86-64 server on 1 December 2026 (N = 1,024, d = 768,
V = 50,257, float32; the best of the turns of `python -m bench.head`), all logits at once took
2.12 s and added 604 MiB, torch's 2.30 s and 341 MiB in chunks of 128 rows, 1.99 s and
368 MiB in chunks of 256, this one 2.02 s and 188 MiB in chunks of 128, 1.81 s and
214 MiB in chunks of 256, which it takes by default. On CUDA it is not yet measured.
"""

from __future__ import annotations

import math
from contextlib import suppress
from operator import index
from typing import Any, Literal, SupportsIndex

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable
from torch.nn.functional import pad

__all__ = ["linear_cross_entropy", "rows_of_a_chunk"]

#: Positions in a chunk, by kind of device: on a CPU enough for a matrix product to run at full
#: speed (`python -m bench.head` tries others); elsewhere each chunk costs calls and one more
#: pass over the table's gradient, and there is memory for more.
ROWS = {"cpu": 256}
ROWS_ELSEWHERE = 4096
#: What the number of words is filled up to a multiple of while the products run: a card's tensor
#: cores want rows that begin at even addresses, and 50,257 is odd.
ALIGNED = {"cuda": 64}

Reduction = Literal["mean", "sum"]
#: Whole numbers that torch reads as places in a table, once they are int64.
INTEGERS = {
    *(torch.int64, torch.int32, torch.int16, torch.int8),
    *(torch.uint64, torch.uint32, torch.uint16, torch.uint8),
}


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
    """Cross-entropy of the logits ``h @ weight.T + bias`` without holding them all.

    Parameters
    ----------
    h : torch.Tensor, shape (..., d)
        Hidden vectors, of floats.
    weight : torch.Tensor, shape (V, d)
        The output matrix, one row a word.
    target : torch.Tensor of any integers, shape (...)
        The right words, from 0 to V - 1, or `ignore_index` where a position does not count.
    bias : torch.Tensor, shape (V,), or None, default None
        Added to the logits.
    ignore_index : int, default -100
        The target of positions that do not count: any integer of 64 bits, a word or not.
    z_loss : float, default 0.0
        Adds z_loss · (log Σ exp z)² to each position's loss, which keeps logits from drifting
        [1]_; PaLM uses 1e-4.
    reduction : {"mean", "sum"}, default "mean"
        The mean over the positions that count, or the sum.
    rows : int or None, default None
        Positions in a chunk; by default by the device, see `ROWS`.

    Returns
    -------
    torch.Tensor, shape ()
        The loss in nats, in the precision of `h`, but at least float32. The mean is NaN where
        no position counts, and its gradient 0, as `torch.nn.functional.cross_entropy` has it.

    Raises
    ------
    ValueError
        Where shapes or devices do not fit, and for an option of another kind.
    TypeError
        For a target that is not of integers, and for other tensors that are not of floats.
    IndexError
        For a target outside the vocabulary. On an accelerator it is an error of the device.

    Notes
    -----
    Softmax and sums are taken in at least float32; the products run in the dtype of `h`, or in
    autocast's. The gradients are those of the whole. They are computed in the forward pass, for
    the tensors that require one and only where gradients are recorded, and there is no second
    derivative.

    References
    ----------
    .. [1] A. Chowdhery et al., PaLM: Scaling Language Modeling with Pathways (2022),
       arXiv 2204.02311, section 5.

    Examples
    --------
    >>> h = torch.tensor([[1.0, 0.0, 1.0]])
    >>> w_out = torch.tensor([[1.0, 0, 1], [1, 0, 0], [0, 1, 1], [0, 1, 0]])
    >>> round(linear_cross_entropy(h, w_out, torch.tensor([3])).item(), 3)
    2.627
    """
    _check_tensors(h, weight, target, bias)
    ignore_index, z_loss, rows = _check_options(ignore_index, z_loss, reduction, rows, h.device)
    flat, targets = h.reshape(-1, h.shape[-1]), target.reshape(-1).long()
    counted = targets != ignore_index
    inside = (targets >= 0) & (targets < weight.shape[0])
    # On an accelerator this check would wait for the device, which asserts the index itself.
    if target.device.type == "cpu" and not bool((inside | ~counted).all()):
        wrong = int(targets[~inside & counted][0])
        raise IndexError(
            f"a target is {wrong}; the table has {weight.shape[0]} rows, so targets go from 0 "
            f"to {weight.shape[0] - 1} (or are {ignore_index}, which is ignored)"
        )
    # An ignored target may be any number; replace it by an index that exists.
    targets = targets.where(counted, 0)
    loss: Tensor = _LinearCrossEntropy.apply(
        flat, weight, bias, targets, counted, z_loss, reduction, rows, torch.is_grad_enabled()
    )
    return loss


def rows_of_a_chunk(device: torch.device) -> int:
    """How many positions are taken at a time on a device by default.

    Parameters
    ----------
    device : torch.device
        Where the tensors are.

    Returns
    -------
    int
        Positions in a chunk.

    Examples
    --------
    >>> rows_of_a_chunk(torch.device("cpu"))
    256
    """
    return ROWS.get(device.type, ROWS_ELSEWHERE)


class _LinearCrossEntropy(torch.autograd.Function):  # type: ignore[misc]
    """The loss, with the gradients made chunk by chunk in the forward pass."""

    @staticmethod
    def forward(ctx: Any, h: Tensor, weight: Tensor, bias: Tensor | None, *rest: Any) -> Tensor:
        target, counted, z_loss, reduction, rows, recorded = rest
        # `needs_input_grad` is True for a parameter also where no gradient is recorded.
        wanted = tuple(recorded and needed for needed in ctx.needs_input_grad[:3])
        ctx.save_for_backward(h, weight, bias)
        product = _product_dtype(h)
        exact = torch.promote_types(product, torch.float32)
        # As a float: dividing by an integer tensor may use torch's default dtype. In float64,
        # which Apple's GPUs lack.
        ctx.count = counted.sum().to(exact if h.device.type == "mps" else torch.float64)
        mean = reduction == "mean"
        # In half precision a gradient divided by the count before it is summed would underflow.
        early = mean and exact == product
        ctx.late = mean and not early
        each = (1 / ctx.count.clamp(min=1)).to(exact) if early else None
        ctx.rest = (target, counted, each, z_loss, rows, product, wanted)
        total, ctx.gradients = _sum_and_gradients(h, weight, bias, *ctx.rest)
        return (total / ctx.count if mean else total).to(exact)

    @staticmethod
    @once_differentiable  # type: ignore[untyped-decorator]
    def backward(ctx: Any, upstream: Tensor) -> tuple[Tensor | None, ...]:
        # Scaled in place and returned, so that the table's gradient is held only once. If the
        # graph is kept and backward runs again, the gradients are computed again.
        gradients, ctx.gradients = ctx.gradients, None
        if gradients is None:
            _, gradients = _sum_and_gradients(*ctx.saved_tensors, *ctx.rest)
        share = (upstream / ctx.count).to(upstream.dtype) if ctx.late else upstream
        # Where no position counts, the mean is 0/0 and the gradient still 0.
        share = torch.where(ctx.count > 0, share, 0)
        # One pass over the table's gradient less, where asking costs no wait for a device.
        same = share.device.type == "cpu" and share.item() == 1
        scaled = (
            None if g is None else (g if same else g.mul_(share)).to(tensor.dtype)
            for g, tensor in zip(gradients, ctx.saved_tensors, strict=True)
        )
        return (*scaled, *(None,) * 6)


def _sum_and_gradients(
    h: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    target: Tensor,
    counted: Tensor,
    each: Tensor | None,
    z_loss: float,
    rows: int,
    product: torch.dtype,
    wanted: tuple[bool, bool, bool],
) -> tuple[Tensor, tuple[Tensor | None, Tensor | None, Tensor | None]]:
    """The summed loss of (N, d) vectors; its slopes on h, weight and bias where wanted.

    The slopes are multiplied by `each` where it is given, the loss is not.
    """
    exact = torch.promote_types(product, torch.float32)
    wants_h, wants_w, wants_b = wanted
    words, spare = weight.shape[0], -weight.shape[0] % ALIGNED.get(weight.device.type, 1)
    table = weight.to(product)
    if spare:
        table = pad(table, (0, 0, 0, spare))
    grad_h = torch.empty_like(h) if wants_h else None
    # The first chunk writes it: zeros would cost one more pass over the largest tensor.
    empty = torch.empty_like if h.shape[0] else torch.zeros_like
    grad_w = empty(table, dtype=exact) if wants_w else None
    grad_b = torch.zeros_like(weight[:, 0], dtype=exact) if wants_b else None
    # In float64, so that rounding errors do not add up over thousands of chunks.
    sums_in = exact if h.device.type == "mps" else torch.float64  # which Apple's GPUs lack
    total = torch.zeros((), dtype=sums_in, device=h.device)
    # All chunks reuse the same memory for their logits: new pages for each would cost time.
    memory = table.new_empty(min(rows, h.shape[0]) * table.shape[0])
    # A CPU multiplies faster with the large factor on the left, word by word in memory; the
    # fused kernels for half precision and for accelerators want each position's logits together.
    by_word = h.device.type == "cpu" and exact == product
    for start in range(0, h.shape[0], rows):
        part = slice(start, start + rows)
        y, counts = target[part].unsqueeze(1), counted[part].unsqueeze(1)
        # Zero the ignored positions: an infinite logit times a weight of 0 would be NaN.
        x = torch.where(counts, h[part].to(product), 0)
        here = memory[: len(x) * len(table)]
        if by_word:
            z = torch.mm(table, x.T, out=here.view(len(table), len(x))).T
        else:
            z = torch.mm(x, table.T, out=here.view(len(x), len(table)))
        if bias is not None:
            z[:, :words] += bias
        if spare:
            z[:, words:] = -torch.inf
        slope, sums, loss, log_total, at_target = _exponentials(z, y, exact)
        if z_loss:
            loss = loss + z_loss * log_total.square()
        # torch.where, because an ignored position may have an infinite loss.
        total += torch.where(counts, loss, 0).sum(dtype=sums_in)
        if not any(wanted):
            continue
        # The gradient on the logits is softmax - onehot. Each row of `slope` is `sums` times
        # that; dividing the narrow factor of a product costs less than dividing `slope`.
        if z_loss:
            grown = 1 + 2 * z_loss * log_total
            slope *= grown
            at_target = grown * at_target + (grown - 1)
        slope.scatter_(1, y, (sums * at_target).to(product))
        scale = counts / sums if each is None else counts * each / sums
        if grad_h is not None:
            grad_h[part] = (slope @ table).mul_(scale)
        scaled = x * scale.to(product)
        if grad_w is not None and exact == product:
            torch.addmm(grad_w, slope.T, scaled, beta=1 if start else 0, out=grad_w)
        elif grad_w is not None and start:
            grad_w += slope.T @ scaled
        elif grad_w is not None:
            grad_w.copy_(slope.T @ scaled)
        if grad_b is not None:
            grad_b += (slope.T @ scale.squeeze(1).to(product))[:words]
    return total, (grad_h, None if grad_w is None else grad_w[:words], grad_b)


def _exponentials(
    z: Tensor, y: Tensor, exact: torch.dtype
) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Of logits (n, V) and targets (n, 1): exponentials in the memory of `z`, and their sums.

    Row by row they are the softmax times the sums (n, 1). Then the losses, log Σ exp z, and the
    softmax less 1 at the target, (n, 1) each: the latter as a quotient or by expm1, since a
    difference of rounded numbers would lose the digits of a result near 0. All but the first
    are in the dtype `exact`.
    """
    if z.dtype == exact:  # in place, without a second chunk of logits
        peak = z.amax(1, keepdim=True)
        below = peak - z.gather(1, y)
        z.sub_(peak).exp_()
        right = z.gather(1, y)
        others = z.scatter_(1, y, 0).sum(1, keepdim=True)
        z.scatter_(1, y, right)
        sums = others + right
        logs = sums.log()
        # log1p keeps the digits of a small loss, where the target has most of the softmax.
        loss = torch.where(right > others, (others / right).log1p(), below + logs)
        return z, sums, loss, peak + logs, -others / sums
    logs = torch.log_softmax(z, 1, dtype=exact)
    loss = -logs.gather(1, y)
    log_total = z.gather(1, y).to(exact) + loss
    return torch.exp(logs, out=z), torch.ones_like(loss), loss, log_total, torch.expm1(-loss)


def _product_dtype(h: Tensor) -> torch.dtype:
    """What the matrix products run in: autocast's dtype where it is on, else that of h."""
    kind = h.device.type
    if torch.is_autocast_enabled(kind) and h.dtype != torch.float64:
        return torch.get_autocast_dtype(kind)
    return h.dtype


def _check_tensors(h: Tensor, weight: Tensor, target: Tensor, bias: Tensor | None) -> None:
    for name, value in (("h", h), ("the table", weight), ("target", target), ("bias", bias)):
        if not isinstance(value, Tensor) and not (name == "bias" and value is None):
            raise TypeError(f"{name} is of type {type(value).__name__}; a tensor was expected")
    for name, value in (("h", h), ("the table", weight), ("bias", bias)):
        if value is not None and not value.is_floating_point():
            raise TypeError(
                f"{name} has dtype {value.dtype} and shape {tuple(value.shape)}; floats were "
                "expected"
            )
    if weight.ndim != 2 or h.ndim < 1 or h.shape[-1] != weight.shape[1]:
        raise ValueError(
            f"h has shape {tuple(h.shape)} and the table {tuple(weight.shape)}: h ends in the "
            "width d, and the table is (V, d)"
        )
    if 0 in weight.shape:
        raise ValueError(
            f"the table has shape {tuple(weight.shape)}: it has at least one row, and a row at "
            "least one number"
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
    if target.dtype not in INTEGERS:
        raise TypeError(f"target has dtype {target.dtype}; the words' numbers are integers")
    for name, value in (("the table", weight), ("target", target), ("bias", bias)):
        if value is not None and value.device != h.device:
            raise ValueError(f"h is on {h.device} and {name} on {value.device}; move one of them")


def _check_options(
    ignore_index: int, z_loss: float, reduction: str, rows: int | None, device: torch.device
) -> tuple[int, float, int]:
    """The options as numbers, `rows` by the device where nobody says."""
    ignored = _whole(ignore_index)
    if ignored is None or not -(2**63) <= ignored < 2**63:
        raise ValueError(f"ignore_index is {ignore_index!r}; an integer of 64 bits was expected")
    weight = math.nan
    if not isinstance(z_loss, bool | str | bytes):
        with suppress(TypeError, ValueError, OverflowError, RuntimeError):
            weight = float(z_loss)
    if not 0 <= weight < math.inf:
        raise ValueError(f"z_loss is {z_loss!r}; a finite number of at least 0 was expected")
    if not isinstance(reduction, str) or reduction not in ("mean", "sum"):
        raise ValueError(f"reduction is {reduction!r}; it can be 'mean' or 'sum'")
    chunk = rows_of_a_chunk(device) if rows is None else _whole(rows)
    if chunk is None or chunk < 1:
        raise ValueError(f"rows is {rows!r}; a chunk has at least one row, and a whole number")
    return ignored, weight, chunk


def _whole(value: SupportsIndex) -> int | None:
    """A value as an integer, None for what is none; True is none."""
    if not isinstance(value, bool):
        with suppress(TypeError):
            return index(value)
    return None

"""Works with models and training steps that are written with torch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

Array = np.ndarray[Any, np.dtype[Any]]
Batch = tuple[Array, Array]

# The first optimizer of a process loads much of torch: here it is in nobody's time.
torch.optim.SGD([nn.Parameter(torch.zeros(1))], lr=0.1)


class _Body(nn.Module):  # type: ignore[misc]
    """The body of a check: h = tanh(M x) at each position."""

    def __init__(self, layers: Array) -> None:
        super().__init__()
        self.layers = nn.Parameter(torch.tensor(layers, dtype=torch.float32))

    def forward(self, x: Tensor) -> Tensor:
        return torch.tanh(x @ self.layers.T)


def head(
    make: Callable[..., Any],
    table: Array,
    layers: Array,
    tied: bool,
    batches: list[Batch],
    rate: float,
    probe: Array,
) -> dict[str, Any]:
    """Build a learner's model, train it by plain SGD, and say what its logits are.

    table: (V, d), layers: (d, d), of the body. batches: (tokens, targets), integers (B, T), one
    a step. probe: tokens (B, T) whose logits are returned, from before the steps and from after.

    Returns ``{"start", "after", "parameters"}``, the last one a count of numbers; without what
    could not be had: ``{"not": "module" | "tensor" | "parameters" | "logits", "kind"}``.
    """
    with torch.random.fork_rng(devices=[]), torch.enable_grad():
        model = make(_Body(layers), torch.tensor(table, dtype=torch.float32), tied)
        if not isinstance(model, nn.Module):
            return {"not": "module", "kind": _kind(model)}
        tokens = torch.from_numpy(probe)
        start = model(tokens)
        if not isinstance(start, Tensor):
            return {"not": "tensor", "kind": _kind(start)}
        said: dict[str, Any] = {"start": _numbers(start)}
        if start.shape != (*probe.shape, len(table)):
            return {**said, "not": "logits", "kind": str(tuple(start.shape))}
        parameters = list(model.parameters())
        said["parameters"] = sum(each.numel() for each in parameters)
        for read, right in batches:
            logits = model(torch.from_numpy(read))
            loss = F.cross_entropy(logits.flatten(0, 1), torch.from_numpy(right).flatten())
            _descend(parameters, loss, rate)
        return {**said, "after": _numbers(model(tokens))}


def _descend(parameters: list[nn.Parameter], loss: Tensor, rate: float) -> None:
    """One step of plain SGD; where nothing can be trained, none."""
    for each in parameters:
        each.grad = None
    if not loss.requires_grad:
        return
    loss.backward()
    with torch.no_grad():
        for each in parameters:
            if each.grad is not None:
                each -= rate * each.grad


class _Bigrams(nn.Module):  # type: ignore[misc]
    """The model of a check: the logits after a word are its row of one table, (V, V).

    In eval mode they are half of that, as a model with dropout has others there too.
    """

    def __init__(self, table: Array) -> None:
        super().__init__()
        self.table = nn.Parameter(torch.tensor(table, dtype=torch.float32))

    def forward(self, tokens: Tensor) -> Tensor:
        logits = F.embedding(tokens, self.table)
        return logits if self.training else 0.5 * logits


def step(
    function: Callable[..., Any],
    table: Array,
    batches: list[Batch],
    rate: float,
    momentum: float = 0.0,
    decay: float = 0.0,
    stale: float = 0.0,
) -> dict[str, Any]:
    """Have a learner's step train a model of bigrams by SGD, once with each batch.

    rate, momentum, decay: those of `torch.optim.SGD`. stale: what stands in each gradient before
    the first call, left from elsewhere.

    Returns ``{"tables", "losses", "kinds", "graphs", "left"}``, a list each with an entry a call:
    the table afterwards, the number that was returned (None where it is none), its type, whether
    it holds on to the graph, and whether a gradient is left.
    """
    said: dict[str, list[Any]] = {
        name: [] for name in ("tables", "losses", "kinds", "graphs", "left")
    }
    with torch.random.fork_rng(devices=[]), torch.enable_grad():
        model = _Bigrams(table)
        optimizer = torch.optim.SGD(
            model.parameters(), lr=rate, momentum=momentum, weight_decay=decay
        )
        model.table.grad = torch.full_like(model.table, stale)
        for read, right in batches:
            loss = function(model, optimizer, torch.from_numpy(read), torch.from_numpy(right))
            gradient = model.table.grad
            said["tables"].append(_numbers(model.table))
            said["losses"].append(_number(loss))
            said["kinds"].append(_kind(loss))
            said["graphs"].append(isinstance(loss, Tensor) and loss.requires_grad)
            said["left"].append(gradient is not None and bool(gradient.any()))
    return said


def _numbers(tensor: Tensor) -> Array:
    found: Array = tensor.detach().cpu().double().numpy().copy()
    return found


def _number(value: Any) -> float | None:
    if isinstance(value, Tensor):
        return float(value.detach()) if value.numel() == 1 else None
    if isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool):
        return float(value)
    return None


def _kind(value: Any) -> str:
    if isinstance(value, Tensor):
        return f"Tensor, shape {tuple(value.shape)}"
    return type(value).__name__[:60]

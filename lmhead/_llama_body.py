"""The body of a Llama in torch, for `lmhead.model`: root-mean-square norms, turns, shared keys."""

from __future__ import annotations

import math
from typing import Protocol

import torch
from torch import Tensor, nn
from torch.nn import functional as F

__all__ = ["LlamaBody"]


class Sizes(Protocol):
    """What is read of a `lmhead.model.LlamaConfig`."""

    @property
    def width(self) -> int: ...
    @property
    def layers(self) -> int: ...
    @property
    def heads(self) -> int: ...
    @property
    def keys(self) -> int: ...
    @property
    def inside(self) -> int: ...
    @property
    def dropout(self) -> float: ...
    @property
    def rope_base(self) -> float: ...
    @property
    def epsilon(self) -> float: ...


class LlamaBody(nn.Module):  # type: ignore[misc]
    """Vectors (B, T, d) -> hidden vectors (B, T, d), after the last norm."""

    def __init__(self, config: Sizes) -> None:
        super().__init__()
        self.dropout = nn.Dropout(config.dropout)
        self.blocks = nn.ModuleList(LlamaBlock(config) for _ in range(config.layers))
        self.norm = nn.RMSNorm(config.width, eps=config.epsilon)
        self.head_width, self.rope_base = config.width // config.heads, config.rope_base

    def forward(self, x: Tensor) -> Tensor:
        turns = self._turns(x)
        x = self.dropout(x)
        for block in self.blocks:
            x = block(x, turns)
        normed: Tensor = self.norm(x)
        return normed

    def _turns(self, x: Tensor) -> Tensor:
        """Cosines and sines (2, T, head_width / 2) of each position's angles.

        A float64's exactness is kept while the angles are made, where the device has it.
        """
        exact = torch.float32 if x.device.type == "mps" else torch.float64
        pairs = torch.arange(0, self.head_width, 2, dtype=exact, device=x.device)
        rates = self.rope_base ** (-pairs / self.head_width)
        angles = torch.outer(torch.arange(x.shape[1], dtype=exact, device=x.device), rates)
        return torch.stack([angles.cos(), angles.sin()]).to(x.dtype)

    def initialise(self, model: nn.Module) -> None:
        for name, parameter in model.named_parameters():
            if parameter.ndim == 2:
                writes = name.endswith(("attention.out.weight", "mlp.out.weight"))
                spread = 0.02 / math.sqrt(2 * len(self.blocks)) if writes else 0.02
                nn.init.normal_(parameter, std=spread)


class LlamaBlock(nn.Module):  # type: ignore[misc]
    """Attention to the positions before, then a gated part at each position; both are added."""

    def __init__(self, config: Sizes) -> None:
        super().__init__()
        self.norm1 = nn.RMSNorm(config.width, eps=config.epsilon)
        self.attention = SharedKeys(config)
        self.norm2 = nn.RMSNorm(config.width, eps=config.epsilon)
        self.mlp = Gated(config)

    def forward(self, x: Tensor, turns: Tensor) -> Tensor:
        x = x + self.attention(self.norm1(x), turns)
        added: Tensor = x + self.mlp(self.norm2(x))
        return added


class SharedKeys(nn.Module):  # type: ignore[misc]
    """Attention whose heads share keys and values in groups."""

    def __init__(self, config: Sizes) -> None:
        super().__init__()
        width, keys = config.width, config.keys * (config.width // config.heads)
        self.heads, self.keys, self.drop = config.heads, config.keys, config.dropout
        self.q = nn.Linear(width, width, bias=False)
        self.k = nn.Linear(width, keys, bias=False)
        self.v = nn.Linear(width, keys, bias=False)
        self.out = nn.Linear(width, width, bias=False)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: Tensor, turns: Tensor) -> Tensor:
        def by_heads(vectors: Tensor, heads: int) -> Tensor:  # (B, heads, T, head_width)
            return vectors.unflatten(-1, (heads, -1)).transpose(1, 2)

        q = _turned(by_heads(self.q(x), self.heads), turns)
        k = _turned(by_heads(self.k(x), self.keys), turns)
        v = by_heads(self.v(x), self.keys)
        drop = self.drop if self.training else 0.0
        shared = self.heads != self.keys
        mixed = F.scaled_dot_product_attention(
            q, k, v, dropout_p=drop, is_causal=True, enable_gqa=shared
        )
        written: Tensor = self.out(mixed.transpose(1, 2).flatten(2))
        return self.dropout(written)


class Gated(nn.Module):  # type: ignore[misc]
    """Two matrices side by side, one through SiLU and times the other, and one back."""

    def __init__(self, config: Sizes) -> None:
        super().__init__()
        self.gate = nn.Linear(config.width, config.inside, bias=False)
        self.into = nn.Linear(config.width, config.inside, bias=False)
        self.out = nn.Linear(config.inside, config.width, bias=False)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: Tensor) -> Tensor:
        return self.dropout(self.out(F.silu(self.gate(x)) * self.into(x)))


def _turned(x: Tensor, turns: Tensor) -> Tensor:
    """Each pair of neighbours in the last dimension, turned by its position's angle."""
    (cos, sin), (even, odd) = turns, x.unflatten(-1, (-1, 2)).unbind(-1)
    return torch.stack([even * cos - odd * sin, even * sin + odd * cos], dim=-1).flatten(-2)

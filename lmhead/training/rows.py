"""What training did to the rows of the tables, by how often their words occur.

The article's argument for sharing is about rare words. Words are put into bands by rank (a
word's number in a corpus of words is its rank): the 10 commonest, then to 100, 1,000 and so
on. For each band: how long the rows became, how far they moved, and the loss where a word of the
band was to be predicted.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from ..corpus import Corpus
from ..loss import rows_of_a_chunk
from ..model import LanguageModel
from .devices import uncompiled

__all__ = ["RowsWatch", "bands", "losses_of_positions"]


def bands(size: int) -> list[tuple[int, int]]:
    """(first, end) of each band of ranks: 0-10, 10-100, … to `size`."""
    edges = [0]
    edge = 10
    while edge < size:
        edges.append(edge)
        edge *= 10
    edges.append(size)
    return list(pairwise(edges))


class RowsWatch:
    """Remembers the tables as they were first, and compares."""

    def __init__(self, model: LanguageModel, corpus: Corpus) -> None:
        self.first = {name: table.detach().cpu().clone() for name, table in _tables(model)}
        # Ranks of the tokens: those of GPT-2 are not in order of frequency.
        self._order = torch.from_numpy(corpus.counts).argsort(descending=True, stable=True)

    def report(
        self, model: LanguageModel, corpus: Corpus, losses: Tensor, targets: Tensor
    ) -> dict[str, Any]:
        """One entry a band; see the module.

        losses, targets: of each held-out position, flat, on the CPU; in nats.
        """
        rank = torch.empty_like(self._order)
        rank[self._order] = torch.arange(len(self._order))
        ranks = rank[targets]
        found = []
        for first, end in bands(corpus.size):
            rows, here = self._order[first:end], (ranks >= first) & (ranks < end)
            band: dict[str, Any] = {
                "ranks": [first, end],
                "occurrences": int(corpus.counts[rows.numpy()].sum()),
                "targets": int(here.sum()),
                "loss": losses[here].mean().item() if bool(here.any()) else None,
            }
            for name, table in _tables(model):
                now, before = table.detach().cpu()[rows].float(), self.first[name][rows].float()
                band[name] = {
                    "norm": now.norm(dim=1).mean().item(),
                    "moved": (now - before).norm(dim=1).mean().item(),
                }
            found.append(band)
        return {"bands": found}


def _tables(model: LanguageModel) -> list[tuple[str, Tensor]]:
    if model.head.weight is model.embedding.weight:
        return [("shared", model.embedding.weight)]
    return [("input", model.embedding.weight), ("output", model.head.weight)]


@torch.no_grad()  # type: ignore[untyped-decorator]
def losses_of_positions(
    model: LanguageModel, tokens: Tensor, targets: Tensor, device: torch.device
) -> Tensor:
    """The loss of each position of a held-out batch (B, T), in nats; flat, on the CPU."""
    with uncompiled(device):
        hidden = model.hidden(tokens.to(device)).flatten(0, 1)
    flat = targets.to(device).flatten()
    # By rows, as in lmhead.loss: all logits of a batch of GPT-2's are gigabytes.
    rows = rows_of_a_chunk(device)
    losses = [
        F.cross_entropy(model.head(h).float(), y, reduction="none").cpu()
        for h, y in zip(hidden.split(rows), flat.split(rows), strict=True)
    ]
    return torch.cat(losses)

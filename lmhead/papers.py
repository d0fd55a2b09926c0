"""What the papers on sharing measured, as published, with where the figure stands.

Press & Wolf, "Using the Output Embedding to Improve Language Models", arXiv 1608.05859, and Inan,
Khosravi & Socher, "Tying Word Vectors and Word Classifiers", arXiv 1611.01462: perplexities of
LSTMs on the Penn Treebank, by the number of units.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["RESULTS", "Published"]


@dataclass(frozen=True)
class Published:
    """Two perplexities of one model, without and with sharing.

    arxiv: the paper's number, or None.  part: "valid" or "test", of the text.
    """

    source: str
    arxiv: str | None
    text: str
    part: str
    model: str
    untied: float
    tied: float


_PRESS = ("Press & Wolf", "1608.05859", "Penn Treebank")
_INAN = ("Inan et al.", "1611.01462", "Penn Treebank")

RESULTS: Final = (
    Published(*_PRESS, "valid", "LSTM 200", 120.7, 117.5),
    Published(*_PRESS, "test", "LSTM 200", 114.5, 112.4),
    Published(*_PRESS, "valid", "LSTM 1500, dropout 0.65", 82.2, 77.7),
    Published(*_PRESS, "test", "LSTM 1500, dropout 0.65", 78.4, 74.3),
    Published(*_INAN, "test", "VD-LSTM 200", 87.3, 85.1),
    Published(*_INAN, "test", "VD-LSTM 650", 77.7, 73.9),
    Published(*_INAN, "test", "VD-LSTM 1500", 72.6, 69.0),
)

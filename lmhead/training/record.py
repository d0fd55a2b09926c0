"""What is known of a run, as data: figures, and how far it is."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

__all__ = ["Progress", "Run"]


@dataclass(frozen=True)
class Progress:
    """Where a run is: told after each step to who asked for it.

    loss: of the step, in nats; NaN on an accelerator, where reading it would stop its queue.
    valid: where there was a validation after the step.  tokens, seconds: of all steps so far.
    """

    step: int
    steps: int
    loss: float
    valid: float | None
    tokens: int
    seconds: float


@dataclass
class Run:
    """One training run, as data: what was asked for, and every figure.

    train: [step, mean loss since the last entry], nats.  valid: [step, loss on all of the text
    to validate on].  seconds: of the steps alone.  rows: see `rows.RowsWatch`.
    """

    config: dict[str, Any]
    recipe: dict[str, Any]
    seed: int
    corpus: str
    parameters: int
    device: str
    processes: int
    steps: int = 0
    tokens: int = 0
    seconds: float = 0.0
    train: list[tuple[int, float]] = field(default_factory=list)
    valid: list[tuple[int, float]] = field(default_factory=list)
    test: float | None = None
    rows: dict[str, Any] = field(default_factory=dict)
    stopped: str | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

"""What is known of a run, as data: figures, and how far it is."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

__all__ = ["Progress", "Run"]


@dataclass(frozen=True)
class Progress:
    """Where a run is: told after each step to who asked for it.

    Attributes
    ----------
    step, steps : int
        Steps that are made, and those of the whole run.
    loss : float
        Of the step, in nats; NaN on an accelerator, where reading it would stop its queue.
    valid : float or None
        The loss on the text to validate on, where the step was followed by a validation.
    tokens : int
        Of all steps so far.
    seconds : float
        Of all steps so far; validations are not in it.
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

    Attributes
    ----------
    config, recipe : dict
        As `lmhead.model.Config` and `Recipe` have them.
    seed : int
    corpus : str
        The text's hash.
    parameters : int
        Numbers that the model learns.
    device : str
        Where the run was made.
    processes : int
        How many made it together.
    steps, tokens : int
        What was done.
    seconds : float
        Of the steps alone.
    train : list of (int, float)
        Step, mean loss since the last entry, in nats.
    valid : list of (int, float)
        Step, loss on all of the text to validate on, in nats.
    test : float or None
        The loss on the text to test on, after the last step.
    rows : dict
        See `rows.RowsWatch`; empty before the last step.
    stopped : str or None
        Why the run has ended before its last step, or before its last figures; its checkpoint
        goes on from there.
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
        """The same as a dictionary, for JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Run:
        """A run as `to_json` gave it. TypeError for what is none."""
        run = cls(**data)
        run.train, run.valid = ([(step, loss) for step, loss in p] for p in (run.train, run.valid))
        return run

    def best(self, at: Collection[int] | None = None) -> float | None:
        """The lowest loss on the text to validate on, of the steps `at`; None where there is none.

        Examples
        --------
        >>> run = Run({}, {}, 0, "", 1, "cpu", 1, valid=[(0, 9.2), (80, 6.1), (160, 6.3)])
        >>> run.best(), run.best(at=[0, 160])
        (6.1, 6.3)
        """
        return min((loss for step, loss in self.valid if at is None or step in at), default=None)

"""What a grading run says of each submission, and of all of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Status = Literal["graded", "broken"]


@dataclass
class SummaryLine:
    """One student's line of the summary, as the gradebook has it: a person's mark counts
    where there is one, else the automatic one.

    points: after the late penalty. waiting: points that a person has to give. unchanged: it
    was graded before, and has not been handed in anew since. remarked: its points are others
    than then all the same, by hand or by another deadline. differences: where marks are only
    compared, by task what the machine gave and what it would give; None: a person has to judge.
    """

    student: str
    status: Status
    points: float = 0.0
    max_points: float = 0.0
    waiting: float = 0.0
    notes: list[str] = field(default_factory=list)
    tasks: dict[str, float | None] = field(default_factory=dict)
    late_penalty: float = 0.0
    unchanged: bool = False
    remarked: bool = False
    differences: dict[str, tuple[float | None, float | None]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "differences"}


def counts(lines: list[SummaryLine]) -> dict[str, int]:
    """How many were graded now and how many had not changed; then, of all of them, how many
    have no points, need a person, or are broken."""
    fine = [line for line in lines if line.status == "graded"]
    return {
        "graded": sum(not line.unchanged for line in fine),
        "unchanged": sum(line.unchanged for line in lines),
        "broken": sum(line.status == "broken" for line in lines),
        "zero": sum(line.points == 0 and not line.waiting for line in fine),
        "needs a person": sum(line.waiting > 0 for line in lines),
    }


def in_words(lines: list[SummaryLine]) -> str:
    """The same as a sentence whose numbers add up: each submission is either graded or broken."""
    fine = [line for line in lines if line.status == "graded"]
    waiting = sum(line.waiting > 0 for line in fine)
    zero = sum(line.points == 0 and not line.waiting for line in fine)
    inside = [f"{waiting} {'waits' if waiting == 1 else 'wait'} for a person"] if waiting else []
    inside += [f"{zero} without points"] if zero else []
    broken, same = len(lines) - len(fine), sum(line.unchanged for line in lines)
    parts = [f"{len(fine)} graded" + (f" ({', '.join(inside)})" if inside else "")] if fine else []
    parts += [f"{broken} broken"] if broken else []
    noun = "submission" if len(lines) == 1 else "submissions"
    said = f"{len(lines)} {noun}: {', '.join(parts)}."
    remarked = sum(line.remarked for line in lines)
    if remarked:
        verb = "has" if remarked == 1 else "have"
        rest = " Nothing else had changed." if same == len(lines) else ""
        return (
            f"{said} {remarked} of the {len(lines)} {verb} other points than at the last run, "
            f"by hand or by another deadline.{rest}"
        )
    if same == len(lines):
        return f"{said} Nothing had changed."
    return f"{said} {same} of the {len(lines)} had not changed." if same else said

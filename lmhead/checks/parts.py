"""The verdict on a part: right, wrong, not attempted, or not judged until another is right."""

from __future__ import annotations

from typing import Any

from ..messages import Message
from .formatting import format_value, told_apart
from .result import Part


def right(part_id: str, points: float, message: Message | None = None) -> Part:
    """Full points; a message where there is something to add."""
    return Part(part_id, points, points, "right", message)


def wrong(
    part_id: str,
    points: float,
    message: Message,
    *,
    misconception: str | None = None,
    case: str | None = None,
    expected: Any = None,
    got: Any = None,
) -> Part:
    """No points, and why."""
    return Part(
        part_id,
        0.0,
        points,
        "wrong",
        message,
        misconception,
        case,
        *_shown(expected, got),
    )


def _shown(expected: Any, got: Any) -> tuple[str | None, str | None]:
    if expected is not None and got is not None:
        return told_apart(expected, got)
    return (
        None if expected is None else format_value(expected),
        None if got is None else format_value(got),
    )


def not_attempted(part_id: str, points: float, message: Message) -> Part:
    """Nothing is there to be judged."""
    return Part(part_id, 0.0, points, "not-attempted", message)


def not_run(part_id: str, points: float, message: Message) -> Part:
    """For a part that makes sense only once another is right: one fault is reported once."""
    return Part(part_id, 0.0, points, "not-run", message)

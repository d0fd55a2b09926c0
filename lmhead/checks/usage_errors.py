"""`check` was called in a way that cannot be answered; what is said is a sentence."""

from __future__ import annotations

from ..messages import Message


class UsageError(Exception):
    """`check` was called in a way that names no task, or not its work. Its text is a sentence."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.message.text()


class UnknownTask(UsageError, LookupError):
    """There is no task of this id."""


class WrongWork(UsageError, TypeError):
    """A task was given too few values, or too many."""


class CheckedLater(UsageError):
    """A task of the course's own whose check is not here: it is checked at grading."""

"""A run on disk, so that it can go on with the same numbers."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import torch

from .._files import whole_file
from .._interrupts import held
from .settings import TrainingProblem

__all__ = ["load", "save", "whose"]


def save(path: Path, state: dict[str, Any]) -> None:
    """Write a checkpoint whole or not at all. Raises TrainingProblem where it cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with held(), whole_file(path, synced=True) as file:
            torch.save(state, file)
    except (OSError, RuntimeError) as error:
        # Where a write fails, torch.save goes on to end its archive, and that fails too: what is
        # raised is the second, with the reason behind it.
        behind = error.__context__ if isinstance(error, RuntimeError) else error
        reason = getattr(behind, "strerror", None) or str(error).splitlines()[0]
        full = getattr(behind, "errno", None) in (errno.ENOSPC, errno.EDQUOT)
        what_to_do = "Make room, or name" if full else "Name"
        raise TrainingProblem(
            f"the checkpoint {path} cannot be written ({reason}); the one before it, if any, is "
            f"as it was. {what_to_do} another folder with --out"
        ) from error


def load(path: Path, expected: dict[str, Any]) -> dict[str, Any] | None:
    """A checkpoint of the run that `expected` describes, or None where there is none.

    Only tensors and plain values are read, never code. Raises TrainingProblem for a file that is
    of another run or is damaged.
    """
    state = _read(path)
    if state is not None:
        _refuse_another(path, state["run"], expected)
    return state


def whose(path: Path) -> dict[str, Any] | None:
    """Which run a checkpoint is of, and how far it is ("steps"); its tensors are not read.

    None where there is no file. Raises TrainingProblem for one that is damaged.
    """
    state = _read(path, mmap=True)
    return None if state is None else {**state["run"], "steps": state["figures"]["steps"]}


def _read(path: Path, *, mmap: bool = False) -> dict[str, Any] | None:
    if not path.exists():
        return None
    try:
        state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True, mmap=mmap)
        if not isinstance(state["run"], dict) or not isinstance(state["figures"]["steps"], int):
            raise TypeError("the run or its figures")
    except Exception as error:
        raise TrainingProblem(
            f"{path} is not a checkpoint of this program, or is damaged: delete it to start anew"
        ) from error
    return state


def _refuse_another(path: Path, found: dict[str, Any], expected: dict[str, Any]) -> None:
    for name, value in expected.items():
        other = found.get(name)
        if other == value:
            continue
        if isinstance(value, dict) and isinstance(other, dict):  # the settings that differ
            names = [each for each in value if other.get(each) != value[each]]
            theirs, this = (", ".join(f"{n} {d.get(n)!r}" for n in names) for d in (other, value))
        else:
            theirs, this = repr(other), repr(value)
        raise TrainingProblem(
            f"{path} is of another run: its {name} is {theirs}, and this run's is {this}. "
            "Delete it to start anew, or name another folder with --out"
        )

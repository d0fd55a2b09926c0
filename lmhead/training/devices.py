"""The device a run is on: which one, in what precision, and what it refuses as a sentence."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

import torch

from .settings import Recipe, TrainingProblem

__all__ = [
    "choose_device",
    "precision",
    "random_state",
    "refusals",
    "set_random_state",
    "uncompiled",
]


def choose_device(name: str = "auto") -> torch.device:
    """ "auto": CUDA, else MPS, else the CPU. TrainingProblem for one that is not there."""
    if name == "auto":
        cuda, mps = torch.cuda.is_available(), torch.backends.mps.is_available()
        return torch.device("cuda" if cuda else "mps" if mps else "cpu")
    try:
        device = torch.device(name)
    except RuntimeError as error:  # torch lists all names it knows, a dozen nobody has
        raise _not_here(name, "torch knows no such device") from error
    try:
        torch.empty(1, device=device)
    except (RuntimeError, AssertionError, ImportError) as error:
        raise _not_here(name, _first_clause(str(error))) from error
    return device


def _not_here(name: str, why: str) -> TrainingProblem:
    return TrainingProblem(
        f"the device {name!r} is not here ({why}): --device auto takes what there is"
    )


def _first_clause(text: str) -> str:
    """What torch says up to its first full stop: at most 100 characters, no address."""
    clause = re.split(r"[.;](?:\s|$)|\n|\w+://", text.strip(), maxsplit=1)[0].strip()
    return clause if len(clause) <= 100 else clause[:99].rsplit(" ", 1)[0] + "…"


def precision(device: torch.device) -> contextlib.AbstractContextManager[Any]:
    """bfloat16 products on CUDA; elsewhere float32 throughout."""
    if device.type == "cuda":
        autocast: contextlib.AbstractContextManager[Any] = torch.autocast("cuda", torch.bfloat16)
        return autocast
    return contextlib.nullcontext()


def uncompiled(device: torch.device) -> contextlib.AbstractContextManager[Any]:
    """For what runs seldom and in other shapes: on CUDA it would be compiled again for minutes."""
    if device.type == "cuda":
        eager: contextlib.AbstractContextManager[Any] = torch.compiler.set_stance("force_eager")
        return eager
    return contextlib.nullcontext()


def random_state(device: torch.device) -> dict[str, Any]:
    """The states of the generators of random numbers that a run on this device draws from."""
    found = {"cpu": torch.get_rng_state()}
    if device.type == "cuda":
        found["cuda"] = torch.cuda.get_rng_state(device)
    return found


def set_random_state(states: dict[str, Any], device: torch.device) -> None:
    """Go back to such states; a state of a device that this is not is left out."""
    torch.set_rng_state(states["cpu"])
    if device.type == "cuda" and states.get("cuda") is not None:
        torch.cuda.set_rng_state(states["cuda"], device)


@contextlib.contextmanager
def refusals(device: torch.device, recipe: Recipe) -> Iterator[None]:
    """Turn "out of memory" into a sentence that says which setting to lower."""
    try:
        yield
    except RuntimeError as error:  # torch.OutOfMemoryError is one; MPS and CPU say it in words
        full = ("out of memory", "can't allocate memory", "not enough memory")
        if not any(words in str(error) for words in full):
            raise
        raise TrainingProblem(
            f"{device} has too little memory for batches of {recipe.batch} sequences "
            f"of {recipe.length} tokens: lower --batch, then --length"
        ) from error

"""What 05-tying/no-layers asks for, written from the notebook's text."""

from __future__ import annotations

from typing import Any

import numpy as np

from lmhead.tasks.contracts import ValueContract, as_array


def _every_word(table: Any) -> bool:
    scores = _scores(table)
    return scores is not None and all(_repeats(scores, k) for k in range(3))


def _one_word(table: Any) -> bool:
    scores = _scores(table)
    if scores is None or sum(_repeats(scores, k) for k in range(3)) != 1:
        return False
    others = [k for k in range(3) if not _repeats(scores, k)]
    return all(scores[k].max() > scores[k, k] for k in others)


def _repeats(scores: np.ndarray[Any, Any], k: int) -> bool:
    """Whether word k comes first after itself, by more than rounding may give."""
    nearly = 1e-6 * max(1.0, float(np.abs(scores).max()))
    return bool((np.delete(scores[k], k) < scores[k, k] - nearly).all())


def _scores(table: Any) -> np.ndarray[Any, Any] | None:
    rows = as_array(table)
    if rows is None or rows.shape != (3, 2) or rows.dtype.kind == "b":
        return None
    rows = rows.astype(float)
    # Products of numbers beyond this are infinite.
    return rows @ rows.T if (np.abs(rows) <= 1e100).all() else None


def _no_layers(values: dict[str, Any]) -> bool:
    letter = values["no_word"]
    return (
        _every_word(values["every_word"])
        and _one_word(values["one_word"])
        and isinstance(letter, str)
        and letter.strip().upper() == "C"
    )


CONTRACTS = {"values": ValueContract(("every_word", "one_word", "no_word"), _no_layers)}

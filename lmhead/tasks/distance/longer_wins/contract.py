"""What 01-distance/longer-wins asks for, written from the notebook's text."""

from __future__ import annotations

from typing import Any

import numpy as np

from lmhead.tasks.contracts import Array, ValueContract, as_array


def _longer_wins(values: dict[str, Any]) -> bool:
    h, rows = as_array(values["h_long"]), as_array(values["rows_long"])
    if h is None or rows is None or h.shape != (2,) or rows.shape != (3, 2):
        return False
    every = np.array([*h, *rows.ravel()], dtype=float)
    if h.dtype.kind == "b" or rows.dtype.kind == "b" or not (np.abs(every) < 1e100).all():
        return False
    scores = [_product(row, h) for row in rows]
    if not 0 < scores[0] < scores[1] < scores[2]:
        return False
    # Squares of the cosines times |h|, which are rational: the scores are positive.
    cosines = [score**2 / _product(row, row) for score, row in zip(scores, rows, strict=True)]
    return cosines[0] > cosines[1] > cosines[2]


def _product(a: Array, b: Array) -> float:
    return float(sum(float(x) * float(y) for x, y in zip(a, b, strict=True)))


CONTRACTS = {"values": ValueContract(("h_long", "rows_long"), _longer_wins)}

"""What 03-by-hand/favour-run asks for, written from the notebook's text."""

from __future__ import annotations

from typing import Any

import numpy as np

from lmhead.tasks.contracts import ValueContract, as_array

W_OUT = np.array([[1, 0, 1], [1, 0, 0], [0, 1, 1], [0, 1, 0]])


def _favour_run(values: dict[str, Any]) -> bool:
    h = as_array(values["h_run"])
    if h is None or h.shape != (3,) or h.dtype.kind == "b" or not np.isfinite(h).all():
        return False
    powers = np.exp(W_OUT @ h)
    return bool(powers[3] / powers.sum() > 0.55 and np.linalg.norm(h) <= np.sqrt(2) + 0.001)


CONTRACTS = {"values": ValueContract(("h_run",), _favour_run)}

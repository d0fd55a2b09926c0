"""What 03-by-hand/chain asks for, written from the notebook's text."""

from __future__ import annotations

from typing import Any

import numpy as np

from lmhead.tasks.contracts import ValueContract, close

E = np.e


def _chain(values: dict[str, Any]) -> bool:
    logits = [3, 1, 1, -1]
    powers = [E**3, E, E, 1 / E]
    expected = {
        "logits": logits,
        "exponentials": powers,
        "total": sum(powers),
        "shares": [power / sum(powers) for power in powers],
    }
    return all(close(values[name], wanted, 5e-4) for name, wanted in expected.items())


CONTRACTS = {
    "values": ValueContract(("logits", "exponentials", "total", "shares"), _chain, apart=1e-3)
}

"""What 04-decoding/write asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lmhead.tasks.contracts import Arguments, Contract, ValueContract, numbers


def _step(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(12):
        yield ([int(i) for i in rng.integers(0, 200, int(rng.integers(1, 12)))],)


def _fair(values: dict[str, Any]) -> bool:
    value = values["fair"]
    return isinstance(value, str) and value.strip().upper() == "D"


CONTRACTS = {
    "step": Contract(_step, numbers(1e-4, 1e-4, lists=True)),
    "values": ValueContract(("fair",), _fair),
}

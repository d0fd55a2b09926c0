"""What 03-by-hand/scale asks for, written from the notebook's text."""

from __future__ import annotations

from typing import Any

from lmhead.tasks.contracts import ValueContract, close


def _scale(values: dict[str, Any]) -> bool:
    return close(values["scale"], 2.92, 1e-6)


CONTRACTS = {"values": ValueContract(("scale",), _scale, apart=0.01)}

"""What 03-by-hand/impossible asks for, written from the notebook's text."""

from __future__ import annotations

from typing import Any

from lmhead.tasks.contracts import ValueContract


def _letter(name: str, right: str) -> ValueContract:
    def same(values: dict[str, Any]) -> bool:
        value = values[name]
        return isinstance(value, str) and value.strip().upper() == right

    return ValueContract((name,), same)


CONTRACTS = {"values": _letter("impossible", "C")}

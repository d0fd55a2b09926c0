"""The threat model says what is so: its functions exist, and each attack stands at a door."""

import importlib
import re
from pathlib import Path

import pytest

import lmhead

from .bank import HERE

PAGE = Path(lmhead.__file__).parent / "grading" / "THREAT_MODEL.md"
TEXT = PAGE.read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in TEXT.splitlines()
    if line.startswith("| ")
][2:]
FILES = {path.stem for folder in ("cells", "folders") for path in (HERE / folder).glob("[a-z]*.py")}


def names_in(text: str) -> list[str]:
    return re.findall(r"`((?:grading|wire|commands|training)\.[\w.]+)`", text)


def test_each_door_says_who_checks_and_is_tried() -> None:
    assert len(ROWS) >= 13
    for door, danger, checks, attacks in ROWS:
        assert door
        assert danger
        assert names_in(checks), door
        assert attacks.split(", ")[0] in FILES, door


@pytest.mark.parametrize("name", sorted(set(names_in(TEXT))))
def test_who_checks_is_there(name: str) -> None:
    parts = name.split(".")
    for at in range(len(parts) - 1, 0, -1):
        try:
            found = importlib.import_module(".".join(["lmhead", *parts[:at]]))
        except ModuleNotFoundError:
            continue
        for part in parts[at:]:
            found = getattr(found, part)
        assert callable(found)
        return
    pytest.fail(f"{name} leads nowhere")


def test_every_attack_stands_at_a_door() -> None:
    told = [name for *_, attacks in ROWS for name in attacks.split(", ")]
    assert set(told) == FILES

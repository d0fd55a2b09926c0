"""Text that others made is shown on a terminal, and not obeyed."""

import json
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from lmhead.commands import terminal

COMMANDS = Path(terminal.__file__).parent
HOSTILE = "a\x1b]52;c;ZXZpbA==\x07b\x1b[2J\x9b1m\u202egpj.exe\u2066\x00\r\ud800"


@given(st.text())
def test_nothing_that_a_terminal_obeys_is_left(text: str) -> None:
    shown = terminal.printable(text + HOSTILE)
    kinds = {unicodedata.category(char) for char in shown if char not in "\n\t"}
    assert not kinds & {"Cc", "Cs"}
    assert not {unicodedata.bidirectional(char) for char in shown} & {
        *("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
    }


@pytest.mark.parametrize(
    "text", ["03-by-hand\n  ok\t1", "李雷 × 2 — “好”", "e\u0301", "👩\u200d🔬"]
)
def test_what_people_write_is_as_it_was(text: str) -> None:
    assert terminal.printable(text) == text
    assert terminal.cell(text).plain == text


def test_codes_are_written_out() -> None:
    assert terminal.printable(HOSTILE).startswith(
        "a\\x1b]52;c;ZXZpbA==\\x07b\\x1b[2J\\x9b1m\\u202e"
    )
    console = Console(width=200, force_terminal=True, color_system=None)
    with console.capture() as captured:
        console.print(terminal.cell(HOSTILE))
    assert "\x1b" not in captured.get()


def test_json_is_the_same_data_and_safe_to_print(capsys: pytest.CaptureFixture[str]) -> None:
    data = {"file": HOSTILE, "李": [1, None, "\u2028"]}
    text = terminal.json_text(data)
    assert json.loads(text) == data
    assert "李" in text
    assert terminal.printable(text) == text


def test_every_command_speaks_through_this_module() -> None:
    """A call that prints by itself would have no such care."""
    for path in COMMANDS.glob("*.py"):
        if path.name == "terminal.py":
            continue
        source = path.read_text("utf-8")
        speaks = r"typer\.s?echo|(?<!Console\(\)\.)\bprint\(|\bText\(|sys\.stdout|json\.dumps"
        assert re.findall(speaks, source) == [], path.name

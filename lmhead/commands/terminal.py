"""What is said on a terminal. Text that others made passes here, and commands it nothing.

A file's name or a notebook's text may hold codes that clear the screen, fill the clipboard
(OSC 52) or turn the reading direction. They are shown as what they are, and not obeyed.
"""

from __future__ import annotations

import json
import re
from typing import Any

import typer
from rich.text import Text

#: Control characters but line feed and tab; marks of direction; halves of characters.
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)


def printable(text: str) -> str:
    r"""A text with each character that a terminal would obey written out: ``\x1b``, ``\u202e``."""
    return _UNSAFE.sub(lambda match: ascii(match[0])[1:-1], text)


def echo(text: str = "", *, err: bool = False) -> None:
    """Print a line; err: on standard error."""
    typer.echo(printable(text), err=err)


def cell(text: str) -> Text:
    """A cell of a table, whose text is no markup."""
    return Text(printable(text))


def json_text(data: Any) -> str:
    """Data as JSON that can be read in a terminal as well: what it would obey is escaped."""
    text = json.dumps(data, ensure_ascii=False, indent=2, default=str)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)

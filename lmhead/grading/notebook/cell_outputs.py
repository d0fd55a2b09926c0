"""Outputs of cells as a graded notebook holds them: text, and PNG images that are images."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from nbformat import NotebookNode

from .read import writable

LARGEST_IMAGE = 2**24  # pixels: a browser unpacks each to four bytes
ALL_IMAGES = 2**26  # pixels of all that one notebook shows
PNG = b"\x89PNG\r\n\x1a\n"


def node(value: Any) -> Any:
    """Plain data as a notebook holds it."""
    if isinstance(value, dict):
        return NotebookNode({key: node(item) for key, item in value.items()})
    if isinstance(value, list):
        return [node(item) for item in value]
    return value


def stream(name: str, text: str) -> NotebookNode:
    """What was printed."""
    return NotebookNode(output_type="stream", name=name, text=text)


def error(name: str, text: str, lines: list[str] | None = None) -> NotebookNode:
    """What stopped a cell."""
    return NotebookNode(output_type="error", ename=name, evalue=text, traceback=lines or [text])


def clean(output: Any) -> NotebookNode | None:
    """One output rebuilt from its plain parts, or None."""
    if not isinstance(output, dict):
        return None
    kind = output.get("output_type")
    if kind == "stream":
        text, name = output.get("text"), output.get("name")
        if not isinstance(text, str) or name not in ("stdout", "stderr"):
            return None
        dropped = output.get("dropped")
        more = f"\n… ({dropped:,})" if type(dropped) is int and 0 < dropped < 10**15 else ""
        return stream(str(name), writable(text) + more)
    if kind == "error":
        lines = output.get("traceback")
        lines = lines[:60] if isinstance(lines, list) else []
        return error(
            writable(str(output.get("ename"))[:100]),
            writable(str(output.get("evalue"))[:1000]),
            [writable(line) for line in lines if isinstance(line, str)],
        )
    if kind not in ("execute_result", "display_data"):
        return None
    data = output.get("data")
    kept = {}
    if isinstance(data, dict):
        if isinstance(data.get("text/plain"), str):
            kept["text/plain"] = writable(data["text/plain"])
        if _is_png(data.get("image/png")):
            kept["image/png"] = data["image/png"]
    if not kept:
        return None
    made = NotebookNode(output_type=str(kind), data=NotebookNode(kept), metadata=NotebookNode())
    if kind == "execute_result":
        made.execution_count = None
    return made


def pixels(output: NotebookNode) -> int:
    """Of the image in a cleaned output; 0 where there is none."""
    data = output.get("data", {}).get("image/png")
    return 0 if data is None else _pixels(base64.b64decode(data[:32]))


def _pixels(image: bytes) -> int:
    """Width times height, from the first 24 bytes of a PNG."""
    width, height = (int.from_bytes(image[at : at + 4], "big") for at in (16, 20))
    return width * height


def _is_png(data: Any) -> bool:
    """Whether it is a PNG, in base64, of a size that a page can show."""
    if not isinstance(data, str):
        return False
    try:
        image = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return False
    return image.startswith(PNG) and _pixels(image) <= LARGEST_IMAGE

"""CSV files as people have them: read whatever a spreadsheet wrote, written so that one can
open them and nothing in them runs."""

from __future__ import annotations

import contextlib
import csv
import io
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..file_writing import write_beside
from ..problems import CourseProblem

LARGEST = 16 * 2**20  # bytes of a table
#: What a spreadsheet takes for a formula at the start of a cell, and what it skips before one.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_BLANK = " \u00a0\u3000\ufeff"
#: A spreadsheet set to semicolons or tabs begins a cell after one, whatever the quotes say.
_WITHIN = re.compile(rf"((?:;|(?<=[^\t\r\n])[\t\r\n]+)[{_BLANK}]*)(?=[=+@＝＋－＠-])")
Cell = str | int | float | None


@dataclass(frozen=True)
class Row:
    """A line of a table: its number in the file, and its cells by column name."""

    line: int
    cells: dict[str, str]

    def __getitem__(self, name: str) -> str:
        return self.cells.get(name, "")


def is_there(path: Path) -> bool:
    """Whether something has this name, be it a folder or a link that leads nowhere: that is no
    table, and to go on as if there were none would cost somebody points."""
    return os.path.lexists(path)


def read_text(path: Path) -> str:
    """A text file in UTF-8, with or without a byte order mark, in UTF-16 with one, or in
    GB 18030, as Excel writes it under Chinese Windows. Raises `CourseProblem`."""
    try:
        if path.stat().st_size > LARGEST:
            raise CourseProblem(f"{path} is larger than {LARGEST // 2**20} MB: it is no table.")
        data = path.read_bytes()
    except OSError as error:
        raise CourseProblem(f"{path} cannot be read: {error.strerror}.") from error
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise CourseProblem(f"{path} is an Excel workbook, or an archive: save it as CSV (UTF-8).")
    utf16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ["utf-16"] if utf16 else ["utf-8-sig", "gb18030"]:
        with contextlib.suppress(UnicodeDecodeError):
            return data.decode(encoding)
    raise CourseProblem(f"{path} is in an encoding that is not known here: save it as UTF-8.")


def read_lines(path: Path) -> list[tuple[int, list[str]]]:
    """The lines of a CSV file with their numbers, whatever separates its cells: commas,
    semicolons or tabs, whichever its first line has most of. Empty lines are left out.

    Raises `CourseProblem`.
    """
    text = read_text(path)
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        return [(reader.line_num, cells) for cells in reader if any(map(str.strip, cells))]
    except csv.Error as error:
        raise CourseProblem(
            f"{path}, line {reader.line_num}: {error}. Open it in a spreadsheet and save it as "
            "CSV (UTF-8) again."
        ) from error


def read_table(
    path: Path, columns: Mapping[str, Sequence[str]], needed: Sequence[str]
) -> list[Row]:
    """The lines of a CSV file (commas, semicolons or tabs) whose first line names its columns.

    columns: our name -> the names it may have in the file, in lower case. needed: our names
    without which the file is of no use. Empty lines are left out. Raises `CourseProblem`.
    """
    lines = read_lines(path)
    names = [_our_name(cell, columns) for cell in lines[0][1]] if lines else []
    missing = [name for name in needed if name not in names]
    if missing:
        known = "; ".join(f"{name} ({' or '.join(columns[name])})" for name in missing)
        raise CourseProblem(f"{path} lacks a column: {known}. Its first line names the columns.")
    rows = []
    for number, cells in lines[1:]:
        found = zip(names, map(str.strip, cells), strict=False)
        rows.append(Row(number, {name: cell for name, cell in found if name}))
    return rows


def _our_name(cell: str, columns: Mapping[str, Sequence[str]]) -> str | None:
    said = " ".join(cell.lower().split())
    return next((name for name, others in columns.items() if said in others), None)


def harmless(cell: Cell) -> Cell:
    """A cell that a spreadsheet takes for text where it is text: a formula gets a quote in
    front, as OWASP advises. Numbers stay numbers."""
    if not isinstance(cell, str) or cell == "-":  # a dash alone is how Moodle says nothing
        return cell
    cell = _WITHIN.sub(r"\1'", cell.replace("\0", ""))
    return "'" + cell if cell.lstrip(_BLANK).startswith(_FORMULA) else cell


def table_text(rows: Iterable[Sequence[Cell]]) -> str:
    """Rows as CSV (RFC 4180: lines end in CR LF) without formulas."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerows([harmless(cell) for cell in row] for row in rows)
    return stream.getvalue()


def write_table(
    path: Path, rows: Iterable[Sequence[Cell]], *, bom: bool = False, force: bool = False
) -> None:
    """Write a CSV file whole or not at all, readable by its owner alone.

    bom: begin with the mark by which Excel knows UTF-8. force: also over a file that is
    there. Raises `CourseProblem`.
    """
    if not force and (path.exists() or path.is_symlink()):
        raise CourseProblem(f"{path} is there already; --force writes over it.")
    data = table_text(rows).encode("utf-8-sig" if bom else "utf-8", "replace")
    try:
        write_beside(path, data, 0o600)
    except OSError as error:
        raise CourseProblem(f"{path} cannot be written: {error.strerror}.") from error

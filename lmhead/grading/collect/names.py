"""Names in downloads: their encoding, what they point to, and whom an LMS means by them."""

from __future__ import annotations

import re
import struct
import unicodedata
import zipfile
import zlib
from dataclasses import dataclass
from typing import Literal

Source = Literal["canvas", "moodle", "plain"]
_JUNK = {"__macosx", ".ds_store", "thumbs.db", "desktop.ini", ".ipynb_checkpoints", ".git"}
_UTF8 = 0x800  # the flag of a zip entry whose name is in UTF-8
DEEPEST, LONGEST = 20, 240  # folders of a path, bytes of a name


def decoded(info: zipfile.ZipInfo) -> str:
    """An entry's name: as its flag or its Unicode field says, else by what its bytes can be.

    Without either, `zipfile` reads names in code page 437. macOS means UTF-8 by them, and
    Chinese Windows GBK.
    """
    if info.flag_bits & _UTF8:
        return info.orig_filename
    try:
        raw = info.orig_filename.encode("cp437")
    except UnicodeEncodeError:
        return info.orig_filename
    own = _unicode_path(info.extra, raw)
    if own is not None:
        return own
    return text_of(raw) or info.orig_filename


def text_of(raw: bytes) -> str | None:
    """The bytes of a name as UTF-8, or as GBK where they then are Chinese, or None."""
    for encoding in ("utf-8", "gb18030"):
        try:
            name = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if encoding == "utf-8" or _chinese(name):
            return name
    return None


def _unicode_path(extra: bytes, raw: bytes) -> str | None:
    """Info-ZIP's field 0x7075: the name in UTF-8, with the checksum of the one it stands for."""
    while len(extra) >= 4:
        kind, size = struct.unpack_from("<HH", extra)
        body, extra = extra[4 : 4 + size], extra[4 + size :]
        if kind == 0x7075 and len(body) > 5 and body[0] == 1:
            if struct.unpack_from("<L", body, 1)[0] != zlib.crc32(raw):
                return None
            try:
                return body[5:].decode("utf-8")
            except UnicodeDecodeError:
                return None
    return None


def _chinese(name: str) -> bool:
    """Whether what is not ASCII is mostly of the characters in daily use, those of GB 2312.

    Names of Western Europe in code page 437 are GBK too, but of characters that nobody uses.
    """
    others = [char for char in name if ord(char) > 127]
    daily = sum(_encodes(char, "gb2312") for char in others)
    return bool(others) and 2 * daily >= len(others)


def _encodes(char: str, encoding: str) -> bool:
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def parts_of(name: str) -> tuple[str, ...] | None:
    """A member's path in parts, or None where it points elsewhere or no file may be called so."""
    name = unicodedata.normalize("NFC", name).replace("\\", "/")
    name = "".join(char for char in name if unicodedata.category(char) != "Cf")  # unseen marks
    parts = tuple(part for part in name.split("/") if part not in ("", "."))
    absolute = name.startswith("/") or re.match(r"[A-Za-z]:", name)
    if absolute or not parts or len(parts) > DEEPEST or ".." in parts:
        return None
    for part in parts:
        try:
            if len(part.encode("utf-8")) > LONGEST or not part.isprintable():
                return None
        except UnicodeEncodeError:  # bytes of an encoding that is not known
            return None
    return parts


def is_junk(parts: tuple[str, ...]) -> bool:
    """Whether it is what macOS, Windows and Jupyter leave beside people's files."""
    return any(part.lower() in _JUNK or part.startswith(("._", "~$")) for part in parts)


def shown(parts: tuple[str, ...]) -> str:
    """A path as a sentence may name it: short, and without what a terminal would obey."""
    text = "/".join(parts)
    text = text if text.isprintable() else ascii(text)
    return text if len(text) <= 160 else f"{text[:100]}…{text[-50:]}"


# -- whom an LMS means --------------------------------------------------------------------------


@dataclass(frozen=True)
class Owner:
    """Whose file it is, as the LMS says it. name and id: the LMS's. file: the path of the
    file in what they handed in. order: rises with what was handed in later, where it says so."""

    source: Source
    name: str
    id: str
    file: tuple[str, ...]
    late: bool = False
    order: int = 0


#: doejane_LATE_1234_567890_notebook.ipynb: the user's and then the file's number.
_CANVAS = re.compile(
    r"(?P<name>.+?)(?P<late>_late)?_(?P<id>\d+)_(?P<order>\d+)_(?P<file>.+)", re.IGNORECASE
)
#: Jane Doe_1234_assignsubmission_file_/notebook.ipynb, or in one name.
_MOODLE = re.compile(
    r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_(?P<kind>[a-z]+)_?(?P<file>.*)", re.DOTALL
)


def owner_of(parts: tuple[str, ...], source: Source | None = None) -> Owner | None:
    """Whose file a path is in a download of Canvas or Moodle.

    source: which of them it is from; None: whichever pattern its names have. The part that
    names the learner may be a file's name, a folder's or an archive's.
    """
    for at, part in enumerate(parts):
        rest = parts[at + 1 :]
        moodle = _MOODLE.fullmatch(part) if source in (None, "moodle") else None
        if moodle is not None:
            if part.count("_assignsubmission_") > 1:  # whose name is it that holds Moodle's words?
                return None
            file = (*([moodle["file"]] if moodle["file"] else []), *rest)
            if not file or moodle["kind"] != "file":
                return None
            return Owner("moodle", moodle["name"].strip(), moodle["id"], file)
        canvas = _CANVAS.fullmatch(part) if source in (None, "canvas") else None
        if canvas is not None:
            return Owner(
                "canvas",
                canvas["name"],
                canvas["id"],
                rest or (canvas["file"],),
                canvas["late"] is not None,
                int(canvas["order"][:18]),
            )
    return None


def is_text(parts: tuple[str, ...]) -> bool:
    """Whether a path is of what a learner typed into Moodle's editor."""
    found = [match for part in parts if (match := _MOODLE.fullmatch(part)) is not None]
    return bool(found) and found[0]["kind"] == "onlinetext"


_COPY = re.compile(
    r"(?:\s*[(（]\d+[)）]|[-_ ]+copy\s*\d*|[-_ ]*副本\s*\d*|\s+-\s+copy|[-_ ]\d)+$", re.IGNORECASE
)


def without_copy_marks(stem: str) -> str:
    """A file's name as it was before browsers, systems and Canvas numbered its copies."""
    return _COPY.sub("", stem).strip() or stem


def copy_number(stem: str) -> int:
    """The number of a copy: `x (2)` is 2, `x-Copy1` is 1, `x` is 0."""
    marks = _COPY.search(stem)
    numbers = re.findall(r"\d+", marks[0]) if marks else []
    return int(numbers[-1][:9]) if numbers else int(marks is not None)

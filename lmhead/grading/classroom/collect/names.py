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
Kind = Literal["file", "text", "link"]
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
    """Whose file it is, as the LMS says it.

    name and id: the LMS's; Canvas gives no id where it hides the names. file: the path of the
    file in what they handed in. order: rises with what was handed in later, where the LMS
    says so. kind: a file, or what was typed into the LMS's editor, or a link.
    """

    source: Source
    name: str
    id: str
    file: tuple[str, ...]
    late: bool = False
    order: int = 0
    kind: Kind = "file"


#: What Canvas calls what was typed or linked in place of a file.
_CANVAS_KINDS: dict[str, Kind] = {"text.html": "text", "link.html": "link"}
_MOODLE = "_assignsubmission_"
_ANONYMOUS = "anon"


def owner_of(parts: tuple[str, ...], source: Source | None = None) -> Owner | None:
    """Whose file a path is in a download of Canvas or Moodle.

    source: which of them it is from; None: whichever pattern its names have. The part that
    names the learner may be a file's name, a folder's or an archive's.

    The names are those that Canvas's ``lib/content_zipper.rb`` and Moodle's
    ``mod/assign/classes/downloader.php`` make (both public, read in December 2026).
    """
    for at, part in enumerate(parts):
        rest = parts[at + 1 :]
        if source in (None, "moodle") and _MOODLE in part:
            return _moodle(part, rest)
        if source in (None, "canvas"):
            owner = _canvas(part, rest)
            if owner is not None:
                return owner
    return None


def _canvas(part: str, rest: tuple[str, ...]) -> Owner | None:
    """``doejane_LATE_1234_567890_notebook.ipynb``: the user's and then the file's number;
    ``doejane_1234_text.html`` and ``_link.html``: what was typed or linked; and
    ``LATE_anon_Ab3dE_567890_notebook.ipynb`` where the assignment hides the names."""
    words = part.split("_")
    lowered = [word.lower() for word in words]
    start = 1 if lowered[0] == "late" else 0
    if lowered[start : start + 1] == [_ANONYMOUS] and len(words) > start + 2:
        token = words[start + 1]
        # A token of digits alone is the number of somebody whose name is Anon.
        if re.fullmatch(r"[A-Za-z0-9]{1,40}", token) and not token.isdigit():
            return _canvas_file(f"{_ANONYMOUS}_{token}", "", start == 1, words[start + 2 :], rest)
    for at in range(1, len(words) - 1):
        if not _is_number(words[at]):
            continue
        late = at > 1 and lowered[at - 1] == "late"
        name = "_".join(words[: at - 1 if late else at])
        owner = _canvas_file(name, words[at], late, words[at + 1 :], rest)
        if owner is not None:
            return owner
    return None


def _canvas_file(
    name: str, id: str, late: bool, after: list[str], rest: tuple[str, ...]
) -> Owner | None:
    """The owner, from the words that follow the user's number."""
    kind = _CANVAS_KINDS.get(after[0].lower()) if len(after) == 1 and not rest else None
    if kind is not None:
        return Owner("canvas", name, id, (after[0],), late, kind=kind)
    if len(after) < 2 or not _is_number(after[0]):
        return None
    file = "_".join(after[1:])
    if not file:
        return None
    return Owner("canvas", name, id, rest or (file,), late, int(after[0][:18]))


def _moodle(part: str, rest: tuple[str, ...]) -> Owner | None:
    """``Jane Doe_1234_assignsubmission_file_/notebook.ipynb``, or in one name."""
    before, _, after = part.partition(_MOODLE)
    name, _, number = before.rpartition("_")
    kind = next((each for each in ("file", "onlinetext") if after.startswith(each)), None)
    if kind is None:
        return None
    after = after.removeprefix(kind).removeprefix("_")
    # Whose name is it that holds Moodle's own words?
    if not name.strip() or not _is_number(number) or _MOODLE in f"_{after}_":
        return None
    file = (*([after] if after else []), *rest)
    if not file:
        return None
    return Owner("moodle", name.strip(), number, file, kind="text" if kind != "file" else "file")


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


def copy_number(stem: str) -> int:
    """The number of a copy: `x (2)` is 2, `x-Copy1` is 1, `x` is 0.

    One mark is taken off the end after another, each in one look, so that the time grows with
    the length of the name and not faster.
    """
    number: int | None = None
    marked = False
    while (found := _without_one_mark(stem)) is not None:
        stem, digits = found
        marked = True
        if number is None and digits:
            number = int(digits[-9:])
    return int(marked) if number is None else number


def _without_one_mark(stem: str) -> tuple[str, str] | None:
    """A name without the copy mark at its end, and the mark's digits; None without one."""
    text = stem.rstrip()
    if text.endswith((")", "）")):
        body, digits = _digits_off(text[:-1])
        if digits and body.endswith(("(", "（")):
            return body[:-1].rstrip(), digits
        return None
    body, digits = _digits_off(text)
    word = body.rstrip()
    for mark in ("copy", "副本"):
        if word.lower().endswith(mark):
            before = word[: -len(mark)]
            bare = before.rstrip("-_ \t")
            if bare != before or mark == "副本":
                return bare, digits
    if len(digits) == 1 and body.endswith(("-", "_", " ")):
        return body[:-1], digits
    return None


def _digits_off(text: str) -> tuple[str, str]:
    """A text without the digits at its end, and these."""
    bare = text.rstrip("0123456789")
    return bare, text[len(bare) :]

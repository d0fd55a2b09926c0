"""Times as people and programs write them: ISO 8601, with a zone or in a zone that is known.

The time of a submission stands in `timestamp.txt` beside its notebook. nbgrader reads that
file with a parser that takes ``+0800`` for 800 seconds, drops the zones that it does not know,
and stops at what it cannot read; this module reads it with the standard library.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from itertools import islice
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ....messages import Message, say
from ...problems import CourseProblem

FILE = "timestamp.txt"
LONGEST = 1_000  # bytes of a timestamp.txt
MOST_LOOKED_AT = 2_000  # files of a submission; one that has more is not graded
_UTC_NAMES = {"UTC", "GMT", "Z", "ETC/UTC"}
_OFFSET = re.compile(
    r"(?:(?:UTC|GMT)\s?(?=[+\-−]))?(?P<sign>[+\-−])(?P<hours>\d\d?)(?::?(?P<minutes>[0-5]\d))?"
)
_TIME = re.compile(
    r"(?P<when>\d{4}-?\d{2}-?\d{2}(?:[T ]\d{1,2}:?\d{2}(?::?\d{2}(?:[.,]\d++)?)?)?)"
    r"\s*(?P<zone>[+\-−]\d{2}(?::?\d{2})?|\S.*)?"
)


class TimeProblem(ValueError):
    """A time that cannot be read. `message` is for the learner whose submission has it."""

    def __init__(self, text: str, message: Message) -> None:
        super().__init__(text)
        self.message = message


def time_zone(name: str) -> tzinfo:
    """A zone by its offset (``+08:00``, ``UTC+8``), its IANA name (``Asia/Shanghai``), or UTC.

    Raises `ValueError` for anything else, abbreviations among them: ``CST`` is the time of
    Chicago, of Shanghai and of Havana.
    """
    name = name.strip()
    if name.upper() in _UTC_NAMES:
        return UTC
    offset = _OFFSET.fullmatch(name)
    if offset is not None:
        size = timedelta(hours=int(offset["hours"]), minutes=int(offset["minutes"] or 0))
        return timezone(size if offset["sign"] == "+" else -size)  # ValueError beyond a day
    if "/" in name and len(name) < 64:  # without one it is an abbreviation, or a whole country
        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            pass
    raise ValueError(
        f"{name!r} is not the name of one time zone; write an offset such as +08:00, "
        "or a name such as Asia/Shanghai"
    )


def read_time(text: str, zone: tzinfo | None = UTC, *, end_of_day: bool = False) -> datetime:
    """A time in ISO 8601, or as nbgrader writes it; returned in UTC.

    zone: what a time without one is in. end_of_day: whether a date alone is its last second,
    as for a deadline on that day, or its first. Raises `TimeProblem`.
    """
    text = text.strip().lstrip("\ufeff")
    shown = text[:60] if text.isprintable() else ascii(text[:60])
    not_a_time = TimeProblem(
        f"{shown!r} is no time in ISO 8601, such as 2026-10-01T23:59:00+08:00",
        say("late/not-a-time", text=shown),
    )
    match = _TIME.fullmatch(text)
    if match is None:
        raise not_a_time
    when = match["when"].replace(",", ".")
    if end_of_day and len(re.sub(r"\D", "", when)) == 8:
        when += "T23:59:59" if "-" in when else "T235959"
    try:
        if match["zone"]:
            zone = time_zone(match["zone"])
        if zone is None:
            raise ValueError("it has no time zone; write an offset such as +08:00 behind it")
    except ValueError as error:
        raise TimeProblem(
            f"{shown!r}: {error}", say("late/no-such-zone", text=shown, zone=match["zone"] or "")
        ) from error
    try:
        moment = datetime.fromisoformat(re.sub(r"(?<=[T ])(\d:)", r"0\1", when))
        return moment.replace(tzinfo=zone).astimezone(UTC)
    except (OverflowError, ValueError) as error:
        raise not_a_time from error


def zone_of(config: Any) -> tzinfo:
    """The course's time zone, as its settings have it: UTC where they have none.

    Raises `CourseProblem`.
    """
    try:
        return time_zone(str(config.LatePolicy.get("time_zone", "UTC")))
    except ValueError as error:
        raise CourseProblem(f"LatePolicy.time_zone: {error}.") from error


def written(moment: datetime, zone: tzinfo = UTC) -> str:
    """A time as we write it: ISO 8601 in this zone, to the second."""
    return moment.astimezone(zone).replace(microsecond=0).isoformat()


def changed_at(folder: Path) -> datetime | None:
    """When a file in a submitted folder was last changed, in UTC; None where there is none.

    That is the time of the file system's own record (ctime), which nobody can set back; a copy
    has the time of the copying. On Windows there is no such record, and the time is the
    file's. `timestamp.txt` does not count.
    """
    newest: float | None = None
    for path in islice(folder.rglob("*"), MOST_LOOKED_AT):
        if path == folder / FILE:
            continue
        with contextlib.suppress(OSError):
            found = path.lstat()
            if not stat.S_ISDIR(found.st_mode):
                time = found.st_ctime if os.name == "posix" else found.st_mtime
                newest = time if newest is None else max(newest, time)
    return None if newest is None else datetime.fromtimestamp(newest, UTC)


def submitted_at(folder: Path) -> tuple[datetime | None, Message | None]:
    """When the work in a submitted folder was handed in, from its `timestamp.txt`, in UTC.

    A time without a zone is in UTC, as nbgrader writes it. Where there is no file, or one
    that cannot be read, the time is None, which counts as not late; the message says why.
    """
    path = folder / FILE
    if path.is_symlink() or not path.is_file():
        return None, None
    try:
        with open(path, "rb") as file:
            data = file.read(LONGEST + 1)
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None, say("late/not-text")
    if len(data) > LONGEST:
        return None, say("late/not-text")
    if not text.strip():
        return None, say("late/empty")
    try:
        return read_time(text), None
    except TimeProblem as problem:
        return None, problem.message

"""When each student handed in, from a table that an instructor gives to ``collect --times``.

The table is one of their own (student or lms_id, and time), or Moodle's grading worksheet as
Moodle gives it. There the time is the column *Last modified (submission)*, written out in the
language of whoever downloaded it (Moodle's ``userdate`` with ``strftimedaydatetime``), to the
minute and without a zone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Protocol

from ...problems import CourseProblem
from ..csv_tables import Row, read_table
from ..roster import Roster, squashed
from .timestamps import TimeProblem, read_time

COLUMNS = {
    "student": ("student", "student_id", "id", "学号"),
    "lms_id": ("lms_id", "lms id", "user_id", "user id"),
    "time": (
        *("time", "timestamp", "submitted_at", "submitted at", "时间", "提交时间"),
        *(
            "last modified (submission)",
            "最后修改时间（提交）",
            "最后修改（提交）",
        ),
        *("上次修改（提交）", "zuletzt geändert (abgabe)", "dernière modification (travail remis)"),
        *("última modificación (entrega)", "última modificação (envio)"),
        "ultima modifica (consegna)",
    ),
    "identifier": ("identifier", "编号", "标识符", "id-nummer", "identifiant", "identificador"),
    "name": ("full name", "name", "全名", "姓名", "vollständiger name", "nom complet"),
    "first": ("first name", "名", "vorname", "prénom", "nombre"),
    "last": ("last name", "surname", "姓", "姓氏", "nachname", "nom de famille", "apellido(s)"),
    "sis_id": ("id number", "学工号"),
    "email": ("email address", "电子邮件地址", "e-mail-adresse", "adresse de courriel"),
}
NOTHING = ("", "-", "–", "—")  # what Moodle writes where nothing was handed in


class LmsName(Protocol):
    """Whose a file of a download is, as the LMS says it."""

    @property
    def source(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def id(self) -> str: ...


@dataclass
class HandInTimes:
    """Times in UTC: by the student's id, by the number of Moodle's submission, and by names
    that one line alone has."""

    students: dict[str, datetime] = field(default_factory=dict)
    numbers: dict[str, datetime] = field(default_factory=dict)
    names: dict[str, datetime] = field(default_factory=dict)

    def of(self, student: str, owner: LmsName | None = None) -> datetime | None:
        """When a student handed in. owner: whom the LMS named in the download."""
        if student in self.students:
            return self.students[student]
        if owner is None or owner.source != "moodle":
            return None
        return self.numbers.get(owner.id) or self.names.get(squashed(owner.name))

    @classmethod
    def read(cls, path: Path, zone: tzinfo, roster: Roster | None = None) -> HandInTimes:
        """From a CSV file. zone: of the times that name none.

        Raises `CourseProblem` with the line: a time that is read wrongly costs points.
        """
        times = cls()
        twice: set[str] = set()
        for row in read_table(path, COLUMNS, ("time",)):
            if row["time"] in NOTHING:
                continue
            when = _time(row, path, zone)
            student = _student(row, roster)
            if student is not None:
                times.students[student] = when
            number = re.search(r"(?<!\d)(\d+)$", row["identifier"])
            if number is not None:
                times.numbers[number[1]] = when
            name = squashed(row["name"] or f"{row['first']} {row['last']}")
            if name in times.names:
                twice.add(name)
            times.names[name] = when
        for name in twice | {""}:
            times.names.pop(name, None)
        return times


def _student(row: Row, roster: Roster | None) -> str | None:
    """The student of a line: by the id itself, or by what the roster knows."""
    if row["student"]:
        return row["student"]
    if roster is None:
        return None
    if row["lms_id"] and (known := roster.with_lms_id(row["lms_id"])) is not None:
        return known.id
    for cell, of in (
        ("identifier", "identifier"),
        ("email", "email"),
        ("sis_id", "sis_id"),
        ("sis_id", "id"),
        ("email", "id"),
    ):
        text = row[cell].casefold()
        alike = [each for each in roster.students if text and getattr(each, of).casefold() == text]
        if len(alike) == 1:
            return alike[0].id
    name = row["name"] or " ".join(filter(None, (row["first"], row["last"])))
    alike = roster.with_name(name) if name else []
    return alike[0].id if len(alike) == 1 else None


def _time(row: Row, path: Path, zone: tzinfo) -> datetime:
    text = row["time"]
    try:
        return read_time(text, zone)
    except TimeProblem as problem:
        written_out = moodle_time(text)
        if written_out is None:
            raise CourseProblem(f"{path}, line {row.line}: {problem}.") from problem
        return read_time(written_out.isoformat(), zone)


# -- times as Moodle writes them out ------------------------------------------------------------

#: Months of the languages whose Moodle writes a day, a month's name, a year and a time.
_MONTHS = (
    "january february march april may june july august september october november december",
    "jan feb mar apr may jun jul aug sep oct nov dec",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月",
)
_MONTH_NUMBERS: Mapping[str, int] = {
    name: number for line in _MONTHS for number, name in enumerate(line.split(), 1)
}
_AFTER_NOON, _BEFORE_NOON = ("pm", "下午", "晚上"), ("am", "上午", "早上", "凌晨")


def moodle_time(text: str) -> datetime | None:
    """A time as Moodle writes it out, without a zone; None where it is not one.

    ``Thursday, 1 October 2026, 11:59 PM``, ``Thursday, October 1, 2026, 11:59 PM``,
    ``2026年10月1日 星期四 23:59``, ``Donnerstag, 1. Oktober 2026, 23:59``. Dates of numbers alone
    with slashes are not read: they mean different days in different countries.
    """
    text = unicodedata.normalize("NFKC", text).casefold().strip()
    if len(text) > 80 or "/" in text:
        return None
    clock = re.search(r"(?<!\d)(\d\d?)[:h](\d\d)(?!\d)", text)
    if clock is None:
        return None
    hour, minute = int(clock[1]), int(clock[2])
    rest = text[: clock.start()] + " " + text[clock.end() :]
    words = [word.strip(".,") for word in re.findall(r"[^\W\d]+\.?|\d+", rest.replace(".m", "m"))]
    if any(word.endswith(_AFTER_NOON) for word in words) and 1 <= hour <= 12:
        hour = hour % 12 + 12
    elif any(word.endswith(_BEFORE_NOON) for word in words) and 1 <= hour <= 12:
        hour %= 12
    east = re.search(r"(\d{4})\s*年\s*(\d\d?)\s*月\s*(\d\d?)\s*日", rest)
    if east is not None:
        year, month, day = int(east[1]), int(east[2]), int(east[3])
    else:
        months = [_MONTH_NUMBERS[word] for word in words if word in _MONTH_NUMBERS]
        numbers = [word for word in words if word.isdigit()]
        years = [int(word) for word in numbers if len(word) == 4]
        days = [int(word) for word in numbers if len(word) <= 2]
        if not (len(months) == len(years) == len(days) == 1):
            return None
        year, month, day = years[0], months[0], days[0]
    try:
        return datetime(year, month, day, hour, minute)
    except ValueError:
        return None

"""From the files of a download to one submission a student."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, tzinfo
from itertools import pairwise
from pathlib import Path

from ...notebook.read import LARGEST
from ...notebook.submitted_folder import LARGEST_FOLDER, LONGEST_PATH, MOST_FILES
from ..late.hand_in_times import HandInTimes
from ..late.timestamps import FILE as TIME_FILE
from ..roster import Roster
from .archives import OTHER_ARCHIVES, Refused, Room, entries
from .names import Owner, Source, copy_number, owner_of, shown
from .students import TEST_STUDENT, whose

LONGEST_DOWNLOAD = timedelta(hours=1)
#: Between two entries that a download writes one after another.
LONGEST_STEP = timedelta(minutes=2)
NO_TIMES = (
    "Moodle's archive does not say when work was handed in: its entries bear the time of the "
    "download. Until a time is given, nobody counts as late. Give Moodle's grading worksheet "
    "(Download grading worksheet) as it is: lmhead collect … --times WORKSHEET.csv."
)
HIDDEN_NAME = (
    "Canvas hides whose it is: the student has this name until the names are shown and the "
    "submissions are downloaded again."
)


@dataclass
class CollectedSubmission:
    """What one student handed in: the files by their path below the notebook, bytes in a file
    of the staging folder each; when, if the download says it; and what is to be said."""

    student: str
    files: dict[tuple[str, ...], Path] = field(default_factory=dict)
    when: datetime | None = None
    late: bool = False
    notes: list[str] = field(default_factory=list)


@dataclass
class Gathered:
    """What a download holds. unmatched: whom or what nobody in the class could be found for.

    notes: what else is to be said of it, which is nobody's fault.
    """

    source: Source
    handed: list[CollectedSubmission] = field(default_factory=list)
    unmatched: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _File:
    """parts: as in `ArchiveEntry`; own: the path in what its owner handed in. given: which of the
    downloads it came from. dated: whether `handed` is when it was handed in."""

    parts: tuple[str, ...]
    stored: Path
    when: datetime | None = None
    handed: datetime | None = None
    given: int = 0
    owner: Owner | None = None
    own: tuple[str, ...] = ()
    dated: bool = True

    @property
    def order(self) -> int:
        return 0 if self.owner is None else self.owner.order


def gather(
    paths: Sequence[Path],
    assignment: str,
    staging: Path,
    *,
    roster: Roster | None = None,
    source: Source | None = None,
    zone: tzinfo | None = None,
    times: HandInTimes | None = None,
) -> Gathered:
    """Read archives and folders into `staging`, and find out whose what is.

    source: the LMS, or None to see. zone: of the times in Moodle's archives; None: they are
    not used. times: when each handed in, which counts before anything else.
    """
    files: list[_File] = []
    refused: list[Refused] = []
    room = Room()
    for given, path in enumerate(paths):
        count = len(files) + len(refused)
        for found in entries(path, room):
            if isinstance(found, Refused):
                refused.append(found)
                continue
            stored = staging / str(len(files))
            stored.write_bytes(found.data)
            files.append(_File(found.parts, stored, found.when, found.handed, given))
        if count == len(files) + len(refused):
            refused.append(Refused((path.name,), f"{shown((path.name,))} holds no file."))
    done = Gathered(source or _source(files))
    folders = [path.is_dir() for path in paths]
    trusted: set[_Download] = set()
    if zone is not None and done.source == "moodle":
        trusted = _with_times(files)
    by_student: dict[str, list[_File]] = defaultdict(list)
    typed: dict[str, Owner] = {}
    lost: dict[str, str] = {}
    for file in files:
        owner, student, own, why = whose(file.parts, done.source, roster, folders[file.given])
        if student is None and why == TEST_STUDENT:
            done.notes = [f"{shown(file.parts)}: {why}."]
        elif student is None:
            lost.setdefault(owner.name if owner else shown(file.parts[:2]), why)
        elif owner is not None and owner.kind != "file":
            typed[student] = owner
        else:
            dated = _download(file) in trusted
            by_student[student].append(replace(file, owner=owner, own=own, dated=dated))
    done.unmatched = [f"{name}: {why}" for name, why in sorted(lost.items())]
    untold = any(_download(file) not in trusted for file in files if _moodle_name(file))
    if done.source == "moodle" and untold and times is None:
        done.notes.append(NO_TIMES)
    notes: dict[str, list[str]] = defaultdict(list)
    for problem in refused:
        _, student, _, _ = whose(problem.parts, done.source, roster, True)
        if student is None or student not in by_student:
            done.refused.append(problem.why)
        else:
            notes[student].append(problem.why)
    for student in sorted(by_student):
        handed = choose(student, by_student[student], assignment)
        handed.notes[:0] = notes[student]
        owner = by_student[student][0].owner
        if handed.when is not None:
            handed.when = handed.when.replace(tzinfo=zone)
        if times is not None:
            handed.when = times.of(student, owner) or handed.when
        if owner is not None and owner.source == "canvas" and not owner.id:
            handed.notes.append(HIDDEN_NAME)
        done.handed.append(handed)
    for student, owner in sorted(typed.items()):
        if student not in by_student:
            what = "a link" if owner.kind == "link" else "text"
            note = f"handed in {what}, no notebook."
            done.handed.append(CollectedSubmission(student, late=owner.late, notes=[note]))
    done.handed.sort(key=lambda handed: handed.student)
    return done


#: One archive of Moodle's: which of the downloads, and what leads to the learners' names in it.
_Download = tuple[int, tuple[str, ...]]


def _moodle_name(file: _File) -> str | None:
    """The part of a path in which Moodle names whose it is."""
    return next((part for part in file.parts if owner_of((part, "x"), "moodle")), None)


def _download(file: _File) -> _Download:
    name = _moodle_name(file)
    return file.given, () if name is None else file.parts[: file.parts.index(name)]


def _with_times(files: Sequence[_File]) -> set[_Download]:
    """The archives whose entries bear the times at which they were handed in.

    Moodle gives each entry the time at which it writes it, so that all of an archive's lie
    within the minutes that it took, each a little after the one before; the times of a class's
    work lie further apart. Each archive is looked at by itself: two of different days do not
    make one that spans days, and neither does a file that somebody put into one afterwards.
    """
    times: dict[_Download, dict[str, datetime]] = defaultdict(dict)
    for file in files:
        name = _moodle_name(file)
        if name is not None and file.handed is not None:
            times[_download(file)].setdefault(name, file.handed)
    return {download for download, each in times.items() if _are_of_hand_ins([*each.values()])}


def _are_of_hand_ins(times: Sequence[datetime]) -> bool:
    """Whether times, in an archive's order, are those of a class's work, not of a download."""
    gaps = [after - before for before, after in pairwise(times)]
    written = sum(timedelta(0) <= gap <= LONGEST_STEP for gap in gaps)
    at_once = written >= 2 and 2 * written > len(gaps)
    return max(times) - min(times) > LONGEST_DOWNLOAD and not at_once


def _source(files: list[_File]) -> Source:
    """The LMS whose names most of the files have, of most folders or files that were given.

    Each of these has one say: how many files are in one is its owner's choice.
    """
    outermost: dict[tuple[int, tuple[str, ...]], Counter[Source]] = defaultdict(Counter)
    firsts = {
        given: {file.parts[0] for file in files if file.given == given}
        for given in {file.given for file in files}
    }
    for file in files:
        alone = len(firsts[file.given]) == 1  # the archive's or folder's own name
        owner = owner_of(file.parts)
        key = (file.given, file.parts[: 2 if alone else 1])
        outermost[key]["plain" if owner is None else owner.source] += 1
    counts = Counter(said.most_common(1)[0][0] for said in outermost.values())
    plain = counts.pop("plain", 0)
    if counts and 2 * max(counts.values()) >= plain + counts.total():
        return max(counts, key=lambda source: counts[source])
    return "plain"


# -- which of a student's files count -----------------------------------------------------------


def choose(student: str, files: list[_File], assignment: str) -> CollectedSubmission:
    """One submission: the newest notebook of the assignment, and what lies below its folder."""
    done = CollectedSubmission(student)
    attempts: dict[int, list[_File]] = defaultdict(list)
    for file in files:
        attempts[file.given].append(file)
    newest = max(attempts, key=lambda given: (_newest(attempts[given]), given))
    if len(attempts) > 1:
        done.notes.append(f"in {len(attempts)} of the downloads; the newest counts.")
    files = attempts[newest]
    done.late = any(file.owner is not None and file.owner.late for file in files)
    told = [file.handed for file in files if file.dated and file.handed is not None]
    done.when = max(told, default=None)
    notebook = _notebook(files, assignment, done.notes)
    if notebook is None:
        return done
    usual = f"{assignment}.ipynb"
    if notebook.own[-1] != usual:
        done.notes.append(f"{shown(notebook.own)} is taken as {usual}.")
    done.files[usual,] = notebook.stored
    _add_others(done, files, notebook.own[:-1])
    return done


def _newest(files: list[_File]) -> tuple[int, datetime]:
    times = [when for file in files if (when := file.handed or file.when) is not None]
    return max(file.order for file in files), max(times, default=datetime.min)


def _notebook(files: list[_File], assignment: str, notes: list[str]) -> _File | None:
    """The newest notebook that is of this assignment, or does not say of which it is."""
    found = [file for file in files if file.own[-1].lower().endswith(".ipynb")]
    said = {file.stored: _assignment_in(file.stored) for file in found}
    others = sorted({name for name in said.values() if name not in (None, assignment)})
    usable_ones = [file for file in found if said[file.stored] in (None, assignment)]
    if any(said[file.stored] == assignment for file in usable_ones):
        usable_ones = [file for file in usable_ones if said[file.stored] == assignment]
    if not usable_ones:
        unread = [file.own[-1] for file in files if file.own[-1].lower().endswith(OTHER_ARCHIVES)]
        if others:
            which = ", ".join(shown((str(name),)) for name in others)
            notes.append(f"no notebook of {assignment}, but of {which}.")
        elif unread:
            which = shown((unread[0],))
            notes.append(f"{which} is packed in a way that is not read here: ask for a zip.")
        else:
            what = ", ".join(sorted({shown(file.own) for file in files})[:3])
            notes.append(f"no notebook, only {what}.")
        return None

    def age(file: _File) -> tuple[int, datetime, int]:
        stem = Path(file.own[-1]).stem
        return file.order, file.when or datetime.min, copy_number(stem)

    chosen = max(usable_ones, key=age)
    if len(usable_ones) > 1:
        count = len(usable_ones)
        notes.append(f"{count} notebooks of {assignment}; the newest counts: {shown(chosen.own)}.")
    return chosen


def _assignment_in(stored: Path) -> str | None:
    """The assignment that a notebook's metadata name, if it can be read."""
    if stored.stat().st_size > LARGEST:
        return None
    try:
        data = json.loads(stored.read_bytes().decode("utf-8-sig"))
        named = data["metadata"]["lmhead"]["assignment"]
    except (ValueError, KeyError, TypeError, RecursionError, IndexError):
        return None
    return named if isinstance(named, str) and len(named) < 100 else None


def _add_others(done: CollectedSubmission, files: list[_File], base: tuple[str, ...]) -> None:
    """The files below the notebook's folder, without notebooks and times of submission."""
    size = outside = 0
    names, folders = set(done.files), set[tuple[str, ...]]()
    for file in files:
        below = file.own[len(base) :]
        if file.own[-1].lower().endswith(".ipynb"):
            continue
        if file.own[: len(base)] != base:
            outside += 1
            continue
        if below[0].lower() == TIME_FILE:
            done.notes.append(f"{TIME_FILE} was in what was handed in: not taken.")
            continue
        above = {below[:count] for count in range(1, len(below))}
        if names & above or below in folders:
            done.notes.append(f"{shown(below)} is a file and a folder: not taken twice.")
            continue
        if len("/".join(below).encode()) > LONGEST_PATH:
            done.notes.append(f"{shown(below)} is too long a path: not taken.")
            continue
        size += file.stored.stat().st_size
        if size > LARGEST_FOLDER or len(done.files) >= MOST_FILES:
            done.notes.append("the other files are too many or too large: not all are taken.")
            break
        done.files[below] = file.stored
        names.add(below)
        folders |= above
    if outside:
        done.notes.append(f"{outside} files outside the notebook's folder are not taken.")

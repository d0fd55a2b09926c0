"""Makes the submissions of a class from a seed, each with the marks that it must get."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from typing import Any, Literal

import nbformat
from nbformat import NotebookNode

from ...course import exercise_path, solution_path
from .bank import Answer, answers, submission
from .faults import BROKEN, MENDED, Broken, Mended, as_bytes
from .hostile import FORGERIES, PROGRAMS, Forgery, Program

Kind = Literal["right", "partly", "blank", "mended", "broken", "hostile"]

#: When the class has to hand in: midnight, eight hours east of Greenwich.
DUE = datetime(2026, 10, 5, 23, 59, tzinfo=timezone(timedelta(hours=8)))

# Of ten students. A class of 160 or more holds every program and every fault at least once.
_PATTERN: tuple[Kind, ...] = (
    *("right", "partly", "hostile", "blank", "mended"),
    *("broken", "partly", "right", "partly", "right"),
)
# Put behind every seventh number: letters, signs and words that a table or a path may stumble on.
_ODD = (
    " Zoë O'Neil",
    " 王小明",
    ", comma",
    " =1+1",
    " &lt;b&gt;",
    "...dots",
    " %20 & co",
    " 'quoted'",
    " Ştefan Żółć",
    " 🐱",
    "-" + "long" * 20,
    " $HOME; ls",
)
# A message of one of these costs its time limit, or says that nothing was answered.
_UNFIT = ("function/out-of-time", "function/not-attempted", "value/not-attempted", "function/input")
_GUESS = {
    "en": "I am not sure. I think it is because the larger number wins.",
    "zh": "我不确定。我想是因为较大的数占优。",
}


@dataclass(frozen=True)
class Submission:
    """One student's, and what grading must make of it.

    points: grade id -> points by the machine; None where a person has to read the answer.
    status: ``"graded"`` or ``"broken"``. note: the id of a message that the summary must hold.
    late: seconds after `DUE` (negative before). files and links: by name, in its folder.
    """

    student: str
    kind: Kind
    about: str
    lang: str
    points: dict[str, float | None]
    status: str = "graded"
    note: str | None = None
    late: int = 0
    files: dict[str, bytes] = field(default_factory=dict, repr=False)
    links: dict[str, str] = field(default_factory=dict)

    def expected(self) -> dict[str, Any]:
        """What `expected.json` says of it."""
        return {
            "kind": self.kind,
            "about": self.about,
            "lang": self.lang,
            "status": self.status,
            "note": self.note,
            "late_seconds": self.late,
            "points": self.points,
            "total": sum(filter(None, self.points.values())),
        }


@dataclass(frozen=True)
class _Tasks:
    """What an assignment asks. machine: task -> its points. written: grade ids. blank: tasks
    that the bank has no answers to, which everybody leaves as they are."""

    machine: dict[str, float]
    written: tuple[str, ...]
    blank: tuple[str, ...]

    def no_points(self) -> dict[str, float | None]:
        return dict.fromkeys([*self.machine, *self.blank, *self.written], 0.0)


@cache
def _tasks(assignment: str) -> _Tasks:
    notebook = nbformat.read(exercise_path(assignment), as_version=4)
    graded = [
        cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade") is True
    ]
    machine = {
        cell.metadata.nbgrader.grade_id: float(cell.metadata.nbgrader.points)
        for cell in graded
        if not cell.metadata.nbgrader.solution
    }
    written = [
        cell.metadata.nbgrader.grade_id for cell in graded if cell.metadata.nbgrader.solution
    ]
    blank = tuple(task for task in machine if not _has_bank(assignment, task))
    for task in blank:
        del machine[task]
    return _Tasks(machine, tuple(written), blank)


def _has_bank(assignment: str, task: str) -> bool:
    """Whether the bank has answers to a task; to one that an instructor added it has none."""
    try:
        return bool(_right(assignment, task) and _wrong(assignment, task))
    except LookupError:
        return False


def without_answers(assignment: str) -> tuple[str, ...]:
    """The tasks of an assignment that everybody in a made-up class leaves blank."""
    return _tasks(assignment).blank


@cache
def _sample(assignment: str, lang: str, grade_id: str) -> str:
    """The course's own text for a written answer."""
    notebook = nbformat.read(solution_path(assignment, lang), as_version=4)
    return next(
        str(cell.source)
        for cell in notebook.cells
        if cell.metadata.get("nbgrader", {}).get("grade_id") == grade_id
    )


@cache
def _right(assignment: str, task: str) -> list[Answer]:
    return answers(assignment, task, "right")


@cache
def _wrong(assignment: str, task: str) -> list[Answer]:
    found = answers(assignment, task, "wrong")
    return [each for each in found if each.points is not None and each.expect not in _UNFIT]


def make_class(
    count: int, assignment: str, *, seed: int = 0, languages: Sequence[str] = ("en", "zh")
) -> Iterator[Submission]:
    """The submissions of `count` students; the same ones for the same seed.

    A student's kind, name and language do not depend on the assignment.
    Raises ValueError for an assignment that the course does not have.
    """
    width = max(3, len(str(count)))
    seen = dict.fromkeys(_PATTERN, 0)
    for number in range(1, count + 1):
        kind = _PATTERN[(number - 1) % len(_PATTERN)]
        odd = _ODD[(number // 7 - 1) % len(_ODD)] if number % 7 == 0 else ""
        lang = languages[(number + number // len(_PATTERN)) % len(languages)]
        maker = _Maker(
            assignment,
            lang,
            f"demo-{number:0{width}}{odd}",
            random.Random(f"{seed}/{assignment}/{number}"),
        )
        yield maker.make(kind, seen[kind] + seed)
        seen[kind] += 1


class _Maker:
    """Makes one student's submission."""

    def __init__(self, assignment: str, lang: str, student: str, rng: random.Random) -> None:
        self._assignment, self._lang, self._student, self._rng = assignment, lang, student, rng
        self._tasks = _tasks(assignment)
        self._file = f"{assignment}.ipynb"

    def make(self, kind: Kind, turn: int) -> Submission:
        """turn: which of the kind's programs or faults, of which there are some."""
        match kind:
            case "right":
                notebook, points = self._right()
                return self._done(kind, "Everything right.", as_bytes(notebook), points)
            case "partly":
                notebook, points, about = self._partly()
                return self._done(kind, about, as_bytes(notebook), points)
            case "blank":
                notebook = self._notebook({})
                about = "Handed in as it was laid out."
                return self._done(kind, about, as_bytes(notebook), self._tasks.no_points())
            case "mended":
                return self._mended(MENDED[turn % len(MENDED)])
            case "broken":
                return self._broken(BROKEN[turn % len(BROKEN)])
            case "hostile":
                programs = (*PROGRAMS, *FORGERIES)
                return self._hostile(programs[turn % len(programs)])

    def _notebook(self, given: dict[str, str]) -> NotebookNode:
        return submission(self._assignment, self._lang, given)

    def _done(
        self, kind: Kind, about: str, data: bytes, points: dict[str, float | None], **more: Any
    ) -> Submission:
        stamp, late = self._timestamp()
        files = {self._file: data, "timestamp.txt": stamp}
        return Submission(
            self._student, kind, about, self._lang, points, late=late, files=files, **more
        )

    def _timestamp(self) -> tuple[bytes, int]:
        """When it was handed in, as one of the ways to write that, and seconds after `DUE`."""
        hours = (
            self._rng.uniform(0.1, 70) if self._rng.random() < 0.2 else -self._rng.uniform(1, 99)
        )
        late = int(hours * 3600)
        when = DUE + timedelta(seconds=late)
        utc = when.astimezone(UTC)
        written = self._rng.choice(
            [
                when.isoformat(),
                utc.isoformat(),
                utc.strftime("%Y-%m-%dT%H:%M:%SZ"),
                utc.strftime("%Y-%m-%d %H:%M:%S.%f UTC"),
            ]
        )
        return f"{written}\n".encode(), late

    def _right_answers(self) -> tuple[dict[str, str], dict[str, float | None]]:
        given, points = {}, self._tasks.no_points()
        for task, most in self._tasks.machine.items():
            given[task] = self._rng.choice(_right(self._assignment, task)).source
            points[task] = most
        for grade_id in self._tasks.written:
            given[grade_id] = _sample(self._assignment, self._lang, grade_id)
            points[grade_id] = None
        return given, points

    def _right(self) -> tuple[NotebookNode, dict[str, float | None]]:
        given, points = self._right_answers()
        return self._notebook(given), points

    def _partly(self) -> tuple[NotebookNode, dict[str, float | None], str]:
        """Some tasks right, some wrong in a way that the bank knows, some left blank."""
        given, points = self._right_answers()
        mistakes = []
        tasks = list(self._tasks.machine)
        for task in self._rng.sample(tasks, self._rng.randint(1, len(tasks))):
            if self._rng.random() < 0.35:
                del given[task]
                points[task] = 0.0
                continue
            wrong = self._rng.choice(_wrong(self._assignment, task))
            given[task], points[task] = wrong.source, wrong.points
            mistakes.append(f"{task}: {wrong.expect}")
        for grade_id in self._tasks.written:
            if self._rng.random() < 0.3:
                del given[grade_id]
                points[grade_id] = 0.0
            elif self._rng.random() < 0.5:
                given[grade_id] = _GUESS[self._lang]
        about = f"Mistakes: {'; '.join(mistakes)}." if mistakes else "Some tasks left blank."
        return self._notebook(given), points, about

    def _mended(self, fault: Mended) -> Submission:
        notebook, points = self._right()
        data = fault.change(notebook)
        made = self._done("mended", fault.about, data, points, note=fault.note)
        made.files[f"{self._assignment}{fault.added}.ipynb"] = made.files.pop(self._file)
        return made

    def _broken(self, fault: Broken) -> Submission:
        notebook, _ = self._right()
        whole = self._done(
            "broken",
            fault.about,
            as_bytes(notebook),
            self._tasks.no_points(),
            status="broken",
            note=fault.note,
        )
        data = whole.files.pop(self._file)
        if fault.link is not None:
            whole.links[self._file] = fault.link
        elif fault.change is not None:
            whole.files[self._file] = fault.change(data)
        return whole

    def _hostile(self, program: Program | Forgery) -> Submission:
        if isinstance(program, Forgery):
            notebook, points = self._notebook({}), self._tasks.no_points()
            program.change(notebook)
        else:
            given, points = self._right_answers()
            task = self._rng.choice(list(self._tasks.machine))
            given[task], points[task] = program.source, 0.0
            notebook = self._notebook(given)
        data = as_bytes(notebook)
        return self._done("hostile", program.about, data, points, note=program.note)

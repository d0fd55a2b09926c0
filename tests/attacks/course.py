"""A course folder with a class of attackers among honest neighbours, graded once a level."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from lmhead.grading.classroom.release import release

from .bank import FULL, PLAIN, REAL, Attack, answer, honest, plain_master, write

ROOT = Path(__file__).resolve().parents[2]
PLAIN_USER = 62431
#: Graded first, among the attackers, and last.
NEIGHBOURS = ("a-first", "m-middle", "z-last")
#: Short enough for a class of endless loops, long enough for a busy machine.
LIMITS = """
c.SandboxExecute.cell_cpu = 1.0
c.SandboxExecute.cell_wall = 3.0
c.SandboxExecute.call_cpu = 1.0
c.SandboxExecute.call_wall = 3.0
c.SandboxExecute.memory = 768 * 2**20
c.SandboxExecute.processes = 24
c.SandboxExecute.scratch = 16 * 2**20
c.SandboxExecute.submission_wall = 25.0
"""


@dataclass
class Canaries:
    """Texts that no submission must ever get to see: where each lies, and what it is."""

    texts: dict[str, str]

    @classmethod
    def fresh(cls) -> Canaries:
        places = ("solution", "gradebook", "neighbour", "environment", "course")
        return cls(
            {place: f"canary-{place}-{secrets.token_hex(12)}" for place in places}
            | {"secret": secrets.token_hex(32)}
        )

    def in_text(self, text: str) -> list[str]:
        """The places whose text is in this one."""
        return [place for place, hidden in self.texts.items() if hidden in text]


@dataclass
class GradedClass:
    """A class after grading, as the assertions look at it."""

    course: Path
    level: str
    uid: int
    canaries: Canaries
    status: int
    left: list[str]
    log: str
    lines: dict[str, dict[str, dict[str, Any]]]
    memory: int

    def line(self, attack: Attack) -> dict[str, Any]:
        """The summary's line; a name that no terminal should print is shown as its escapes."""
        lines = self.lines[attack.assignment]
        return lines.get(attack.student) or lines[ascii(attack.student)]

    def page(self, assignment: str, student: str) -> str:
        path = self.course / "feedback" / student / assignment / f"{assignment}.html"
        return path.read_text("utf-8") if path.is_file() else ""

    def given_back(self, assignment: str, student: str) -> str:
        """All that grading wrote down about one submission, as text."""
        parts = [json.dumps(self.lines[assignment].get(student, {}), ensure_ascii=False)]
        for kind in ("feedback", "autograded"):
            folder = self.course / kind / student / assignment
            paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
            parts += [path.read_bytes().decode("utf-8", "replace") for path in paths]
        return "\n".join(parts)

    @cache  # noqa: B019  (a class lives as long as the tests that look at it)
    def marks(self, assignment: str) -> dict[str, dict[str, float | None]]:
        """student -> grade id -> points of the machine; None where a person has to judge."""
        with Gradebook(f"sqlite:///{self.course}/gradebook.db") as gradebook:
            return {
                item.student.id: {
                    grade.name: None if grade.needs_manual_grade else grade.auto_score
                    for notebook in item.notebooks
                    for grade in notebook.grades
                }
                for item in gradebook.assignment_submissions(assignment)
            }

    __hash__ = object.__hash__


@cache
def _released(folder: Path) -> dict[str, NotebookNode]:
    return {
        name: nbformat.read(release(folder, name) / f"{name}.ipynb", as_version=4)
        for name in (REAL, PLAIN)
    }


def make_course(folder: Path, canaries: Canaries) -> dict[str, NotebookNode]:
    """A course folder with both assignments; returns the released notebooks."""
    (folder / "solutions" / PLAIN).mkdir(parents=True)
    shutil.copytree(ROOT / "solutions" / REAL, folder / "solutions" / REAL)
    masters = {PLAIN: plain_master()}
    masters[REAL] = nbformat.read(folder / "solutions" / REAL / f"{REAL}.ipynb", as_version=4)
    for name, master in masters.items():
        for cell in master.cells:
            if "### END SOLUTION" in cell.source:
                mark = f"# {canaries.texts['solution']}\n    ### END SOLUTION"
                indent = "    " if "\n    ### END" in cell.source else ""
                cell.source = cell.source.replace(
                    f"{indent}### END SOLUTION",
                    indent + (mark if indent else mark.replace("    ", "")),
                )
        nbformat.write(master, folder / "solutions" / name / f"{name}.ipynb")
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    with open(folder / "nbgrader_config.py", "a", encoding="utf-8") as file:
        file.write(LIMITS)
    (folder / "notes.txt").write_text(canaries.texts["course"])
    (folder / ".lmhead").mkdir(mode=0o700)
    secret = folder / ".lmhead" / "secret"
    secret.write_text(canaries.texts["secret"])
    secret.chmod(0o600)
    released = _released(folder)
    with Gradebook(f"sqlite:///{folder}/gradebook.db") as gradebook:
        gradebook.update_or_create_student("somebody", email=canaries.texts["gradebook"])
    return released


def hand_in(
    folder: Path,
    released: dict[str, NotebookNode],
    canaries: Canaries,
    attacks: Iterable[Attack],
) -> list[str]:
    """Write the submissions of the attackers and of their neighbours; returns the assignments."""
    chosen = list(attacks)
    assignments = sorted({attack.assignment for attack in chosen})
    for assignment in assignments:
        for name in NEIGHBOURS:
            notebook = honest(released[assignment])
            answer(notebook, "certainty", f"As before. {canaries.texts['neighbour']}")
            write(folder / "submitted" / name / assignment, notebook, assignment)
    for attack in chosen:
        place = folder / "submitted" / attack.student / attack.assignment
        place.mkdir(parents=True, exist_ok=True)
        attack.hand_in(place, copy.deepcopy(honest(released[attack.assignment])))
    return assignments


@contextlib.contextmanager
def open_folder() -> Iterator[Path]:
    """A folder that other users can enter (pytest's own is closed to them)."""
    folder = Path(tempfile.mkdtemp(prefix="attacks-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def grade_class(
    folder: Path, attacks: Iterable[Attack], level: str, uid: int | None = None, jobs: int = 2
) -> GradedClass:
    """Make a course, hand the attacks in, and grade them as a user at a sandbox level."""
    uid = os.geteuid() if uid is None else uid
    canaries = Canaries.fresh()
    course = folder / "course"
    released = make_course(course, canaries)
    assignments = hand_in(course, released, canaries, attacks)
    scratch = Path(tempfile.mkdtemp(prefix="class-", dir=folder))
    home = scratch / "home"
    home.mkdir()
    scratch.chmod(0o755)
    report, summary, log = scratch / "report.json", scratch / "summary.json", scratch / "log.txt"
    if uid != os.geteuid():
        for path in [*folder.parents[:1], folder]:
            path.chmod(0o755)
        subprocess.run(["chown", "-hR", str(uid), str(folder)], check=True)
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "TMPDIR": str(scratch),
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        "LMHEAD_CANARY": canaries.texts["environment"],
    }
    here = Path(__file__).resolve().parent
    command = [
        sys.executable, str(here / "confine.py"), str(uid), str(report),
        sys.executable, str(here / "run_class.py"), str(course), level, str(jobs), str(summary),
        *assignments,
    ]  # fmt: skip
    with open(log, "wb") as file:
        subprocess.run(command, env=environment, stdout=file, stderr=file, check=False, cwd=scratch)
    said = log.read_text("utf-8", "replace")
    if not report.exists() or not summary.exists():
        raise RuntimeError(f"the class was not graded:\n{said[-4000:]}")
    ended = json.loads(report.read_text())
    data = json.loads(summary.read_text("utf-8"))
    return GradedClass(
        course, level, uid, canaries, ended["status"], ended["left"], said,
        data["lines"], data["memory"],
    )  # fmt: skip


def expected(assignment: str) -> dict[str, float | None]:
    """The marks of an honest submission with every task right."""
    return FULL[assignment]

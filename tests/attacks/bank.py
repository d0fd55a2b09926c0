"""Reads the attacks. A file's first line says what it tries.

``cells/NAME.py`` is what somebody put into an answer cell; the other tasks are answered
rightly. Its head may hold, each on a line of its own::

    # Tries: ...                      what it is after
    # says: lost/died, cell/killed    ids of the sentences that summary and feedback must hold
    # task: apply                     whose answer it is (`softmax` without the line)
    # points: 6                       what that task honestly earns (0 without the line)
    # only: plain                     the one assignment that it makes sense in
    # walls                           the sandbox stops it: tried at every level
    # costs                           it may cost its owner other tasks, too
    # slow                            it waits for a clock: tried once a level
    # needs: hard                     what a stock grader's machine would not survive

``folders/NAME.py`` hands in a whole folder: its docstring says what it tries, `hand_in` writes
the files, and `SAYS`, `POINTS`, `STUDENT`, `ONLY`, `WALLS`, `STATUS` say the rest.
"""

from __future__ import annotations

import copy
import importlib.util
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import nbformat
from nbformat import NotebookNode

HERE = Path(__file__).resolve().parent
REAL, PLAIN = "02-logits-softmax", "plain"

#: What an honest learner writes; `tail` does not call `softmax`, which an attack replaces.
ANSWERS: dict[str, str] = {
    "logits": "def logits(h, w_out):\n    return h @ w_out.T",
    "softmax": (
        "def softmax(z):\n"
        "    powers = np.exp(z - z.max(axis=-1, keepdims=True))\n"
        "    return powers / powers.sum(axis=-1, keepdims=True)"
    ),
    "log-softmax": (
        "def log_softmax(z):\n"
        "    below = z - z.max(axis=-1, keepdims=True)\n"
        "    return below - np.log(np.exp(below).sum(axis=-1, keepdims=True))"
    ),
    "tail": (
        "def tail(z, k):\n"
        "    powers = np.exp(z - z.max(axis=-1, keepdims=True))\n"
        "    shares = np.sort(powers / powers.sum(axis=-1, keepdims=True), axis=-1)\n"
        "    return shares[:, : z.shape[-1] - k].sum(axis=-1)"
    ),
    "odds": "odds_added, odds_tripled = 5, 125\nfactor, lead = np.log(1000) / np.log(5), np.log(8)",
    "apply": "def apply(f, x):\n    return f(x)",
    "certainty": "The order stays, so the first choice is right as often as before.",
}
FULL: dict[str, dict[str, float | None]] = {
    REAL: {"logits": 3, "softmax": 6, "log-softmax": 3, "tail": 3, "odds": 3, "certainty": None},
    PLAIN: {"softmax": 6, "apply": 2, "odds": 3, "certainty": None},
}


@dataclass(frozen=True)
class Attack:
    """One attack in one assignment.

    points: grade id -> what an honest look at it earns. says: ids of sentences that the
    feedback holds (and the summary, where it is not the task's own message). student: whose
    submission it is.
    """

    name: str
    assignment: str
    tries: str
    student: str
    hand_in: Callable[[Path, NotebookNode], None] = field(compare=False)
    points: dict[str, float | None] = field(compare=False)
    says: tuple[str, ...] = ()
    walls: bool = False
    hard: bool = False
    slow: bool = False
    costs: bool = False
    status: str = "graded"

    @property
    def id(self) -> str:
        return f"{self.name}-{'checked' if self.assignment == REAL else 'asserted'}"


def answer(notebook: NotebookNode, task: str, source: str) -> None:
    """Put a source into a task's answer cell."""
    for cell in notebook.cells:
        marks = cell.metadata.get("nbgrader", {})
        if marks.get("solution") and marks["grade_id"] in (task, f"{task}-answer"):
            cell.source = source
            return
    raise LookupError(f"no answer cell for {task!r}")


def honest(released: NotebookNode) -> NotebookNode:
    """The released notebook with every task answered rightly; cells without marks left out."""
    notebook: NotebookNode = copy.deepcopy(released)
    notebook.cells = [cell for cell in notebook.cells if "nbgrader" in cell.metadata]
    tasks = [cell.metadata.nbgrader.grade_id.removesuffix("-answer")
             for cell in notebook.cells if cell.metadata.nbgrader.solution]  # fmt: skip
    for task in tasks:
        answer(notebook, task, ANSWERS[task])
    return notebook


def write(folder: Path, notebook: Any, name: str) -> None:
    """Hand a notebook in under an assignment's name, as it is."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.ipynb").write_text(json.dumps(notebook, ensure_ascii=False), "utf-8")


def _head(source: str, key: str) -> str | None:
    found = re.search(rf"^# {key}: (.+)$", source, re.MULTILINE)
    return found.group(1).strip() if found else None


def _of_cell(path: Path, assignment: str) -> Attack:
    source = path.read_text("utf-8")
    task = _head(source, "task") or "softmax"
    says = tuple(item.strip() for item in (_head(source, "says") or "").split(",") if item)
    points = FULL[assignment] | {
        task: float(_head(source, f"{assignment}-points") or _head(source, "points") or 0)
    }

    def hand_in(folder: Path, notebook: NotebookNode) -> None:
        answer(notebook, task, source)
        write(folder, notebook, assignment)

    return Attack(
        name=path.stem,
        assignment=assignment,
        tries=source.splitlines()[0].removeprefix("# Tries: "),
        student=f"m-{path.stem}",
        hand_in=hand_in,
        points=points,
        says=says,
        walls=re.search(r"^# walls$", source, re.MULTILINE) is not None,
        hard=_head(source, "needs") == "hard",
        slow=re.search(r"^# slow$", source, re.MULTILINE) is not None,
        costs=re.search(r"^# costs$", source, re.MULTILINE) is not None,
    )


def _module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"attack_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _of_folder(path: Path, assignment: str) -> Attack:
    module = _module(path)
    given = getattr(module, "POINTS", {})
    points: dict[str, float | None] = {}  # "unrecorded": no student of the gradebook
    if given == "none":
        points = dict.fromkeys(FULL[assignment], 0.0)
    elif given != "unrecorded":
        points = FULL[assignment] | given
    return Attack(
        name=path.stem,
        assignment=assignment,
        tries=str(module.__doc__).splitlines()[0],
        student=getattr(module, "STUDENT", f"m-{path.stem}"),
        hand_in=module.hand_in,
        points=points,
        says=tuple(getattr(module, "SAYS", ())),
        walls=getattr(module, "WALLS", False),
        hard=getattr(module, "HARD", False),
        slow=getattr(module, "SLOW", False),
        costs=getattr(module, "COSTS", False),
        status=getattr(module, "STATUS", "graded"),
    )


def attacks(assignment: str) -> list[Attack]:
    """All attacks that are handed in to an assignment, by name."""
    found = []
    for path in sorted((HERE / "cells").glob("*.py")):
        if (_head(path.read_text("utf-8"), "only") or assignment) == assignment:
            found.append(_of_cell(path, assignment))
    for path in sorted((HERE / "folders").glob("*.py")):
        if getattr(_module(path), "ONLY", REAL) == assignment:
            found.append(_of_folder(path, assignment))
    return found


def plain_master() -> NotebookNode:
    """An instructor's notebook of plain assert cells, as any nbgrader course has them."""
    make = nbformat.v4.new_code_cell
    cells = [
        ("imports", "import numpy as np", None),
        ("softmax-answer", _solved("softmax"), None),
        ("softmax", _SOFTMAX_TEST, 6),
        ("apply-answer", _solved("apply"), None),
        ("apply", _APPLY_TEST, 2),
        ("odds-answer", _solved("odds"), None),
        ("odds", _ODDS_TEST, 3),
    ]
    notebook = nbformat.v4.new_notebook()
    for grade_id, source, points in cells:
        cell = make(source)
        cell.id = grade_id
        cell.metadata["nbgrader"] = _marks(grade_id, points)
        notebook.cells.append(cell)
    written = nbformat.v4.new_markdown_cell("A sample answer.")
    written.id = "certainty"
    written.metadata["nbgrader"] = _marks("certainty", 2) | {"solution": True, "locked": False}
    notebook.cells.append(written)
    notebook.metadata["kernelspec"] = {
        "name": "python3", "display_name": "Python 3", "language": "python"
    }  # fmt: skip
    return notebook


def _solved(task: str) -> str:
    head, _, body = ANSWERS[task].partition("\n") if task != "odds" else ("", "", ANSWERS[task])
    lines = [head, "    ### BEGIN SOLUTION", body, "    ### END SOLUTION"]
    return "\n".join(line.lstrip() if task == "odds" else line for line in lines).strip("\n")


def _marks(grade_id: str, points: float | None) -> NotebookNode:
    answer_cell = grade_id.endswith("-answer")
    marks = NotebookNode(
        grade_id=grade_id,
        grade=points is not None,
        solution=answer_cell,
        locked=not answer_cell,
        task=False,
        schema_version=3,
    )
    if points is not None:
        marks.points = points
    return marks


_SOFTMAX_TEST = """\
got = softmax(np.array([2.0, 1.0, 1.0, 0.0]))
assert np.allclose(got, [0.53445, 0.19661, 0.19661, 0.07233], atol=1e-5)
np.testing.assert_allclose(softmax(np.array([1.0, 1.0])), [0.5, 0.5])
assert softmax(np.zeros(4)).tolist() == [0.25, 0.25, 0.25, 0.25]"""
_APPLY_TEST = """\
calls = []


def f(x):
    calls.append(x)
    return 2 * x


assert [got for got in map(lambda x: apply(f, x), [3, 4]) if got in (6, 8)] and calls == [3, 4]
assert all(map(lambda x: apply(abs, x) == 1, [1, -1]))"""
_ODDS_TEST = """\
score = 0
if abs(odds_added - 5) < 1e-3:
    score += 1
if abs(odds_tripled - 125) < 1e-3:
    score += 1
if abs(factor - 4.292) < 1e-3:
    score += 1
score"""

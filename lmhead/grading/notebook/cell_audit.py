"""Runs each grade cell of an assignment on the solution and on answers that deserve nothing.

What a machine can grade gives the solution all its points, and none to the untouched stub nor to
arrays without items, of which many an assert is true. `audit` says of each cell that does not,
in a sentence for the instructor.
"""

from __future__ import annotations

import ast
import copy
import secrets
from collections.abc import Iterator
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from ...checks.variants import NONE, Variants
from ..sandbox.levels import Sandbox
from ..sandbox.limits import TimeLimits
from .execute import NotebookOutcome, TaskOutcome, run_notebook
from .master import Master
from .submitted_folder import files_beside


def audit(
    source: Path, released: Path, master: Master, times: TimeLimits, variants: Variants = NONE
) -> Iterator[str]:
    """Sentences about the grade cells of one notebook; none where all is well.

    source, released: the notebook with its solutions, and the learners' one. They are run
    without walls, since they are the instructor's own. variants: the course's own cases.
    """
    with Sandbox("none") as sandbox:

        def run(path: Path, notebook: NotebookNode) -> NotebookOutcome:
            return run_notebook(
                notebook,
                master,
                sandbox,
                secret=secrets.token_bytes(32),
                files=files_beside(path.parent),
                times=times,
                variants=variants,
            )

        solution = nbformat.read(source, as_version=4)
        hollowed = hollow(solution)
        solved = run(source, solution)
        stub = run(released, nbformat.read(released, as_version=4))
        empty = run(source, hollowed)
    blank = {task.grade_id: task for task in stub.tasks}
    nothing = {task.grade_id: task for task in empty.tasks}
    machine = {cell.grade_id for cell in master.cells if cell.machine_graded}
    for task in solved.tasks:
        if task.grade_id in machine:
            said = _about(task, blank[task.grade_id], nothing[task.grade_id])
            if said is not None:
                yield f"the grade cell {task.grade_id} {said}"


def hollow(solution: NotebookNode) -> NotebookNode:
    """A notebook whose answer cells are replaced: every function that they define returns an
    array without items, of shape (0, 1), and every name that they set holds one.

    solution: with its answers. A cell that is not plain Python stays as it is.
    """
    notebook = copy.deepcopy(solution)
    for cell in notebook.cells:
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("solution"):
            try:
                body = ast.parse(cell.source).body
            except SyntaxError:
                continue
            lines = ["import numpy"]
            for node in body:
                if isinstance(node, ast.FunctionDef):
                    lines.append(f"def {node.name}(*_, **__): return numpy.empty((0, 1))")
                elif isinstance(node, ast.Assign | ast.AnnAssign):
                    names = [
                        item.id
                        for item in ast.walk(node)
                        if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store)
                    ]
                    lines += [f"{name} = numpy.empty((0, 1))" for name in names]
            cell.source = "\n".join(lines)
    return notebook


def _about(solved: TaskOutcome, stub: TaskOutcome, empty: TaskOutcome) -> str | None:
    most = f"{solved.max_points:g}"
    why = f": {solved.message.text('en')}" if solved.message is not None else "."
    if solved.points is None:
        return f"cannot be graded by machine{why}"
    if solved.points < solved.max_points:
        return f"gives your solution {solved.points:g} of {most} points{why}{_own_points(solved)}"
    if stub.points is None:
        why = f": {stub.message.text('en')}" if stub.message is not None else "."
        return f"leaves the untouched stub to a person{why}"
    if stub.points > 0:
        return f"gives the untouched stub {stub.points:g} of {most} points."
    if empty.points is not None and empty.points > 0:
        return (
            f"gives {empty.points:g} of {most} points to arrays without items, of which an assert "
            "on every item is true: compare shapes, too."
        )
    return None


def _own_points(solved: TaskOutcome) -> str:
    """Where all of a check is right and the master has other points: how to give it those."""
    result = solved.result
    if result is None or result.points < result.max_points:
        return ""
    wanted = f"{solved.max_points:g}"
    line = f'points("{result.task}", {wanted})'
    return (
        f" The check gives up to {result.max_points:g}; for {wanted}, write {line} in variants.py."
    )

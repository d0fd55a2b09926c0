"""An outcome of `lmhead check` as text and as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .checks.messages import sentence
from .checks.render import as_text
from .grading.execute import Outcome, TaskOutcome


def outcome_text(path: Path, outcome: Outcome, samples: list[tuple[str, str]] | None = None) -> str:
    """Tasks, points and what to fix, in the notebook's language.

    samples: (grade id, text) of the written answers to show; None where nobody asked.
    """
    lang = outcome.lang
    lines = [f"{path.name}", ""]
    lines += [f"! {note.text(lang)}" for note in outcome.notes]
    for task in outcome.tasks:
        lines.append(_task_text(task, lang))
    machine = [task for task in outcome.tasks if task.points is not None]
    points = sum(task.points or 0.0 for task in machine)
    most = sum(task.max_points for task in machine)
    waiting = sum(task.max_points for task in outcome.for_a_person)
    total = "report/total-and-by-hand" if waiting else "report/total"
    given = {"points": f"{points:g}", "max_points": f"{most:g}", "by_hand": f"{waiting:g}"}
    lines += ["", sentence(total, lang, **given)]
    if waiting and samples is None:
        lines.append(sentence("report/for-a-person", lang, points=f"{waiting:g}"))
    for grade_id, text in samples or []:
        lines += ["", sentence("report/sample", lang, task=grade_id), "", text]
    return "\n".join(lines)


def _task_text(task: TaskOutcome, lang: str) -> str:
    if task.result is not None:
        text = as_text(task.result.to_json())
        return text if task.message is None else f"{text}\n  {task.message.text(lang)}"
    untouched = task.message is not None and task.message.id == "cell/no-answer"
    mark = "…" if task.points is None else "✓" if task.points >= task.max_points else "✗"
    mark = "○" if untouched else mark
    got = "?" if task.points is None else f"{task.points:g}"
    line = f"{mark} {task.grade_id}  {got}/{task.max_points:g}"
    if task.message is not None:
        return f"{line}\n  {task.message.text(lang)}"
    if task.points is None:
        return f"{line}  {sentence('report/a-person-reads', lang)}"
    return line


def outcome_json(path: Path, outcome: Outcome) -> dict[str, Any]:
    """The same as data; a task's `result` follows `checks/result.schema.json`."""
    return {
        "file": path.name,
        "assignment": outcome.assignment,
        "lang": outcome.lang,
        "points": outcome.points,
        "max_points": outcome.max_points,
        "notes": [note.to_json(outcome.lang) for note in outcome.notes],
        "tasks": [
            {
                "grade_id": task.grade_id,
                "points": task.points,
                "max_points": task.max_points,
                "for_a_person": task.points is None,
                "message": task.message.to_json(outcome.lang) if task.message else None,
                "result": task.result.to_json() if task.result else None,
            }
            for task in outcome.tasks
        ],
    }

"""An outcome of `lmhead check` as text and as JSON."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from .checks.render import as_text, title_of
from .extras import command_name
from .grading.notebook.execute import NotebookOutcome, TaskOutcome
from .messages import Message, sentence


def outcome_text(
    path: Path, outcome: NotebookOutcome, samples: list[tuple[str, str]] | None = None
) -> str:
    """Tasks, points and what to fix, in the notebook's language.

    samples: (grade id, text) of the written answers to show; None where nobody asked.
    """
    lang = outcome.lang
    lines = [f"{path}", ""]
    lines += [f"! {note.text(lang)}" for note in outcome.notes]
    for task in outcome.tasks:
        lines.append(_task_text(task, lang))
    # A blank written answer has its 0 points already, and is no machine's all the same.
    later = [task for task in outcome.tasks if _later(task)]
    unchecked = [task for task in outcome.tasks if lacks_library(task)]
    here = [task for task in outcome.tasks if task not in later + unchecked]
    by_hand = [task for task in here if task.points is None or _blank(task)]
    machine = [task for task in here if task not in by_hand]
    given = {
        "points": f"{sum(task.points or 0.0 for task in machine):g}",
        "max_points": f"{sum(task.max_points for task in machine):g}",
        "by_hand": f"{sum(task.max_points for task in by_hand):g}",
    }
    total = "report/total-and-by-hand" if by_hand else "report/total"
    lines += ["", sentence(total, lang, **given)]
    if later:
        points = f"{sum(task.max_points for task in later):g}"
        lines.append(sentence("report/later", lang, points=points))
    if unchecked and (lack := lacks_library(unchecked[0])):
        points = f"{sum(task.max_points for task in unchecked):g}"
        lines.append(sentence("report/unchecked-points", lang, points=points, **lack.params))
    waiting = sum(task.max_points for task in here if task.points is None)
    if waiting and samples is None:
        command = f"{command_name()} check --reveal {shlex.quote(str(path))}"
        lines.append(sentence("report/for-a-person", lang, points=f"{waiting:g}", command=command))
    if samples == [] and by_hand:
        lines.append(sentence("report/no-sample", lang))
    for grade_id, text in samples or []:
        lines += ["", sentence("report/sample", lang, task=grade_id), "", text]
    return "\n".join(lines)


def own_rights_text(lang: str) -> str:
    """The warning that `lmhead check` is not for other people's work."""
    return sentence("report/own-rights", lang, command=f"{command_name()} grade")


def _blank(task: TaskOutcome) -> bool:
    return task.message is not None and task.message.id == "cell/no-answer"


def _later(task: TaskOutcome) -> bool:
    return task.message is not None and task.message.id == "home/checked-later"


def lacks_library(task: TaskOutcome) -> Message | None:
    """What says that a task could not be checked for want of a library, or None."""
    reason = task.message.params.get("reason") if task.message is not None else None
    return reason if isinstance(reason, Message) and reason.id == "person/not-installed" else None


def _headline(
    task: TaskOutcome, lang: str, mark: str, title: str, status: str, points: str = "?"
) -> str:
    """The line of a task that no check has judged; status: a sentence's id."""
    return sentence(
        "label/headline",
        lang,
        mark=mark,
        title=title,
        status=sentence(status, lang),
        points=points,
        max_points=f"{task.max_points:g}",
    )


def _task_text(task: TaskOutcome, lang: str) -> str:
    if lacks_library(task):
        title = title_of(task.result.to_json()) if task.result is not None else task.grade_id
        return _headline(task, lang, "…", title, "report/unchecked")
    if task.result is not None:
        text = as_text(task.result.to_json())
        return text if task.message is None else f"{text}\n  {task.message.text(lang)}"
    if _blank(task) or (task.points is None and task.message is None):
        title = sentence("report/written", lang, task=task.grade_id)
        if _blank(task):
            line = _headline(task, lang, "○", title, "status/not-attempted", "0")
        else:
            line = _headline(task, lang, "…", title, "report/by-a-person")
        return f"{line}\n  {task.message.text(lang)}" if task.message is not None else line
    if _later(task) and task.message is not None:
        return _headline(task, lang, "…", task.message.params["title"], "report/at-grading")
    mark = "…" if task.points is None else "✓" if task.points >= task.max_points else "✗"
    got = "?" if task.points is None else f"{task.points:g}"
    line = f"{mark} {task.grade_id}  {got}/{task.max_points:g}"
    return line if task.message is None else f"{line}\n  {task.message.text(lang)}"


def outcome_json(path: Path, outcome: NotebookOutcome) -> dict[str, Any]:
    """The same as data; a task's `result` follows `checks/result.schema.json`."""
    return {
        "file": str(path),
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

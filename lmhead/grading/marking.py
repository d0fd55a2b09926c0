"""Puts what came of a submission where it belongs: marks, graded notebook, feedback page.

Files are written first, each whole or not at all, and then the transaction that says that they
are there: a run that is stopped in between does this submission again, and no other.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..checks.messages import Message, say
from . import feedback
from .course import CourseProblem
from .late.policy import LatePolicy, handed_in_at, naive, penalty_for, reason_for
from .output import remove_others, write_folder, write_whole
from .preprocessors import LatePenalties
from .store import Earlier, Entry, Store
from .submissions import Submissions, package_hash
from .summary import Graded
from .work import Report, message_from, message_json


class Marking:
    """The one writer of an assignment's marks and pages.

    autograded, feedback: the course's folders for them.
    """

    def __init__(
        self, store: Store, submissions: Submissions, config: Any, autograded: Path, feedback: Path
    ) -> None:
        self._store, self._submissions = store, submissions
        self._assignment = submissions.assignment
        self._autograded, self._feedback = autograded, feedback
        late = LatePenalties(config=config)
        late.init_plugin()
        self._late = late.plugin_inst
        if isinstance(self._late, LatePolicy):
            _ = self._late.deadlines  # a mistake in them is said before anything runs

    def notebook(self, student: str) -> Path:
        """Where a student's graded notebook lies."""
        return self._place(self._autograded, student, ".ipynb")

    def is_drawn(self, entry: Entry, page: str, late: list[Message]) -> bool:
        """Whether the feedback page is there with the marks as they are, and what is to be said
        of lateness. page: its key."""
        there = self._place(self._feedback, entry.student).exists()
        return there and page == _page_key(self._marks(entry), late)

    def write(
        self,
        student: str,
        key: str,
        report: Report,
        files: dict[str, bytes] | None,
        earlier: Earlier | None,
    ) -> Graded:
        """Write what came of a submission; its line.

        key: of what was graded. files: what lies beside the notebook. earlier: where only the
        page was drawn again, what had been graded before.
        """
        known = self._store.earlier(student)
        if earlier is not None:
            said = earlier.line
        else:
            said = {
                "status": "graded",
                "why": None,
                "notes": [message_json(note) for note in report.notes],
                "scores": {task["grade_id"]: task["points"] for task in report.tasks},
                "answers": report.answers,
                "untouched": report.untouched,
            }
        entry, late = self.marked(student, said, known)
        if earlier is None:
            write_folder(
                self._autograded / student / self._assignment,
                {**(files or {}), f"{self._assignment}.ipynb": report.notebook.encode()},
            )
        page = self._write_page(entry, report.page, late)
        self._commit(entry, Earlier(key, page, said), known)
        return self.line(entry, said, late, unchanged=earlier is not None)

    def refused(
        self, student: str, why: Message, key: str = "", *, unchanged: bool = False
    ) -> Graded:
        """A submission that cannot be read or run: zero points, and a page that says why."""
        said = {
            "status": "broken",
            "why": message_json(why),
            "notes": [message_json(why)],
            "scores": {},
            "answers": {},
            "untouched": [],
        }
        known = self._store.earlier(student)
        entry, late = self.marked(student, said, known)
        remove_others(self._autograded / student / self._assignment, {})
        page = self._write_page(entry, feedback.broken(self._assignment, why), late)
        self._commit(entry, Earlier(key, page, said), known)
        return self.line(entry, said, late, unchanged=unchanged)

    def _commit(self, entry: Entry, graded: Earlier, known: Earlier | None) -> None:
        self._store.save(entry)
        self._store.remember(entry.student, graded, known=known is not None)
        self._store.commit()

    def marked(
        self, student: str, said: dict[str, Any], known: Earlier | None
    ) -> tuple[Entry, list[Message]]:
        """The submission's entry with its automatic scores and its penalty; not saved.

        known: what was graded before. Returns also what is to be said of its lateness.
        """
        entry = self._store.load(student)
        answers = known.line["answers"] if known is not None else {}
        doubtful = {name for name in entry.grades if answers.get(name) != said["answers"].get(name)}
        entry.put(said["scores"], doubtful, set(said["untouched"]))
        when, unread = handed_in_at(self._late, self._submissions.place(student))
        entry.timestamp = naive(when)
        if isinstance(self._late, LatePolicy):
            entry.due = self._late.due_for(self._assignment, entry.due)
            entry.extension = self._late.extension_for(
                self._assignment, student, entry.due, entry.extension
            )
        notes = [] if unread is None else [unread]
        try:
            entry.penalty = penalty_for(
                self._late, student, entry.score, entry.late, entry.own_due, entry.timestamp
            )
        except CourseProblem:
            raise
        except Exception as error:  # an instructor's own plugin
            entry.penalty = None
            notes.append(say("grade/late-failed", reason=type(error).__name__))
        return entry, notes

    def line(
        self, entry: Entry, said: dict[str, Any], late: list[Message], *, unchanged: bool
    ) -> Graded:
        marks = self._store.marks(entry)
        notes = [*(message_from(note) for note in said["notes"]), *late]
        return Graded(
            student=entry.student,
            status=said["status"],
            points=marks.score,
            max_points=marks.max_score,
            waiting=sum(task.max_points for task in marks.tasks.values() if task.waiting),
            notes=[note.text("en") for note in notes if note is not None],
            # In the notebook's order, which the scores have and the gradebook has not.
            tasks={
                name: entry.grades[name].points
                for name in dict.fromkeys([*said["scores"], *entry.grades])
                if name in entry.grades
            },
            late_penalty=marks.late_penalty,
            unchanged=unchanged,
        )

    def _marks(self, entry: Entry) -> feedback.Marks:
        """What stands on the page, with the reason of a late penalty."""
        why = reason_for(self._late, entry.penalty, entry.own_due, entry.timestamp)
        return replace(self._store.marks(entry), late_reason=why)

    def _place(self, folder: Path, student: str, suffix: str = ".html") -> Path:
        return folder / student / self._assignment / f"{self._assignment}{suffix}"

    def _write_page(self, entry: Entry, drawn: Any, late: list[Message]) -> str:
        """Write the feedback page; returns the key of what stands on it beside the notebook."""
        marks = self._marks(entry)
        if "broken" not in drawn:  # which has no points to lose
            more = [note.text(drawn["lang"]) for note in _for_the_learner(late)]
            drawn = {**drawn, "notes": [*drawn["notes"], *more]}
        path = self._place(self._feedback, entry.student)
        write_whole(path, feedback.page(drawn, marks).encode("utf-8", "replace"))
        remove_others(path.parent, {path.name: b""})
        return _page_key(marks, late)


def _for_the_learner(late: list[Message]) -> list[Message]:
    """Without what an instructor has to mend."""
    return [note for note in late if note.id.startswith("late/")]


def _page_key(marks: feedback.Marks, late: list[Message]) -> str:
    tasks = {name: vars(task) for name, task in marks.tasks.items()}
    said = [note.text("en") for note in _for_the_learner(late)]
    why = "" if marks.late_reason is None else marks.late_reason.text("en")
    shown = vars(marks) | {"tasks": tasks, "late_reason": why}
    data = json.dumps([shown, package_hash(), said], sort_keys=True)
    return hashlib.sha256(data.encode("utf-8", "replace")).hexdigest()

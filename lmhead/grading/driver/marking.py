"""Writes the results of a submission: marks, graded notebook, feedback page.

Files are written first, each whole or not at all, and then the transaction that says that they
are there: a run that is stopped in between does this submission again, and no other.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...messages import Message, say
from ..classroom.late.policy import LatePolicy, handed_in_at, naive, penalty_for, reason_for
from ..classroom.student_ids import printable
from ..classroom.submissions import Submissions
from ..file_writing import remove_others, write_folder, write_whole
from ..gradebook.marks import Marks
from ..gradebook.rows import SubmissionRecord
from ..gradebook.store import PreviousGrading, Store
from ..notebook.inert_files import inert_names, make_inert
from ..pages import feedback
from ..pages.summary import SummaryLine
from ..problems import CourseProblem
from .content_key import package_hash
from .jobs import Report, message_from, message_json
from .preprocessors import LatePenalties


class Marking:
    """Writes an assignment's marks and pages; a run has one.

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
            _ = self._late.deadlines  # raise for a mistake in them before anything runs

    def keep_inert(self) -> None:
        """Rename what earlier versions copied under names that formgrader serves as a page."""
        for folder in self._autograded.glob(f"*/{self._assignment}"):
            make_inert(folder)

    def notebook(self, student: str) -> Path:
        """Where a student's graded notebook lies."""
        return self._place(self._autograded, student, ".ipynb")

    def is_drawn(self, record: SubmissionRecord, page: str, late: list[Message]) -> bool:
        """Whether the feedback page is there with the marks as they are, and what is to be said
        of lateness. page: its key."""
        there = self._place(self._feedback, record.student).exists()
        return there and page == _page_key(self._marks(record), late)

    def write(
        self,
        student: str,
        key: str,
        report: Report,
        files: dict[str, bytes] | None,
        earlier: PreviousGrading | None,
    ) -> SummaryLine:
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
                "package": package_hash(),
                "why": None,
                "notes": [message_json(note) for note in report.notes],
                "scores": {task["grade_id"]: task["points"] for task in report.tasks},
                "answers": report.answers,
                "whole": report.whole,
                "untouched": report.untouched,
            }
        record, late = self.marked(student, said, known)
        if earlier is None:
            beside = files or {}
            safe = inert_names(beside)
            write_folder(
                self._autograded / student / self._assignment,
                {
                    **{safe.get(name, name): data for name, data in beside.items()},
                    f"{self._assignment}.ipynb": report.notebook.encode(),
                },
            )
        page = self._write_page(record, report.page, late)
        before, total = said.get("total"), self._store.marks(record).score
        self._commit(record, PreviousGrading(key, page, {**said, "total": total}), known)
        line = self.line(record, said, late, unchanged=earlier is not None)
        line.remarked = earlier is not None and before is not None and before != total
        return line

    def refused(
        self, student: str, why: Message, key: str = "", *, unchanged: bool = False
    ) -> SummaryLine:
        """A submission that cannot be read or run: zero points, and a page that says why."""
        said = {
            "status": "broken",
            "package": package_hash(),
            "why": message_json(why),
            "notes": [message_json(why)],
            "scores": {},
            "answers": {},
            "untouched": [],
        }
        known = self._store.earlier(student)
        record, late = self.marked(student, said, known)
        remove_others(self._autograded / student / self._assignment, {})
        page = self._write_page(record, feedback.broken(self._assignment, why), late)
        self._commit(record, PreviousGrading(key, page, said), known)
        return self.line(record, said, late, unchanged=unchanged)

    def compared(self, student: str, report: Report | None) -> SummaryLine:
        """What a grading by this version would change, as a line; nothing is written.

        report: None where the submission cannot be read. Marks by hand and penalties for being
        late are the gradebook's: only what a machine gives is compared.
        """
        tasks = report.tasks if report is not None and report.status == "graded" else []
        scores = {task["grade_id"]: task["points"] for task in tasks}
        record, known = self._store.rows_of(student), self._store.earlier(student)
        line = SummaryLine(printable(student), "graded", unchanged=known is not None)
        for name in dict.fromkeys([*scores, *record.grades]) if known is not None else ():
            row = record.grades.get(name)
            if row is None or name in self._store.written:
                continue
            before, after = row.auto, scores.get(name, 0.0)
            if before != after:
                line.differences[name] = (before, after)
        return line

    def _commit(
        self, record: SubmissionRecord, graded: PreviousGrading, known: PreviousGrading | None
    ) -> None:
        self._store.save(record)
        self._store.remember(record.student, graded, known=known is not None)
        self._store.commit()

    def marked(
        self, student: str, said: dict[str, Any], known: PreviousGrading | None
    ) -> tuple[SubmissionRecord, list[Message]]:
        """The submission's record with its automatic scores and its penalty; not saved.

        known: what was graded before. Returns also what is to be said of its lateness.
        """
        record = self._store.rows_of(student)
        answers = known.line["answers"] if known is not None else {}
        # Gradings of an earlier version kept a hash of the whole notebook for a code task.
        whole = {said.get("whole")} - {None, ""}
        doubtful = {
            name
            for name in record.grades
            if answers.get(name) != said["answers"].get(name) and answers.get(name) not in whole
        }
        record.set_scores(said["scores"], doubtful, set(said["untouched"]))
        when, unread = handed_in_at(self._late, self._submissions.place(student))
        record.timestamp = naive(when)
        if isinstance(self._late, LatePolicy):
            record.due = self._late.due_for(self._assignment, record.due)
            record.extension = self._late.extension_for(
                self._assignment, student, record.due, record.extension
            )
        notes = [] if unread is None else [unread]
        try:
            record.penalty = penalty_for(
                self._late, student, record.score, record.late, record.own_due, record.timestamp
            )
        except CourseProblem:
            raise
        except Exception as error:  # an instructor's own plugin
            record.penalty = None
            notes.append(say("grade/late-failed", reason=type(error).__name__))
        return record, notes

    def line(
        self,
        record: SubmissionRecord,
        said: dict[str, Any],
        late: list[Message],
        *,
        unchanged: bool,
    ) -> SummaryLine:
        marks = self._store.marks(record)
        notes = [*(message_from(note) for note in said["notes"]), *late]
        return SummaryLine(
            student=record.student,
            status=said["status"],
            points=marks.score,
            max_points=marks.max_score,
            waiting=sum(task.max_points for task in marks.tasks.values() if task.waiting),
            notes=[note.text("en") for note in notes if note is not None],
            # In the notebook's order, which the scores have and the gradebook has not.
            tasks={
                name: record.grades[name].points
                for name in dict.fromkeys([*said["scores"], *record.grades])
                if name in record.grades
            },
            late_penalty=marks.late_penalty,
            unchanged=unchanged,
        )

    def _marks(self, record: SubmissionRecord) -> Marks:
        """What stands on the page, with the reason of a late penalty."""
        why = reason_for(self._late, record.penalty, record.own_due, record.timestamp)
        return replace(self._store.marks(record), late_reason=why)

    def _place(self, folder: Path, student: str, suffix: str = ".html") -> Path:
        return folder / student / self._assignment / f"{self._assignment}{suffix}"

    def _write_page(self, record: SubmissionRecord, drawn: Any, late: list[Message]) -> str:
        """Write the feedback page; returns the key of what stands on it beside the notebook."""
        marks = self._marks(record)
        if "broken" not in drawn:  # which has no points to lose
            more = [note.text(drawn["lang"]) for note in _for_the_learner(late)]
            drawn = {**drawn, "notes": [*drawn["notes"], *more]}
        path = self._place(self._feedback, record.student)
        write_whole(path, feedback.page(drawn, marks).encode("utf-8", "replace"))
        remove_others(path.parent, {path.name: b""})
        return _page_key(marks, late)


def _for_the_learner(late: list[Message]) -> list[Message]:
    """Without what an instructor has to mend."""
    return [note for note in late if note.id.startswith("late/")]


def _page_key(marks: Marks, late: list[Message]) -> str:
    tasks = {name: vars(task) for name, task in marks.tasks.items()}
    said = [note.text("en") for note in _for_the_learner(late)]
    why = "" if marks.late_reason is None else marks.late_reason.text("en")
    shown = vars(marks) | {"tasks": tasks, "late_reason": why}
    data = json.dumps([shown, package_hash(), said], sort_keys=True)
    return hashlib.sha256(data.encode("utf-8", "replace")).hexdigest()

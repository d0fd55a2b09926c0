"""The bank makes whole notebooks, and each student of the class gets the marks written there."""

from collections.abc import Callable, Iterable

import nbformat
import pytest

from lmhead.course import ASSIGNMENTS
from lmhead.grading.notebook.execute import run_notebook
from lmhead.grading.notebook.master import released_master
from lmhead.grading.sandbox import missing_modules
from lmhead.grading.sandbox.levels import Sandbox
from lmhead.grading.sandbox.limits import TimeLimits
from tests.submissions import Student, answers, submission, the_class

#: Short enough for an endless loop, long enough for a busy machine.
QUICK = TimeLimits(cell_cpu=2.0, cell_wall=120.0, call_cpu=2.0, call_wall=120.0)

Warm = Callable[[Iterable[str]], Sandbox]
STUDENTS = [(name, student) for name in ASSIGNMENTS for student in the_class(name)]


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("assignment", "student"), STUDENTS, ids=[f"{name}-{one.name}" for name, one in STUDENTS]
)
def test_each_student_of_the_class_gets_the_marks_expected(
    assignment: str, student: Student, warm_sandbox: Warm
) -> None:
    outcome = run_notebook(
        submission(assignment, student.lang, student.answers),
        released_master(assignment, student.lang),
        warm_sandbox(missing_modules.libraries_of(assignment)),
        secret=b"tests",
        student=student.name,
        times=QUICK,
    )
    assert {task.grade_id: task.points for task in outcome.tasks} == student.expected
    assert outcome.lang == student.lang


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_class_has_the_eleven_kinds(assignment: str) -> None:
    students = the_class(assignment)
    assert len({student.name for student in students}) == len(students) == 11
    assert {student.lang for student in students} == {"en", "zh"}
    totals = {student.name: sum(filter(None, student.expected.values())) for student in students}
    assert totals["right-en"] == totals["right-zh"] == max(totals.values())
    assert totals["blank"] == 0
    assert 0 < totals["partly-right"] < totals["right-en"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_submission_differs_from_the_release_in_the_answers_alone(lang: str) -> None:
    blank = submission("03-by-hand", lang, {})
    filled = submission("03-by-hand", lang, {"scale": "scale = 1\n", "impossible-why": "Since."})
    changed = [
        (mine.metadata.nbgrader.grade_id, mine.source)
        for mine, theirs in zip(filled.cells, blank.cells, strict=True)
        if mine != theirs
    ]
    assert changed == [("scale-answer", "scale = 1"), ("impossible-why", "Since.")]
    nbformat.validate(filled)


def test_an_answer_to_a_cell_that_is_not_there_is_refused() -> None:
    with pytest.raises(LookupError, match="no answer cell 'chains'; it has chain-answer"):
        submission("03-by-hand", "en", {"chains": "pass"})
    with pytest.raises(LookupError, match="no answers in 03-by-hand/chains"):
        answers("03-by-hand", "chains")


def test_the_head_of_a_wrong_answer_is_read_and_left_out_of_the_cell() -> None:
    (answer,) = [one for one in answers("03-by-hand", "chain") if one.name == "lost_sign"]
    assert (answer.expect, answer.points) == ("03-by-hand/chain/lost-sign", 3.0)
    assert answer.source.startswith("logits = ")
    assert not answer.right

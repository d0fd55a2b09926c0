"""`check` as a learner calls it at home, and as the grader does: seeds, languages, wrong calls."""

import contextlib
import io
import threading
from collections.abc import Callable
from typing import Any

import nbformat
import numpy as np
import pytest

from lmhead.checks import check
from lmhead.checks.grading import Grading, grading
from lmhead.checks.registry import find, tasks
from lmhead.checks.result import Result
from lmhead.checks.trial import Trial
from lmhead.checks.usage_errors import UnknownTask, WrongWork
from lmhead.course import ASSIGNMENTS, section_url, solution_path
from lmhead.four_words import sgd_step as reference
from lmhead.messages import language
from lmhead.softmax import softmax
from lmhead.wire.subject import Limits, LocalSession, Missing, PeerLost
from tests.checks.conftest import IMPORTS
from tests.submissions import answers


def namespace(source: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(IMPORTS + source, "<cell>", "exec"), names)
    return names


def step(w_out: Any, h: Any, right: int) -> Any:
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return w_out - np.outer(p, h)


@pytest.mark.parametrize(
    "answer", answers("03-by-hand", "*", "right"), ids=lambda answer: answer.id
)
def test_right_answers_have_full_points_at_home(answer: Any) -> None:
    names = namespace(answer.source)
    task = find(f"03-by-hand/{answer.task}")
    result = check(task.id, *(names[name] for name in task.takes))
    assert result.points == task.points == result.max_points


def test_numpy_may_raise_in_the_notebook_and_the_checks_own_numbers_are_made_all_the_same() -> None:
    answer = next(item for item in answers("02-logits-softmax", "softmax", "right"))
    with np.errstate(all="raise"):
        result = check("02-logits-softmax/softmax", namespace(answer.source)["softmax"])
    assert result.points == 6


def test_the_result_is_in_the_language_chosen_and_links_the_section_in_it() -> None:
    for lang, mark in (("en", "/chapters/03-by-hand.html"), ("zh", "/zh/chapters/03-by-hand.html")):
        with language(lang):
            result = check("03-by-hand/scale", 1.0)
        assert result.lang == lang
        assert result.section_url is not None
        assert mark in result.section_url
        assert result.section_url == section_url(lang, "03-by-hand", "shares")


def test_a_wrong_number_of_values_is_a_sentence() -> None:
    with pytest.raises(WrongWork) as caught:
        check("03-by-hand/chain", [1], [2])
    assert "logits, exponentials, total, shares" in str(caught.value)
    assert "2" in str(caught.value)
    with pytest.raises(TypeError), language("zh"):
        check("03-by-hand/chain")


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("03-by-hand/chains", "03-by-hand/chain, 03-by-hand/favour-run"),
        ("chain", "03-by-hand"),
        ("99-nothing/chain", "'99-nothing/chain'"),
        ("", "''"),
        (None, "NoneType"),
        (3, "int"),
        ("x" * 1000, "'xxx"),
    ],
)
def test_an_unknown_task_is_a_sentence_in_both_languages(task: Any, said: str) -> None:
    for lang in ("en", "zh"):
        with language(lang), pytest.raises(UnknownTask) as caught:
            check(task, 1)
        with language(lang):
            between = ", " if lang == "en" else "、"
            assert said.replace(", ", between) in str(caught.value)
            assert len(str(caught.value)) < 600
    with pytest.raises(LookupError):
        check(task, 1)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_written_answer_has_a_sentence_of_its_own(assignment: str) -> None:
    for lang, says in (("en", "is a written answer, which a person reads"), ("zh", "是书面回答")):
        cells = nbformat.read(solution_path(assignment, lang), as_version=4).cells
        (written,) = [
            cell.metadata.nbgrader.grade_id
            for cell in cells
            if cell.cell_type == "markdown" and cell.metadata.get("nbgrader", {}).get("grade")
        ]
        for hint in (1, None):
            with language(lang), pytest.raises(UnknownTask) as caught:
                check(f"{assignment}/{written}", hint=hint)
            with language(lang):
                assert str(caught.value).startswith(f"`{assignment}/{written}` {says}")


def run(task: str, work: list[Any], seed: int) -> tuple[Result, list[Result]]:
    reported: list[Result] = []
    with grading(Grading("zh", lambda name: seed, reported.append)):
        result = check(task, *work)
    return result, reported


def recorded(calls: list[Any]) -> Callable[..., Any]:
    def sgd_step(w_out: Any, h: Any, right: int) -> Any:
        calls.append((w_out.copy(order="K"), h.copy(), right))
        return step(w_out, h, right)

    return sgd_step


def cases(seed: int) -> list[Any]:
    calls: list[Any] = []
    work = LocalSession().wrap(recorded(calls))
    result, reported = run("03-by-hand/sgd-step", [work], seed)
    assert result.points == 5
    assert result.lang == "zh"
    assert reported == [result]
    return calls


def same(first: list[Any], second: list[Any]) -> bool:
    return all(
        np.array_equal(a, b)
        for one, two in zip(first, second, strict=True)
        for a, b in zip(one, two, strict=True)
    )


def test_the_same_seed_gives_the_same_cases_and_another_seed_others() -> None:
    assert same(cases(7), cases(7))
    assert not same(cases(7), cases(8))


def test_the_structure_of_the_cases_does_not_depend_on_the_seed() -> None:
    def structure(calls: list[Any]) -> list[Any]:
        return [(w.shape, w.dtype, w.flags.c_contiguous, h.dtype) for w, h, _ in calls]

    first = structure(cases(1))
    assert all(structure(cases(seed)) == first for seed in range(2, 20))
    shapes = [shape for shape, *_ in first]
    assert (1, 2) in shapes
    assert any(d == 1 for _, d in shapes)
    assert any(d > v for v, d in shapes)
    assert any(v == d for v, d in shapes)
    assert {str(dtype) for _, dtype, _, _ in first} == {"float64", "float32"}
    assert any(kind.kind == "i" for *_, kind in first)
    assert not all(contiguous for _, _, contiguous, _ in first)


def test_fresh_numbers_are_drawn_at_home_each_time() -> None:
    first: list[Any] = []
    second: list[Any] = []
    check("03-by-hand/sgd-step", recorded(first))
    check("03-by-hand/sgd-step", recorded(second))
    assert not same(first, second)


def test_seeds_are_asked_for_by_task() -> None:
    asked = []

    def seed(task: str) -> int:
        asked.append(task)
        return 3

    with grading(Grading("en", seed, lambda result: None)):
        check("03-by-hand/scale", 2.92)
        check("03-by-hand/impossible", "C")
    assert asked == ["03-by-hand/scale", "03-by-hand/impossible"]


def test_the_reference_is_refused_at_home() -> None:
    result = check("03-by-hand/sgd-step", reference)
    assert result.points == 0
    assert result.message is not None
    assert result.message.id == "check/reference"


def test_a_wrapper_around_the_reference_is_refused_at_home() -> None:
    def sgd_step(w_out: Any, h: Any, right: int) -> Any:
        p = softmax(w_out @ h)
        p[right] -= 1
        return w_out - np.outer(p, h)

    result = check("03-by-hand/sgd-step", sgd_step)
    assert result.message is not None
    assert result.message.id == "check/reference"


def test_an_interrupt_reaches_the_notebook() -> None:
    def sgd_step(w_out: Any, h: Any, right: int) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check("03-by-hand/sgd-step", sgd_step)


def test_a_call_is_stopped_after_its_limit() -> None:
    def sgd_step(w_out: Any, h: Any, right: int) -> Any:
        while True:
            pass

    result = check("03-by-hand/sgd-step", sgd_step, limits=Limits(cpu=0.2, wall=20))
    assert result.parts[0].message is not None
    assert result.parts[0].message.id == "function/out-of-time"


def test_where_no_timer_can_stop_a_call_the_learner_is_told_how(
    capsys: pytest.CaptureFixture[str],
) -> None:
    spoken = threading.Event()

    class Written(io.StringIO):
        def write(self, text: str) -> int:
            spoken.set()
            return super().write(text)

    def sgd_step(w_out: Any, h: Any, right: int) -> Any:
        spoken.wait(20)  # without an end, but for the sentence
        return None

    written = Written()
    results: list[Result] = []

    def cell() -> None:  # the interval timers are the main thread's
        with language("zh"), contextlib.redirect_stderr(written):
            results.append(check("03-by-hand/sgd-step", sgd_step, limits=Limits(cpu=0.05)))

    thread = threading.Thread(target=cell)
    thread.start()
    thread.join(60)
    assert "0.05 秒" in written.getvalue()
    assert results[0].points == 0
    check("03-by-hand/sgd-step", sgd_step, limits=Limits(cpu=0.05))
    assert capsys.readouterr().err == ""


def test_a_name_that_is_not_there_is_not_attempted_at_home_as_at_grading() -> None:
    work = ([3, 1, 1, -1], Missing("exponentials"), 0.0, Missing("shares"))
    home = check("03-by-hand/chain", *work)
    graded, _ = run("03-by-hand/chain", list(work), 0)
    states = [(part.id, part.status, part.points) for part in home.parts]
    assert states == [(part.id, part.status, part.points) for part in graded.parts]
    assert [state for _, state, _ in states] == ["right", "not-attempted", "wrong", "not-attempted"]


def test_a_lost_process_ends_the_task_and_keeps_what_was_reached() -> None:
    def lost(*args: Any) -> Any:
        raise PeerLost("died")

    session = LocalSession()
    subject = session.wrap(step)
    session.transport = lost
    result, reported = run("03-by-hand/sgd-step", [subject], 0)
    assert (result.points, result.parts) == (0, ())
    assert result.message is not None
    assert result.message.id == "lost/died"
    assert reported == [result]


def test_every_assignment_has_its_tasks_and_each_task_its_parts_points() -> None:
    for assignment in ASSIGNMENTS:
        for task in tasks(assignment):
            parts = list(
                task.function(Trial(np.random.default_rng(0), Limits()), *[None] * len(task.takes))
            )
            assert sum(part.max_points for part in parts) == task.points, task.id
            assert {part.status for part in parts} == {"not-attempted"}, task.id
            assert task.assignment == assignment
            assert task.anchor == task.section.split("-", 1)[1]

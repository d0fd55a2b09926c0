"""Hints: several a task in both languages, none that gives the answer away, none while grading."""

import re
from typing import Any

import nbformat
import numpy as np
import pytest

from lmhead.checks import check
from lmhead.checks.grading import Grading, grading
from lmhead.checks.hints import Hint, WrongHint, count_of
from lmhead.checks.registry import Task, tasks
from lmhead.checks.render import as_html, as_text
from lmhead.checks.result import Result
from lmhead.checks.usage_errors import WrongWork
from lmhead.course import ASSIGNMENTS
from lmhead.grading.notebook.execute import run_notebook
from lmhead.grading.notebook.master import released_master
from lmhead.grading.sandbox.levels import Sandbox
from lmhead.messages import LANGUAGES, language, sentence
from tests.chapters.test_no_answers import ANSWERS
from tests.checks.test_render import Tree
from tests.submissions import submission
from tests.test_exercises import code, marks, read

TASKS = [task for assignment in ASSIGNMENTS for task in tasks(assignment)]
each_task = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
each_language = pytest.mark.parametrize("lang", LANGUAGES)


def hints(task: Task, lang: str) -> list[str]:
    return [sentence(f"{task.id}/hint-{n + 1}", lang) for n in range(count_of(task.id, lang))]


# -- what is shown ------------------------------------------------------------------------------


@each_language
@each_task
def test_a_task_has_hints_in_steps(task: Task, lang: str) -> None:
    count = count_of(task.id, lang)
    assert count >= 2
    with language(lang):
        shown = [check(task.id, hint=number) for number in range(1, count + 1)]
    assert all(isinstance(hint, Hint) for hint in shown)
    texts = [repr(hint) for hint in shown]
    assert len(set(texts)) == count
    for number, text in enumerate(texts, start=1):
        assert sentence(f"{task.id}/title", lang) in text
        assert (f'check("{task.id}", hint={number + 1})' in text) == (number < count)
        assert (f".html#{task.anchor}" in text) == (number == count)


@each_language
@each_task
def test_text_and_html_of_a_hint_hold_the_same_words(task: Task, lang: str) -> None:
    for number in range(1, count_of(task.id, lang) + 1):
        with language(lang):
            bundle = check(task.id, hint=number)._repr_mimebundle_()
        tree = Tree(bundle["text/html"])
        assert set(tree.tags) <= {"div", "p", "strong", "code", "pre"}
        assert ("lang", {"en": "en", "zh": "zh-CN"}[lang]) in tree.attributes
        plain = bundle["text/plain"].replace("`", "")
        assert "".join(tree.text.split()) == "".join(plain.split())
        assert "*" not in re.sub(r"`[^`]*`|^    .*$", "", bundle["text/plain"], flags=re.MULTILINE)


def test_code_in_a_hint_keeps_its_lines() -> None:
    html = check("03-by-hand/sgd-step", hint=3)._repr_mimebundle_()["text/html"]
    (block,) = re.findall(r"<pre>(.*?)</pre>", html, re.DOTALL)
    assert [line[:6] for line in block.split("\n")] == ["z = … ", "slope ", "outer ", "return"]


def test_work_may_be_there_or_not_and_is_not_called() -> None:
    def sgd_step(*arguments: Any) -> Any:
        raise AssertionError("called")

    alone = check("03-by-hand/sgd-step", hint=1)
    assert check("03-by-hand/sgd-step", sgd_step, hint=1) == alone
    assert check("03-by-hand/sgd-step", None, 1, 2, hint=np.int64(1)) == alone


@each_language
def test_one_beyond_the_last_says_so(lang: str) -> None:
    with language(lang):
        for number in (5, 10**5000):
            hint = check("03-by-hand/sgd-step", hint=number)
            text = repr(hint)
            assert 'check("03-by-hand/sgd-step", hint=4)' in text
            assert "5" in text or "1e" in text
            assert len(text) < 200
            assert "4" in Tree(hint._repr_mimebundle_()["text/html"]).text


@each_language
@pytest.mark.parametrize(
    "asked",
    [0, -1, True, False, 1.0, "1", [1], -(10**400), object()],
    ids=lambda asked: f"{type(asked).__name__}-{str(asked)[:2]}",
)
def test_what_is_no_number_of_a_hint_is_a_sentence(asked: Any, lang: str) -> None:
    with language(lang), pytest.raises(WrongHint) as caught:
        check("03-by-hand/scale", hint=asked)
    with language(lang):
        text = str(caught.value)
    assert 'check("03-by-hand/scale", hint=1)' in text
    assert len(text) < 400


# -- what a hint may not say --------------------------------------------------------------------


def solutions(task: Task) -> list[str]:
    """The lines of the task's solution, without comments and without what every solution has."""
    cells = {marks(c).get("grade_id"): c for c in code(read("solutions", task.assignment, "en"))}
    source = cells[f"{task.name}-answer"].source
    lines = [re.sub(r"\s+#.*", "", line).strip() for line in source.split("\n")]
    common = r"(def |#|else:|break$|return ids$|raise ValueError\($|$)"
    return [line for line in lines if len(line) > 3 and not re.match(common, line)]


def spaceless(text: str) -> str:
    return "".join(text.split())


@each_language
@each_task
def test_no_hint_holds_a_line_of_the_solution(task: Task, lang: str) -> None:
    lines = solutions(task)
    assert lines
    for hint in map(spaceless, hints(task, lang)):
        for line in map(spaceless, lines):
            assert line not in hint
            # What is returned, or given to a name, without the word before it.
            value = re.sub(r"^(return|\w+=(?!=))", "", line)
            assert len(value) < 15 or value not in hint


#: What the tasks with typed answers ask for: numbers with the decimals from which on they tell.
TYPED = [
    *ANSWERS,
    *((value, 2) for value in (3 * np.log(10) / np.log(5), np.log(8))),
    (125, 0),
    (0.8, 1),
    (-0.8, 1),
]


@each_language
@each_task
def test_no_hint_gives_away_a_number_or_a_letter(task: Task, lang: str) -> None:
    for hint in hints(task, lang):
        for text in re.findall(r"[−-]?\d+(?:[.]\d+)?", hint.replace(",", "")):
            digits = len(text.partition(".")[2])
            value = float(text.replace("−", "-"))
            for answer, least in TYPED:
                gives = digits >= least and abs(value - answer) <= 0.51 * 10**-digits
                assert not gives, f"{text} in: {hint}"
    if task.name in ("impossible", "write", "no-layers"):
        for hint in hints(task, lang):
            assert not re.search(r"(?<![\w`])[CD](?![\w`])", hint), hint


# -- home and grading ---------------------------------------------------------------------------


@each_language
def test_a_result_that_is_not_right_mentions_the_first_hint_at_home(lang: str) -> None:
    call = 'check("03-by-hand/scale", hint=1)'
    with language(lang):
        wrong, right = check("03-by-hand/scale", 2.0), check("03-by-hand/scale", 2.92)
    assert wrong.hint == call
    for data, mentions in ((wrong.to_json(), True), (right.to_json(), False)):
        assert (call in as_text(data)) == mentions
        assert (call in Tree(as_html(data)).text) == mentions


def test_while_grading_there_are_no_hints() -> None:
    reported: list[Result] = []
    with grading(Grading("en", lambda task: 3, reported.append)):
        plain = check("03-by-hand/scale", 2.0)
        asked = check("03-by-hand/scale", 2.0, hint=1)
        with pytest.raises(WrongWork):
            check("03-by-hand/scale", hint=1)
        for number in (99, "x"):
            assert check("03-by-hand/scale", 2.0, hint=number) == plain
    assert asked == plain
    assert reported == [plain] * 4
    assert plain.hint is None
    assert "hint" not in as_text(plain.to_json())


@pytest.mark.slow
def test_a_graded_notebook_shows_no_hint() -> None:
    """Neither where a learner asked in a cell of theirs, nor where they changed the grade cell."""
    asking = 'shown = check("03-by-hand/scale", hint=1)\nprint(shown)\nscale = 2.0\nshown'
    notebook = submission("03-by-hand", "en", {"scale": asking})
    (graded,) = [cell for cell in notebook.cells if marks(cell).get("grade_id") == "scale"]
    graded.source = 'check("03-by-hand/scale", hint=1)'
    with Sandbox("none") as sandbox:
        master = released_master("03-by-hand", "en")
        outcome = run_notebook(notebook, master, sandbox, secret=b"tests", student="me")
    points = {task.grade_id: task.points for task in outcome.tasks}
    assert points["scale"] == 0
    shown = nbformat.writes(notebook).replace(asking, "")
    assert "77.58" in shown  # the verdict is there
    for hint in hints(next(task for task in TASKS if task.id == "03-by-hand/scale"), "en"):
        assert hint[:40] not in shown
    assert "Stuck" not in shown

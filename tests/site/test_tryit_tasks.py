"""Every try-it task: its template fails, its solution passes, and usual mistakes are named."""

import ast
import hashlib
import re

import nbformat
import pytest

from tests.chapters.page import DECIMAL, ROOT
from tests.chapters.test_no_answers import ANSWERS
from tests.site.tryit_answers import EARLIER, RIGHT, WRONG
from tests.site.tryits import runner, tasks

EDITIONS = ("en", "zh")
HAN = re.compile(r"[\u4e00-\u9fff]")
NAMES = list(tasks("en"))
JUNK = (
    "None",
    "0",
    "-1.5",
    "float('nan')",
    "[]",
    "[None]",
    "''",
    "{}",
    "print",
    "[[1]]",
    "10**400",
)


@pytest.fixture(params=[(e, n) for e in EDITIONS for n in NAMES], ids="-".join)
def task(request):
    edition, name = request.param
    return tasks(edition)[name]


def test_chapters_1_to_5_have_two_or_three_each():
    chapters = [name[:2] for name in NAMES]
    assert {c: chapters.count(c) for c in chapters} == {f"0{n}": 2 for n in range(1, 6)}
    assert set(WRONG) == set(RIGHT) == set(NAMES)


def test_both_editions_have_the_same_code():
    assert list(tasks("zh")) == NAMES
    for name in NAMES:
        en, zh = tasks("en")[name], tasks("zh")[name]
        assert en.page == zh.page
        for part in ("template", "solution"):
            assert en.parts[part] == zh.parts[part], (name, part)
        assert sentences(en)[0] == sentences(zh)[0], name
        # And the sentences of one edition are not those of the other.
        assert not any(map(HAN.search, sentences(en)[1])), name
        assert all(map(HAN.search, sentences(zh)[1])), name


def sentences(task):
    """The check's tree without the sentences for the reader, and these."""
    tree, said = ast.parse(task.parts["check"]), []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "wrong":
            said.append(node.args[0].value)
            node.args[0].value = ""
    return ast.dump(tree), said


def test_the_template_fails_with_a_sentence(task):
    said = task.check(task.parts["template"])
    assert said.passed is False
    assert len(said.message) > 10


def test_the_solution_passes(task):
    said = task.check(task.parts["solution"])
    assert said.message == ""
    assert said.passed is True


def test_another_right_answer_passes(task):
    assert task.check(RIGHT[task.name]).message == ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_answer_to_an_earlier_template_is_kept_and_still_passes(edition):
    named = {name: task.earlier for name, task in tasks(edition).items() if task.earlier}
    kept = {
        name: [hashlib.sha256(template.encode()).hexdigest()[:8] for template, *_ in answers]
        for name, answers in EARLIER.items()
    }
    assert named == kept
    for name, answers in EARLIER.items():
        task = tasks(edition)[name]
        for template, piece, instead in answers:
            assert task.check(template).passed is False
            assert task.check(template.replace(piece, instead)).message == ""


def test_usual_mistakes_are_named_each_with_its_own_sentence(task):
    own, told = sentences(task)[1], []
    for piece, instead in WRONG[task.name]:
        assert piece in task.parts["solution"]
        said = task.check(task.parts["solution"].replace(piece, instead))
        assert said.passed is False, instead
        told.append(said.message)
    named = [sentence for sentence in told if sentence in own]
    assert len(set(named)) >= 2
    # Every sentence of a check is reached.
    assert set(own) <= set(told)


def test_whatever_a_function_gives_back_gets_a_sentence(task):
    functions = re.findall(r"^def (\w+)\(", task.parts["solution"], re.M)
    for value in JUNK:
        code = "\n".join(f"def {name}(*a): return {value}" for name in functions)
        said = task.check(code)
        assert said.passed is False, value
        assert said.message
        assert runner().SENTENCES[task.edition]["strange"].partition("{")[0] not in said.message


def test_a_function_with_another_name_is_asked_for(task):
    said = task.check("x = 1")
    assert said.passed is False
    assert re.search(r"`\w+`", said.message)


def test_plain_python_is_enough(task):
    for part, code in task.parts.items():
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                names = [getattr(node, "module", None), *(a.name for a in node.names)]
                assert "math" in names, (part, names)


def test_no_task_asks_for_a_function_of_an_exercise():
    """A solution of a try-it is no answer to a graded task."""
    graded = set()
    for path in ROOT.glob("solutions/*/*.ipynb"):
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "code" and "BEGIN SOLUTION" in cell.source:
                graded |= set(re.findall(r"^def (\w+)\(", cell.source, re.M))
    assert {"nearest", "softmax", "pick"} <= graded
    for task in tasks("en").values():
        asked = set(re.findall(r'(?:call|given)\("(\w+)"', task.parts["check"]))
        assert not asked & graded


def test_no_task_writes_or_prints_an_answer(task):
    printed = task.check(task.parts["solution"]).printed
    for text in DECIMAL.findall(printed + "".join(task.parts.values())):
        digits = len(text.partition(".")[2])
        value = float(text.replace("−", "-"))
        for known, least in ANSWERS:
            gives = digits >= least and abs(value - known) <= 0.51 * 10**-digits
            assert not gives, f"{task.name} gives away {text}"

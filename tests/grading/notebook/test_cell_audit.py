"""An instructor's own exercise: plain asserts, hidden tests, partial credit, and live objects."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from lmhead.grading.classroom.release import release
from lmhead.grading.driver.release_audit import cell_notes
from lmhead.grading.notebook.execute import NotebookOutcome, run_notebook
from lmhead.grading.notebook.master import Master
from lmhead.grading.sandbox.levels import Sandbox

from ..conftest import QUICK, cell, notebook, points

pytestmark = [pytest.mark.slow, pytest.mark.sandbox]


def solution(text: str) -> str:
    return f"### BEGIN SOLUTION\n{text}\n### END SOLUTION"


MEAN = "def mean(xs):\n    if len(xs) == 0:\n        raise ValueError('no numbers')\n    return sum(xs) / len(xs)"
COUNTER = "class Counter:\n    def __init__(self): self.n = 0\n    def add(self): self.n += 1"
#: Grade id -> points and source. `close` stands in the locked cell.
CELLS = {
    "plain": (2, "assert mean([1, 2, 3]) == 2\nnp.testing.assert_allclose(mean(np.arange(5.0)), 2)"),
    "hidden": (2, "assert mean([4]) == 4\n### BEGIN HIDDEN TESTS\nfor n in range(1, 9):\n    assert mean(list(range(n))) == (n - 1) / 2, n\n### END HIDDEN TESTS"),
    "error": (1, "try:\n    mean([])\nexcept ValueError:\n    pass\nelse:\n    raise AssertionError('an empty list has no mean')"),
    "partial": (3, "sum(close(mean(xs), want) for xs, want in [([1], 1), ([1, 2], 1.5), ([-1, 1], 0)])"),
    "printed": (1, "import contextlib, io\nout = io.StringIO()\nwith contextlib.redirect_stdout(out):\n    hello('猫')\nassert out.getvalue() == 'hello 猫\\n'"),
    "data": (1, "assert counts == {'猫': 2, '狗': 1} and isinstance(counts, dict)"),
    "figure": (2, "assert len(plt.gcf().axes) == 1"),
    "object": (2, "c = Counter()\nc.add()\nassert c.n == 1"),
    "caught": (2, "try:\n    good = Counter() == 0\nexcept Exception:\n    good = False\nassert good"),
    "source": (1, "import inspect\nassert 'sum' in inspect.getsource(mean)"),
    "mocked": (1, "from unittest import mock\nwith mock.patch('builtins.print') as p:\n    hello('x')\np.assert_called_once()"),
    "seeded": (1, "np.random.seed(0)\nassert draw() == 0.5488135039273248"),
    "empty": (1, "assert np.allclose(mean([1, 3]), 2)"),
    "free": (1, "assert 1 + 1 == 2"),
    "elsewhere": (1, "LIMIT = 5\nassert over(6)"),
}  # fmt: skip
BY_A_PERSON = {"figure", "object", "caught", "source", "mocked", "seeded"}
ANSWERS = {
    "mean": MEAN,
    "hello": "def hello(name):\n    print('hello', name)",
    "counts": "counts = {'猫': 2, '狗': 1}",
    "drawn": "fig, ax = plt.subplots()\nax.plot([1, 2])",
    "counter": COUNTER,
    "draw": "def draw():\n    return np.random.rand()",
    "over": "LIMIT = 10\ndef over(x):\n    return x > LIMIT",
}
LOCKED = (
    "import numpy as np\nimport matplotlib.pyplot as plt\ndef close(a, b): return abs(a - b) < 1e-9"
)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own")
    (folder / "solutions" / "stats").mkdir(parents=True)
    (folder / "nbgrader_config.py").write_text(
        "from pathlib import Path\nfrom lmhead.grading.settings import configure\n"
        "c = get_config()\nconfigure(c, Path(__file__).resolve().parent)\n"
        "c.SandboxExecute.cell_cpu = 5.0\n",
        "utf-8",
    )
    node = notebook(
        cell("locked", LOCKED, "imports"),
        *(cell("answer", solution(text), f"{name}-answer") for name, text in ANSWERS.items()),
        *(cell("grade", source, name, most) for name, (most, source) in CELLS.items()),
    )
    del node.metadata["lmhead"]
    nbformat.write(node, folder / "solutions" / "stats" / "stats.ipynb")
    release(folder, "stats")
    return folder


@pytest.fixture(scope="module")
def grade(course: Path, plain_sandbox: Sandbox) -> Any:
    """Grades the released notebook with some answers filled in."""
    released = nbformat.read(course / "exercises" / "stats" / "stats.ipynb", as_version=4)
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        master = Master.from_gradebook(gradebook, "stats", "stats")

    def run(answers: dict[str, str]) -> tuple[NotebookOutcome, NotebookNode]:
        node = nbformat.from_dict(released)
        for each in node.cells:
            name = each.metadata.get("nbgrader", {}).get("grade_id", "").removesuffix("-answer")
            each.source = answers.get(name, each.source)
        return run_notebook(node, master, plain_sandbox, secret=b"s" * 32, times=QUICK), node

    return run


def test_release_names_each_cell_that_a_machine_cannot_grade_as_it_means(course: Path) -> None:
    assert "HIDDEN" not in (course / "exercises" / "stats" / "stats.ipynb").read_text("utf-8")
    said = {note.split()[3]: note for note in cell_notes(course, "stats")}
    assert set(said) == {*BY_A_PERSON, "free", "elsewhere", "empty"}
    for name in BY_A_PERSON:
        assert said[name].startswith(f"the grade cell {name} cannot be graded by machine: ")
    assert "`plt`" in said["figure"]
    assert "Counter" in said["object"]
    assert "`np.random.seed`" in said["seeded"]
    assert said["free"] == "the grade cell free gives the untouched stub 1 of 1 points."
    assert "empty gives 1 of 1 points to arrays without items" in said["empty"]
    assert "elsewhere gives your solution 0 of 1 points: " in said["elsewhere"]


FULL = {name: float(most) for name, (most, _) in CELLS.items()}
RIGHT = FULL | dict.fromkeys(BY_A_PERSON) | {"elsewhere": 0}


def test_a_right_submission_gets_what_a_machine_can_give(grade: Any) -> None:
    assert points(grade(ANSWERS)[0]) == RIGHT


def test_a_blank_one_gets_nothing_and_what_needs_a_person_still_does(grade: Any) -> None:
    got = points(grade({})[0])
    assert {name for name, given in got.items() if given} == {"free"}
    # The stub of a class is no object yet; the static looks are the same.
    assert {name for name, given in got.items() if given is None} >= {"figure", "mocked", "seeded"}


@pytest.mark.parametrize(
    ("mean", "lost"),
    [
        ("def mean(xs): return {(1, 2, 3): 2, (4,): 4}.get(tuple(xs), 2.0)", {"hidden": 0, "error": 0, "partial": 0}),
        ("def mean(xs): return sum(xs) / max(len(xs), 1)", {"error": 0}),
        ("def mean(xs):\n    if not len(xs): raise KeyError('x')\n    return sum(xs) / len(xs)", {"error": 0}),
        ("def mean(xs):\n    if not len(xs): raise UnicodeError('x')\n    return sum(xs) / len(xs)", {}),
        ("def mean(xs):\n    if len(xs) == 0: raise ValueError\n    return abs(sum(xs)) // len(xs)", {"hidden": 0, "partial": 2}),
        ("import sys\ndef mean(xs):\n    print('careful', file=sys.stderr)\n    if len(xs) == 0: raise ValueError\n    return sum(xs) / len(xs)", {}),
        ("class Always(float):\n    __eq__ = lambda s, o: True\ndef mean(xs): return Always(2)", {"hidden": 0, "error": 0, "partial": 0}),  # it is the number 2
    ],
    ids=["hard-coded", "no error", "another error", "a kind of ValueError", "floors", "warns", "equal to all"],
)  # fmt: skip
def test_each_cell_takes_off_its_own_points(
    grade: Any, mean: str, lost: dict[str, float | None]
) -> None:
    assert points(grade(ANSWERS | {"mean": mean})[0]) == RIGHT | lost


def test_the_reason_is_under_the_cell(grade: Any) -> None:
    _, node = grade(ANSWERS)
    (figure,) = [
        c for c in node.cells if c.metadata.get("nbgrader", {}).get("grade_id") == "figure"
    ]
    assert [output.output_type for output in figure.outputs] == ["error"]
    assert figure.outputs[0].evalue.startswith("A person has to look at this task: ")

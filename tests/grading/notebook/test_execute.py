"""What one submission does to itself, and that it can only lose its own points."""

import base64
import copy
from dataclasses import replace
from typing import Any

import nbformat
import pytest
from IPython.core.inputtransformer2 import TransformerManager
from nbformat import NotebookNode

from lmhead.course import ASSIGNMENTS, solution_path
from lmhead.grading.notebook.execute import fingerprint, seed_for
from lmhead.grading.notebook.master import Master
from lmhead.grading.sandbox.inside.shell import plain_python
from lmhead.grading.sandbox.levels import Sandbox
from lmhead.grading.sandbox.limits import TimeLimits

from ..conftest import MINI, QUICK, RIGHT, Run, cell, notebook, points, runner, submission

pytestmark = pytest.mark.slow


def graded(node: NotebookNode, grade_id: str) -> NotebookNode:
    return next(
        each for each in node.cells if each.metadata.get("nbgrader", {}).get("grade_id") == grade_id
    )


def text_of(node: NotebookNode) -> str:
    return str(node.get("cells", node.get("outputs")))


def test_right_answers_earn_everything_a_machine_can_give(run: Run) -> None:
    outcome = run(submission(**RIGHT))
    assert points(outcome) == {"double": 2, "name": 3, "why": None}
    assert (outcome.points, outcome.max_points) == (5, 9)
    assert outcome.notes == []


def test_a_blank_submission_earns_nothing_and_waits_for_nobody(run: Run) -> None:
    assert points(run(submission())) == {"double": 0, "name": 0, "why": 0}


def test_a_failed_assert_is_reported_by_its_own_line(run: Run) -> None:
    node = submission(**RIGHT | {"double": "def double(x): return x"})
    outcome = run(node)
    assert points(outcome)["double"] == 0
    assert "assert double(2) == 4" in text_of(graded(node, "double"))


LIES = {
    "equal to everything": "class L:\n    def __eq__(s, o): return True\n    def __array__(s, *a, **k): import numpy; return numpy.full(3, 2.0)\ndef double(x): return L()",
    "numpy replaced": "import types\nnp = types.SimpleNamespace(allclose=lambda *a: True)\ndef double(x): return 4",
    "numpy patched": "import numpy\nnumpy.allclose = lambda *a, **k: True\ndef double(x): return 4",
    "the display hook": "import sys\ndef double(x):\n    sys.displayhook('2')\n    return 5",
    "a name of the grade cell": "LIMIT = 99\nassert_ = None\ndef double(x): return 4 if x == 2 else x",
    "asserts taken out": "import ast\nclass T(ast.NodeTransformer):\n    def visit_Assert(s, n): return ast.Pass()\nget_ipython().ast_transformers.append(T())\ndef double(x): return 0",
    "the builtins": "import builtins\nbuiltins.abs = builtins.len = builtins.all = lambda *a: True\ndef double(x): return 0",
    "a subclass of float": "class F(float):\n    def __eq__(s, o): return True\n    __hash__ = float.__hash__\ndef double(x): return F(0)",
    "an exit from the call": "import os\ndef double(x): os._exit(0)",
    "sys.exit in the call": "import sys\ndef double(x): sys.exit(0)",
    "the frames": "import sys\ndef double(x):\n    f = sys._getframe()\n    while f: f.f_locals.update(x=2); f = f.f_back\n    return 0",
}


@pytest.mark.parametrize("lie", LIES, ids=lambda name: str(name).replace(" ", "-"))
def test_a_lie_earns_nothing_and_costs_no_other_task(run: Run, lie: str) -> None:
    outcome = run(submission(**RIGHT | {"double": LIES[lie]}))
    got = points(outcome)
    assert got.pop("double") in (0, None)  # None: a live object that a person looks at
    assert got == {"name": 3, "why": None}


@pytest.mark.parametrize(
    "source", ["while True: pass", "while True:\n    try:\n        while True: pass\n    except BaseException: pass", "import time\ntime.sleep(1e6)"],
    ids=["loop", "loop that catches", "sleep"],
)  # fmt: skip
def test_a_cell_that_does_not_end_costs_itself_alone(run: Run, source: str) -> None:
    outcome = run(submission(**RIGHT | {"double": source}))
    assert points(outcome) == {"double": 0, "name": 3, "why": None}
    ends = {"cell/out-of-clock"} if "sleep" in source else {"cell/out-of-time", "cell/killed"}
    assert {note.id for note in outcome.notes} <= ends
    assert len(outcome.notes) == 1


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("import signal\nsignal.alarm(1)\nwhile True: pass", "SIGALRM"),
        ("import signal, time\nsignal.alarm(1)\ntime.sleep(1e6)", "SIGALRM"),
        ("import signal\nsignal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)\nsignal.pause()", "SIGALRM"),
        ("import signal\nsignal.setitimer(signal.ITIMER_PROF, 0.1)\nwhile True: pass", "SIGPROF"),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGALRM)\nfor _ in range(9): pass", "SIGALRM"),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGPROF)\nfor _ in range(9): pass", "SIGPROF"),
    ],
)  # fmt: skip
def test_a_signal_that_is_not_the_limit_is_told_as_what_it_is(
    run: Run, source: str, name: str
) -> None:
    node = submission(**RIGHT)
    node.cells.insert(1, cell("plain", source))
    outcome = run(node, times=replace(QUICK, cell_cpu=20.0, cell_wall=60.0))
    assert points(outcome) == {"double": 2, "name": 3, "why": None}
    assert outcome.notes == []
    (error,) = node.cells[1].outputs
    assert error.ename == "SignalRaised"
    assert error.evalue.startswith(f"{name} came, which signal.alarm, ")


def test_a_learners_own_alarm_and_handler_are_theirs(run: Run) -> None:
    source = """import signal
def late(number, frame): raise TimeoutError("too slow")
signal.signal(signal.SIGALRM, late)
signal.setitimer(signal.ITIMER_REAL, 0.1)
try:
    signal.pause()
except TimeoutError as error:
    print(error)"""
    node = submission(**RIGHT)
    node.cells.insert(1, cell("plain", source))
    assert points(run(node)) == {"double": 2, "name": 3, "why": None}
    assert node.cells[1].outputs[0].text == "too slow\n"


def test_after_a_learners_alarm_the_limit_is_there_again(run: Run) -> None:
    """`alarm` puts its own timer in the place of the limit's."""
    swallowed = "import signal, time\nsignal.setitimer(signal.ITIMER_REAL, 0.1)\n"
    swallowed += "try: signal.pause()\nexcept Exception: pass\ntime.sleep(1e6)"
    node = submission(**RIGHT)
    node.cells.insert(1, cell("plain", swallowed))
    outcome = run(node)
    assert [note.id for note in outcome.notes] == ["cell/out-of-clock"]
    assert points(outcome) == {"double": 2, "name": 3, "why": None}


def test_an_alarm_in_a_function_is_told_as_what_it_is(run: Run) -> None:
    alarmed = "import signal\ndef double(x):\n    signal.setitimer(signal.ITIMER_REAL, 0.1)\n"
    alarmed += "    while True: pass"
    node = submission(**RIGHT | {"double": alarmed})
    outcome = run(node, times=replace(QUICK, call_cpu=20.0, call_wall=60.0))
    assert points(outcome)["double"] == 0
    assert "SIGALRM came" in text_of(node)


def test_names_before_a_killing_cell_are_there_after_it(run: Run) -> None:
    node = submission(**RIGHT)
    node.cells.insert(2, cell("plain", "import os\nos._exit(7)"))
    node.cells.insert(3, cell("plain", "assert double(1) == 2\nname = 'from after the crash'"))
    outcome = run(node)
    assert points(outcome) == {"double": 2, "name": 3, "why": None}
    assert [note.id for note in outcome.notes] == ["cell/killed"]
    assert node.cells[3].outputs == []


def test_after_three_deaths_no_fourth_process_is_started(run: Run) -> None:
    node = submission(**RIGHT)
    for _ in range(5):
        node.cells.insert(1, cell("plain", "import os\nos._exit(7)"))
    outcome = run(node)
    assert points(outcome) == {"double": 0, "name": 0, "why": None}
    assert "restarts" not in text_of(node)  # an id is not a sentence


def test_warnings_on_stderr_cost_nothing(run: Run) -> None:
    node = submission(
        **RIGHT
        | {"double": "import sys\nprint('careful', file=sys.stderr)\ndef double(x): return 2 * x"}
    )
    assert points(run(node))["double"] == 2
    assert "careful" in text_of(node)


def test_a_function_that_prints_is_right_and_its_print_is_shown(run: Run) -> None:
    node = submission(**RIGHT | {"double": "def double(x):\n    print('called')\n    return 2 * x"})
    assert points(run(node))["double"] == 2
    assert graded(node, "double").outputs[0].text == "called\ncalled\n"


def test_a_flood_of_output_is_cut_and_harmless(run: Run) -> None:
    node = submission(**RIGHT | {"double": "print('x' * 80_000_000)\ndef double(x): return 2 * x"})
    assert points(run(node))["double"] == 2
    assert len(nbformat.writes(node)) < 3_000_000


def test_only_text_and_real_images_are_kept(run: Run) -> None:
    png = base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"0" * 8).decode()
    source = (
        "from IPython.display import HTML, Javascript, display\n"
        "display(HTML('<script>alert(1)</script>'))\ndisplay(Javascript('alert(2)'))\n"
        f"display({{'image/png': '{png}'}}, raw=True)\n"
        "display({'image/png': 'PHNjcmlwdD4='}, raw=True)\n"
        "display({'image/svg+xml': '<svg onload=alert(3)>'}, raw=True)\ndef double(x): return 2 * x"
    )
    node = submission(**RIGHT | {"double": source})
    run(node)
    kinds = [sorted(output.get("data", {})) for output in node.cells[1].outputs]
    assert ["image/png"] in kinds
    assert sum("image/png" in kind for kind in kinds) == 1
    assert "<script>" not in text_of(node.cells[1])
    assert "alert(3)" not in text_of(node.cells[1])


def test_images_of_one_notebook_have_a_sum_of_pixels(run: Run) -> None:
    header = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (4096).to_bytes(4, "big") * 2
    show = (
        "from IPython.display import display\n"
        f"for _ in range(3): display({{'image/png': '{base64.b64encode(header).decode()}'}}, raw=True)\n"
    )
    node = submission(**RIGHT | {"double": show + RIGHT["double"], "name": show + RIGHT["name"]})
    assert points(run(node)) == {"double": 2, "name": 3, "why": None}
    first, second = (graded(node, f"{name}-answer").outputs for name in ("double", "name"))
    assert ["image/png" in output.get("data", {}) for output in first + second] == [
        *[True] * 4,  # 64 million
        False,
    ]
    assert "left out" in second[-1].text


def test_a_file_in_the_place_of_ipythons_profile_costs_nothing(run: Run) -> None:
    outcome = run(submission(**RIGHT), files={".ipython/profile_default": b""})
    assert points(outcome) == {"double": 2, "name": 3, "why": None}


def test_input_says_that_nobody_is_there(run: Run) -> None:
    node = submission(**RIGHT | {"name": "name = input('?')"})
    assert points(run(node))["name"] == 0
    assert "nobody to ask" in text_of(node)


def test_the_reference_is_not_there(run: Run) -> None:
    node = submission(**RIGHT | {"double": "from lmhead.softmax import softmax as double"})
    assert points(run(node))["double"] == 0
    assert "write your own" in text_of(node)


@pytest.mark.parametrize(
    ("value", "given", "says"),
    [("2.5", 2.5, None), ("np.float64(1.5)", 1.5, None), ("7", 3, None), ("-1", 0, None), ("0", 0, None),
     ("float('nan')", 0, "cell/not-points"), ("'3'", 0, "cell/not-points"), ("True", 0, "cell/not-points"),
     ("None", 3, None), ("np.inf", 0, "cell/not-points")],
)  # fmt: skip
def test_a_grade_cells_value_becomes_points_between_zero_and_the_most(
    plain_sandbox: Sandbox, value: str, given: float, says: str | None
) -> None:
    node = notebook(cell("locked", "import numpy as np", "imports"), cell("grade", value, "g", 3))
    outcome = runner(plain_sandbox, Master.from_notebook("mini", node))(copy.deepcopy(node))
    assert points(outcome) == {"g": given}
    assert (outcome.tasks[0].message.id if outcome.tasks[0].message else None) == says


@pytest.mark.parametrize(
    "source", ["len(box)", "box", "assert box == 3", "isinstance(box, int)", "%matplotlib inline"]
)
def test_what_needs_the_live_object_waits_for_a_person(plain_sandbox: Sandbox, source: str) -> None:
    node = notebook(cell("answer", "class B: pass\nbox = B()", "a"), cell("grade", source, "g", 3))
    outcome = runner(plain_sandbox, Master.from_notebook("mini", node))(copy.deepcopy(node))
    assert points(outcome) == {"g": None}


def test_locked_names_and_builtins_win_over_the_learners(plain_sandbox: Sandbox) -> None:
    node = notebook(
        cell("locked", "LIMIT = 10", "imports"),
        cell("answer", "LIMIT = 0\nabs = lambda x: 99\nmine = 5", "a"),
        cell("grade", "def inside(): return LIMIT == 10 and abs(-1) == 1 and mine == 5\nown = [mine for _ in range(2)]\nassert inside() and own == [5, 5]", "g", 1),
        cell("grade", "assert own", "h", 1),
    )  # fmt: skip
    outcome = runner(plain_sandbox, Master.from_notebook("mini", node))(copy.deepcopy(node))
    assert points(outcome) == {"g": 1, "h": 0}  # a grade cell's own names end with it


@pytest.mark.parametrize("how", ["moved", "copied", "deleted"])
def test_a_locked_cell_cannot_be_put_behind_the_grade_cells(run: Run, how: str) -> None:
    """Its names would then be asked of the learner: np, and where there is one, check."""
    cheat = "import types\nnp = types.SimpleNamespace(allclose=lambda *a: True, ones=lambda n: n)\ndef double(x): return 4"
    node = submission(**RIGHT | {"double": cheat})
    locked = node.cells.pop(0)
    if how != "deleted":
        node.cells.append(locked)
    if how == "copied":
        node.cells.append(copy.deepcopy(locked))
    assert points(run(node))["double"] == 0


def test_check_is_never_the_learners(plain_sandbox: Sandbox) -> None:
    node = notebook(
        cell("answer", "def check(*a): return 3", "a"), cell("grade", "check('x', 1)", "g", 3)
    )
    outcome = runner(plain_sandbox, Master.from_notebook("mini", node))(copy.deepcopy(node))
    assert points(outcome) == {"g": 0}


@pytest.mark.parametrize(
    ("source", "line", "error"),
    [("x = 1\nname = logits_", "2", "NameError"), ("def name(:\n  pass", "1", "SyntaxError")],
)
def test_an_answer_that_stopped_is_told_by_its_error(
    run: Run, source: str, line: str, error: str
) -> None:
    outcome = run(submission(**RIGHT | {"name": source}))
    (task,) = [task for task in outcome.tasks if task.grade_id == "name"]
    assert task.points == 0
    assert task.message is not None
    assert (task.message.id, task.message.params["line"], task.message.params["error"]) == (
        "cell/stopped", line, error,
    )  # fmt: skip


def test_a_submission_has_a_time_of_its_own(run: Run) -> None:
    node = submission(**RIGHT)
    for _ in range(5):
        node.cells.insert(1, cell("plain", "import time\ntime.sleep(0.6)"))
    times = TimeLimits(1.0, 4.0, 1.0, 4.0, submission_wall=1.5)
    outcome = run(node, times=times)
    assert outcome.points == 0
    assert "time that a whole submission may take" in text_of(node)


def test_a_missing_name_passes_no_assert(plain_sandbox: Sandbox) -> None:
    for source in (
        "assert mine is not None",
        "assert callable(mine)",
        "assert not isinstance(mine, int)",
    ):
        node = notebook(cell("answer", "pass", "a"), cell("grade", source, "g", 1))
        outcome = runner(plain_sandbox, Master.from_notebook("mini", node))(copy.deepcopy(node))
        assert points(outcome) == {"g": 0}
        assert outcome.tasks[0].message is not None
        assert outcome.tasks[0].message.id == "cell/name-missing"


def test_files_beside_the_notebook_are_there(plain_sandbox: Sandbox) -> None:
    node = notebook(
        cell("answer", "text = open('data/words.txt').read()", "a"),
        cell("grade", "assert text == '猫'", "g", 1),
    )
    run = runner(plain_sandbox, Master.from_notebook("mini", node))
    assert points(run(node, files={"data/words.txt": "猫".encode()})) == {"g": 1}


def test_seeds_depend_on_everything_and_on_nothing_else() -> None:
    base = (b"a" * 32, "t", "ann", "h")
    variants: list[tuple[Any, ...]] = [
        base,
        (b"b" * 32, *base[1:]),
        (base[0], "u", "ann", "h"),
        (base[0], "t", "bob", "h"),
        (base[0], "t", "ann", "i"),
        (base[0], "ta", "nn", "h"),
    ]
    seeds = [seed_for(*variant) for variant in variants]
    assert len(set(seeds)) == len(seeds)
    assert seed_for(*base) == seeds[0]


def test_the_fingerprint_sees_answers_and_not_outputs() -> None:
    one, other = submission(**RIGHT), submission(**RIGHT)
    other.cells[1].outputs = [nbformat.v4.new_output("stream", text="x")]
    assert fingerprint(one) == fingerprint(other)
    assert fingerprint(one) != fingerprint(submission())
    assert MINI.cells[1].source != RIGHT["double"]


NOTATION = [
    "%pwd", "if 1:\n    %pwd", "%%time\n1", "!ls", "x = !ls", "x = %pwd", "sum?", "?sum",
    "  x = 1", "In [1]: x", "In [1]: x = 1\n   ...: y = 2", ">>> x = 1", r"print('a\n')", "1 +",
]  # fmt: skip
PLAIN = ["x = 7 %3\ny = (1\n% 2)", "x = 1  # what?", "s = '''\n%pwd\n!ls\n'''", "", "  # c\nx = 1"]


@pytest.mark.parametrize("source", NOTATION)
def test_ipythons_notation_is_left_to_ipython(source: str) -> None:
    assert not plain_python(source)


def test_what_is_not_shown_to_ipython_it_would_leave_as_it_is() -> None:
    paths = [solution_path(name) for name in ASSIGNMENTS]
    cells = [cell for path in paths for cell in nbformat.read(path, as_version=4).cells]
    sources = {*PLAIN, *(cell.source for cell in cells if cell.cell_type == "code")}
    plain = set(filter(plain_python, sources))
    assert set(PLAIN) < plain
    for source in plain:
        assert TransformerManager().transform_cell(source).rstrip("\n") == source.rstrip("\n")

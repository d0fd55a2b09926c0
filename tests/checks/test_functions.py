"""Parts that call a function: each way to go wrong has its sentence, each part its fault."""

from typing import Any

import numpy as np
import pytest

from lmhead.checks.functions import (
    CallOutcome,
    Case,
    arguments_kept,
    call_all,
    function_dtype,
    function_values,
    not_callable,
)
from lmhead.checks.result import Part
from lmhead.wire.subject import Reply
from tests.checks.conftest import LIMITS, Open

CASES = [
    Case((np.array([1.0, 2.0]),)),
    Case((np.array([0.5, -2.0, 4.0]),)),
    Case((np.array([1.0, 2.0], dtype=np.float32),)),
]
MISTAKES = {
    "minus-sign": lambda x: -2 * x,
    "mean": lambda x: x + x.mean(),
    "by-largest": lambda x: x / np.zeros_like(x),
    "other-order": lambda x: np.zeros(5) + x,
}


def double(x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return 2 * x


def values(open_answer: Open, source: str, **options: Any) -> Part:
    f = open_answer(source)("f")
    missing = not_callable("values", 2, f, "f")
    if missing is not None:
        return missing
    options = {"mistakes": MISTAKES} | options
    return function_values(
        "values",
        2,
        call_all(f, CASES, double, LIMITS),
        name="f",
        signature="f(x)",
        limits=LIMITS,
        prefix="03-by-hand/chain",
        **options,
    )


@pytest.mark.parametrize(
    "source",
    [
        "def f(x): return 2 * x",
        "f = lambda x: x + x",
        "import functools\nf = functools.partial(np.multiply, 2)",
        "import operator\nf = lambda x: operator.mul(2, x)",
        "class Double:\n    def __call__(self, x): return 2 * x\nf = Double()",
        "def f(x):\n    print('here')\n    return np.asarray(2 * x).view(np.matrix).A1",
    ],
)
def test_right_functions_of_any_kind(open_answer: Open, source: str) -> None:
    part = values(open_answer, source)
    assert (part.status, part.points, part.message) == ("right", 2, None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("g = 1", "function/not-attempted"),
        ("f = None", "function/not-attempted"),
        ("f = ...", "function/not-attempted"),
        ("def f(x): raise NotImplementedError()", "function/not-attempted"),
        ("def f(x): raise NotImplementedError('softmax for integers')", "function/raised-at"),
        ("def f(x): raise NotImplementedError\n", "function/not-attempted"),
        ("f = 'def f(x): return 2 * x'", "function/not-a-function"),
        ("f = 2.0", "function/not-a-function"),
        ("f = np.array([1.0])", "function/not-a-function"),
        ("f = (x for x in [1])", "function/not-a-function"),
        ("class f:\n    def __init__(self, x): pass", "function/is-class"),
        ("def f(): return 1", "function/signature"),
        ("def f(x, y): return x", "function/signature"),
        ("def f(*, x): return x", "function/signature"),
        ("def f(x): return x + missing", "function/raised-at"),
        ("def f(x): return 1 / 0", "function/raised-at"),
        ("def f(x): return x @ np.ones((7, 2))", "function/lengths-differ"),
        ("f = lambda x: np.matmul(np.ones((2, 7)), x)", "function/lengths-differ"),
        ("del np\ndef f(x): return np.exp(x)", "function/no-numpy"),
        ("def f(x): raise KeyboardInterrupt", None),
        ("def f(x): raise SystemExit", "function/raised-at"),
        ("def f(x): return f(x)", "function/raised-at"),
        ("f = np.linalg.inv", "function/raised"),
        ("def f(x):\n    while True: pass", "function/out-of-time"),
        (
            "def f(x):\n    while True:\n        try:\n            while True: pass\n"
            "        except Exception: pass",
            "function/out-of-time",
        ),
        (
            "import signal\ndef f(x):\n"
            "    signal.setitimer(signal.ITIMER_REAL, 0.01)\n    while True: pass",
            "function/raised-at",
        ),
        ("def f(x): return input()", "function/input"),
        ("def f(x): pass", "function/returned-none"),
        ("def f(x): print(2 * x)", "function/printed"),
        ("def f(x): yield 2 * x", "function/returned-iterator"),
        ("def f(x): return (2 * v for v in x)", "function/returned-iterator"),
        ("def f(x): return f", "function/returned-function"),
        ("def f(x): return np.zeros(10**8)", "function/returned-too-large"),
        ("def f(x): return 'a' * 10**7", "function/returned-too-large"),
        ("def f(x): return [2 * v for v in x[1:]]", "function/wrong-shape"),
        ("def f(x): return (2 * x,)", "function/wrong-shape"),
        ("def f(x): return [1, [2]]", "function/wrong-type"),
        ("def f(x): return 2.0", "function/one-number"),
        ("def f(x): return str(2 * x)", "function/wrong-type"),
        ("def f(x): return (3 * x).astype(object)", "function/wrong-values"),
        ("def f(x): return 2 * x > 0", "function/wrong-type"),
        ("def f(x): return 2 * x + 0j", "function/wrong-type"),
        ("def f(x): return object()", "function/wrong-type"),
        ("def f(x): return (2 * x)[:, None]", "function/wrong-shape"),
        ("def f(x): return np.array(3.0)", "function/one-number"),
        ("def f(x): return (2 * x).astype(int)", "function/wrong-dtype"),
        ("def f(x): return np.float64(2) * x.astype(float)", "function/wrong-dtype"),
        ("def f(x): return x * np.nan", "function/nan"),
        ("def f(x): return 3 * x", "function/wrong-values"),
    ],
)
def test_each_way_to_go_wrong_has_its_sentence(
    open_answer: Open, source: str, message: str | None, subject_kind: str
) -> None:
    if message is None:  # an interrupt reaches a learner's notebook; the grader reports it
        if subject_kind == "local":
            with pytest.raises(KeyboardInterrupt):
                values(open_answer, source)
            return
        message = "function/raised-at"
    part = values(open_answer, source)
    assert part.points == 0
    assert part.message is not None
    assert part.message.id == message
    assert part.message.text("en") != part.message.text("zh")
    assert part.status == ("not-attempted" if message.endswith("not-attempted") else "wrong")


@pytest.mark.parametrize(
    ("source", "message", "misconception"),
    [
        ("def f(x): return x.sum()", None, None),
        ("def f(x): return float(x.sum())", None, None),
        ("def f(x): return np.array(x.sum())", None, None),
        ("def f(x): return x.sum().astype(np.float16)", None, None),
        ("def f(x): return x.mean()", "03-by-hand/chain/mean", "mean"),
        ("def f(x): return x / 0 if len(x) > 2 else x.sum()", "function/not-a-number", None),
        ("def f(x): return str(x.sum())", "function/not-a-number", None),
        ("def f(x): return True", "function/not-a-number", None),
        ("def f(x): return [x.sum()]", "function/not-a-number", None),
        ("def f(x): return x.sum() + 1", "function/wrong-number", None),
        ("def f(x): return x.sum() * np.nan", "function/nan", None),
        ("def f(x): return", "function/returned-none", None),
    ],
)
def test_one_number_is_told_as_a_number(
    open_answer: Open, source: str, message: str | None, misconception: str | None
) -> None:
    f = open_answer(f"import warnings\nwarnings.simplefilter('ignore')\n{source}")("f")
    part = function_values(
        "values",
        1,
        call_all(f, CASES, np.sum, LIMITS),
        name="f",
        signature="f(x)",
        limits=LIMITS,
        prefix="03-by-hand/chain",
        mistakes={"mean": np.mean},
        dtype=False,
    )
    assert (part.message.id if part.message else None) == message
    assert part.misconception == misconception


def test_where_no_dtype_is_asked_for_whole_numbers_that_are_right_are_right(
    open_answer: Open,
) -> None:
    source = "def f(x): return np.array([2, 4])"
    assert values(open_answer, source).points == 0
    f = open_answer(source)("f")
    options = {"name": "f", "signature": "f(x)", "limits": LIMITS, "prefix": "03-by-hand/chain"}
    outcomes = call_all(f, CASES[:1], double, LIMITS)
    assert function_values("values", 1, outcomes, dtype=False, **options).status == "right"
    truncated = call_all(f, CASES[:1], lambda x: 2.1 * x, LIMITS)
    part = function_values("values", 1, truncated, dtype=False, **options)
    assert part.message is not None
    assert part.message.id == "function/wrong-dtype"


@pytest.mark.parametrize(
    ("returned", "right"), [("2", True), ("np.int32(2)", True), ("2.0", False), ("True", False)]
)
def test_where_an_integer_is_due_a_float_is_none(
    open_answer: Open, returned: str, right: bool
) -> None:
    f = open_answer(f"def f(x): return {returned}")("f")
    outcomes = call_all(f, CASES[:1], len, LIMITS)
    options = {"name": "f", "signature": "f(x)", "limits": LIMITS, "prefix": "03-by-hand/chain"}
    part = function_values("values", 1, outcomes, **options)
    assert (part.status == "right") == right
    if returned == "2.0":
        assert part.message is not None
        assert part.message.params == {"name": "f", "kind": "float", "expected": "int"}
        assert function_values("values", 1, outcomes, dtype=False, **options).status == "right"


def test_the_mistake_that_is_right_where_the_answer_is_right_is_the_one_named(
    open_answer: Open,
) -> None:
    # Both give the same where the answer fails; only the second is right on the short case.
    mistakes = {"mean": lambda x: 0 * x, "minus-sign": lambda x: 2 * x * (len(x) < 3)}
    source = "def f(x): return 2 * x if len(x) < 3 else 0 * x"
    assert values(open_answer, source, mistakes=mistakes).misconception == "minus-sign"
    ways = {"minus-sign": (lambda x: 5 * x, lambda x: 0 * x)}
    part = values(open_answer, "def f(x): return 0 * x", mistakes=ways)
    assert part.misconception == "minus-sign"
    ways = {"minus-sign:by hand": lambda x: 0 * x}
    part = values(open_answer, "def f(x): return 0 * x", mistakes=ways)
    assert part.misconception == "minus-sign"


def test_what_a_notebook_chose_for_numpys_errors_is_no_part_of_an_answer(
    open_answer: Open,
) -> None:
    source = (
        "np.seterr(all='raise')\n"
        "def f(x): return 2 * x + np.exp(np.full(x.shape, -110, x.dtype))"  # 0 in float32
    )
    with np.errstate():  # in this process the choice would last
        part = values(open_answer, source)
        open_answer("np.seterr(all='warn', under='ignore')")
    assert part.status == "right"


def test_an_error_is_shown_with_the_learners_own_line(open_answer: Open) -> None:
    part = values(open_answer, "def f(x):\n    y = x[0]\n    return y.shape[3]\n")
    assert part.message is not None
    assert part.message.params["line"] == 3
    assert part.message.params["source"] == "return y.shape[3]"
    assert part.message.params["error"].startswith("IndexError: ")


def test_the_first_failing_case_is_shown_as_a_call_that_can_be_pasted(open_answer: Open) -> None:
    part = values(open_answer, "def f(x): return 2 * x if len(x) < 3 else 3 * x")
    assert part.case == "f(np.array([0.5, -2, 4]))"
    assert part.expected == "[1, -4, 8]"
    assert part.got == "[1.5, -6, 12]"


def test_a_mistake_is_named_when_all_failing_cases_equal_it(open_answer: Open) -> None:
    part = values(open_answer, "def f(x): return -2 * x if len(x) < 3 else 2 * x")
    assert part.misconception == "minus-sign"
    part = values(open_answer, "def f(x): return -2 * x if len(x) < 3 else 7 * x")
    assert part.misconception is None
    assert part.message is not None
    assert part.message.id == "function/wrong-values"


def test_a_mistake_may_show_in_nan_or_in_an_error(open_answer: Open) -> None:
    source = "def f(x):\n    with np.errstate(all='ignore'):\n        return x / np.zeros_like(x)"
    assert values(open_answer, source).misconception == "by-largest"
    assert values(open_answer, "def f(x): return np.zeros(5) + x").misconception == "other-order"
    part = values(open_answer, "def f(x): return np.zeros(4) + x")
    assert part.misconception is None
    zero = {"mean": lambda x: 0 * x}
    assert values(open_answer, "def f(x): return 0 * x", mistakes=zero).misconception == "mean"
    part = values(open_answer, "def f(x): return np.nan * x", mistakes=zero)
    assert part.misconception is None


@pytest.mark.slow
def test_a_function_that_ran_out_of_time_is_not_called_again(open_answer: Open) -> None:
    f = open_answer("def f(x):\n    while True: pass")("f")
    outcomes = call_all(f, CASES, double, LIMITS)
    assert len(outcomes) == 1
    assert outcomes[0].reply.fault is not None
    assert outcomes[0].reply.fault.out_of_time


def test_another_dtype_is_a_part_of_its_own(open_answer: Open) -> None:
    f = open_answer("def f(x): return 2.0 * x.astype(np.float64)")("f")
    outcomes = call_all(f, CASES, double, LIMITS)
    options = {"name": "f", "signature": "f(x)", "limits": LIMITS, "prefix": "03-by-hand/chain"}
    assert function_values("values", 2, outcomes, dtype=False, **options).status == "right"
    assert function_values("values", 2, outcomes, **options).status == "wrong"
    part = function_dtype("dtype", 1, outcomes, name="f")
    assert part.message is not None
    assert part.message.id == "function/widened"
    assert part.case == "f(np.array([1, 2], dtype=np.float32))"


@pytest.mark.parametrize(
    ("source", "kept"),
    [
        ("def f(x, y): return x + y", True),
        ("def f(x, y): return x.copy()", True),
        ("def f(x, y):\n    x += 1\n    x -= 1\n    return x", True),
        ("def f(x, y):\n    y *= 2\n    return y", False),
        ("def f(x, y):\n    y[0] = np.nan\n    return y", False),
        ("def f(x, y):\n    y.sort()\n    return y", False),
    ],
)
def test_changed_arguments_are_noticed(open_answer: Open, source: str, kept: bool) -> None:
    f = open_answer(source)("f")
    case = Case((np.array([1.0, np.nan]), np.array([3.0, 2.0])))
    outcomes = call_all(f, [case], lambda x, y: x, LIMITS)
    part = arguments_kept("kept", 1, outcomes, name="f", takes=("x", "y"))
    assert (part.status == "right") == kept
    if not kept:
        assert part.message is not None
        assert part.message.params["argument"] == "y"
        assert part.misconception == "changed-argument"


@pytest.mark.parametrize("after", [(), (1,), (np.zeros(2), np.zeros(2)), (np.zeros(2, int),)])
def test_a_peer_that_reports_other_arguments_back_has_not_kept_them(after: Any) -> None:
    case = Case((np.array([0.0, 1.0]),))
    outcome = CallOutcome(case, Reply(value=np.zeros(2), args_after=after), np.zeros(2))
    assert arguments_kept("kept", 1, [outcome], name="f", takes=("x",)).status == "wrong"


def test_a_case_keeps_its_memory_layout_and_its_own_arrays(open_answer: Open) -> None:
    rows = np.arange(6.0).reshape(2, 3).T
    case = Case((rows,))
    assert case.copy()[0].strides == rows.strides
    f = open_answer("def f(x):\n    x[...] = 9\n    return x")("f")
    call_all(f, [case], lambda x: x, LIMITS)
    assert rows[0].tolist() == [0, 3]

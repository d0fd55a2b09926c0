"""A Subject behaves the same whether the learner's code is in this process or in another."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from lmhead.wire.peer import Peer
from lmhead.wire.subject import (
    Handle,
    HandleError,
    Limits,
    LocalSession,
    Missing,
    PeerLost,
    RemoteIterator,
    Seeded,
    Session,
    Subject,
    TooLargeValue,
    is_a,
)

Learner = Callable[[str], Callable[[str], Any]]


def test_a_call_returns_a_copy_of_the_value(learner: Learner) -> None:
    double = learner("def double(x):\n    return 2 * x")("double")
    reply = double.call([np.array([1.0, 2.0], dtype=np.float32)])
    assert reply.fault is None
    assert reply.value.dtype == np.float32
    assert reply.value.tolist() == [2.0, 4.0]
    assert reply.cpu_time >= 0


@pytest.mark.slow
def test_keyword_arguments_arrive(learner: Learner) -> None:
    assert learner("def f(a, *, b): return a - b")("f").call([5], {"b": 3}).value == 2


def test_data_arrives_as_a_copy_and_a_missing_name_as_missing(learner: Learner) -> None:
    get = learner("import numpy as np\nx = {(1, 2): [np.float32(3)]}")
    assert get("x") == {(1, 2): [3.0]}
    assert type(get("x")[(1, 2)][0]) is np.float32
    assert is_a(get("nothing"), Missing)
    with pytest.raises(NameError, match="'nothing' is not defined"):
        bool(get("nothing"))


def test_in_place_changes_show_in_args_after(learner: Learner) -> None:
    f = learner("def f(x, y):\n    x[0] = 9\n    y.append(1)")("f")
    mine = np.zeros(2)
    reply = f.call([mine, []])
    assert mine.tolist() == [0, 0]
    assert reply.args_after[0].tolist() == [9, 0]
    assert reply.args_after[1] == [1]


def test_a_non_contiguous_argument_arrives_non_contiguous(learner: Learner) -> None:
    f = learner("def f(x): return (x.flags.c_contiguous, x.strides, x.flags.writeable)")("f")
    view = np.arange(12.0).reshape(3, 4)[:, ::-2]
    assert f.call([view]).value == (False, (32, -16), True)
    assert f.call([np.broadcast_to(1.0, (2,))]).value == (False, (0,), False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "kind", "says"),
    [
        ("raise ValueError('too long')", ValueError, "too long"),
        ("return [][3]", IndexError, "list index out of range"),
        ("return undefined_name", NameError, "undefined_name"),
        ("class Mine(KeyError): pass\n    raise Mine('k')", KeyError, "Mine: 'k'"),
        ("raise SystemExit(3)", Exception, "SystemExit: 3"),
        ("return f()", RecursionError, "recursion"),
        ("class Mine(Exception):\n        def __str__(self): raise ValueError\n    raise Mine", Exception, "Mine"),
    ],
)  # fmt: skip
def test_an_exception_arrives_as_its_nearest_known_class(
    learner: Learner, body: str, kind: type[Exception], says: str
) -> None:
    f = learner(f"def f():\n    {body}")("f")
    fault = f.call([]).fault
    assert fault is not None
    assert type(fault.exception()) is kind
    assert says in str(fault.exception())
    with pytest.raises(kind):
        f()


def test_the_learners_own_line_is_named(learner: Learner) -> None:
    source = "import numpy as np\ndef f(x):\n    y = x + 1\n    return np.linalg.inv(y)\n"
    fault = learner(source)("f").call([np.zeros(3)]).fault
    assert fault is not None
    assert fault.line == 4


def test_what_is_printed_is_captured_and_replayed(
    learner: Learner, capsys: pytest.CaptureFixture[str]
) -> None:
    f = learner("def f(n):\n    print('x' * n)\n    return n")("f")
    assert f.call([3]).stdout == "xxx\n"
    assert capsys.readouterr().out == ""
    assert len(f.call([10**6]).stdout) == 20_000
    assert f(2) == 2
    assert capsys.readouterr().out == "xx\n"


@pytest.mark.slow
def test_a_call_that_never_ends_is_stopped_even_if_it_catches_everything(learner: Learner) -> None:
    source = "def f():\n    while True:\n        try:\n            while True: pass\n        except Exception: pass"
    reply = learner(source)("f").call([], limits=Limits(cpu=0.2, wall=5))
    assert reply.fault is not None
    assert reply.fault.out_of_time
    assert type(reply.fault.exception()) is TimeoutError


def test_a_callback_is_called_on_this_side_and_its_errors_reach_the_learner(
    learner: Learner,
) -> None:
    get = learner(
        "def total(g, xs):\n    return sum(g(x) for x in xs)\n"
        "def caught(g):\n    try:\n        g(-1)\n    except ValueError as e:\n        return str(e)\n"
        "def inner(g):\n    return g(lambda x: x + 1)\n"
    )
    seen = []

    def square(x: int) -> int:
        if x < 0:
            raise ValueError("negative")
        seen.append(x)
        return x * x

    assert get("total").call([square, [1, 2, 3]]).value == 14
    assert seen == [1, 2, 3]
    assert get("caught").call([square]).value == "negative"
    # A learner's function given to a callback can be called back in turn.
    assert get("inner").call([lambda h: h(41)]).value == 42


def test_a_returned_function_is_a_subject_with_state_on_its_side(learner: Learner) -> None:
    make = learner(
        "def make(n):\n    def add(x):\n        nonlocal n\n        n += x\n        return n\n    return add"
    )("make")
    add = make.call([10]).value
    assert is_a(add, Subject)
    assert [add.call([1]).value, add.call([1]).value] == [11, 12]
    assert make.call([0]).value.call([5]).value == 5


def test_a_generator_is_pulled_a_few_at_a_time(learner: Learner) -> None:
    count = learner("def count():\n    n = 0\n    while n < 5:\n        yield n\n        n += 1")(
        "count"
    )
    numbers = count.call([]).value
    assert is_a(numbers, RemoteIterator)
    assert numbers.take(3) == ([0, 1, 2], False, None)
    assert numbers.take(3) == ([3, 4], True, None)
    with pytest.raises(HandleError):
        list(numbers)


def test_a_seed_arrives_as_a_generator_with_the_same_draws(learner: Learner) -> None:
    draw = learner("def draw(rng): return rng.random(3)")("draw")
    assert draw.call([Seeded(7)]).value.tolist() == np.random.default_rng(7).random(3).tolist()


def test_a_live_object_can_be_passed_back_and_nothing_else(learner: Learner) -> None:
    get = learner(
        "class Box:\n    def __init__(self): self.n = 7\n    def __eq__(self, o): return True\n"
        "    def __array__(self, *a, **k): raise RuntimeError\ndef make(): return Box()\ndef read(b): return b.n"
    )
    box = get("make").call([]).value
    assert is_a(box, Handle)
    assert "Box" in box.type_name
    assert get("read").call([box]).value == 7
    uses: list[Callable[[], Any]] = [
        lambda: bool(box),
        lambda: box == 1,
        lambda: box != 1,
        lambda: box < 1,
        lambda: len(box),
        lambda: list(box),
        lambda: np.asarray(box),
        lambda: np.allclose(box, 1),
        lambda: isinstance(box, float),
        lambda: box + 1,
        lambda: float(box),
        lambda: 1 in box,
        lambda: {box},
    ]
    for use in uses:
        with pytest.raises(TypeError):
            use()


def test_a_subclass_of_ndarray_arrives_as_its_numbers(learner: Learner) -> None:
    source = (
        "import numpy as np\nclass Fake(np.ndarray):\n    def __eq__(self, o): return True\n"
        "def f(): return np.zeros(2).view(Fake)"
    )
    value = learner(source)("f").call([]).value
    assert type(value) is np.ndarray
    assert value.tolist() == [0, 0]


@pytest.mark.slow
def test_a_value_over_the_caps_is_named_by_its_size(learner: Learner) -> None:
    get = learner(
        "import numpy as np\ndef f(): return np.zeros((100, 1_000_000))\ndef g(): return list(range(10**6))"
    )
    value = get("f").call([]).value
    assert is_a(value, TooLargeValue)
    assert "(100, 1000000)" in value.what
    assert "1,000,000 items" in get("g").call([]).value.what


@pytest.mark.parametrize(
    "reply",
    [
        {"value": {"$": "array", "dtype": "|O", "shape": [1], "v": ""}},
        {"value": {"$": "callable", "handle": -1}},
        {"value": {"$": "callable", "handle": True}},
        {"value": {"$": "nonsense", "handle": 1}},
        {"after": 3},
        {"error": [1]},
    ],
)
def test_a_forged_reply_ends_the_session(reply: dict[str, Any]) -> None:
    session = Session(lambda request, answer: reply)
    with pytest.raises(PeerLost, match="garbled"):
        session.call(1, (), {})


@pytest.mark.parametrize(
    "request_",
    [{"op": "callback", "id": 5, "args": [], "kwargs": {}}, {"op": "callback", "id": True, "args": [], "kwargs": {}},
     {"op": "callback", "id": 0, "args": 3, "kwargs": {}}, {"op": "callback"}],
)  # fmt: skip
def test_a_forged_callback_ends_the_session(request_: dict[str, Any]) -> None:
    session = Session(lambda request, answer: answer(request_))
    with pytest.raises(PeerLost, match="garbled"):
        session.call(1, (print,), {})


def test_forged_texts_are_cut_and_forged_times_ignored() -> None:
    reply = {
        "stdout": "x" * 10**6,
        "cpu": -5,
        "error": {"type": "y" * 999, "message": 3, "base": "os.system"},
    }
    answer = Session(lambda request, answer: reply).call(1, (), {})
    assert len(answer.stdout) == 20_000
    assert answer.cpu_time == 0
    assert answer.fault is not None
    assert (len(answer.fault.kind), answer.fault.base, answer.fault.message) == (
        100,
        "Exception",
        "",
    )


def test_a_stop_of_an_iteration_ends_no_loop_of_the_grade_cell(learner: Learner) -> None:
    f = learner("def f(x):\n    raise StopIteration('done')")("f")
    with pytest.raises(RuntimeError, match="done"):
        all(map(f, [1, 2]))


def test_texts_arrive_without_what_no_file_can_hold(learner: Learner) -> None:
    f = learner("def f():\n    print('\\ud800')\n    raise ValueError('\\udfff')")("f")
    reply = f.call([])
    assert reply.fault is not None
    assert (reply.stdout, reply.fault.message) == ("?\n", "?")


def test_an_interrupt_at_home_reaches_the_notebook() -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    session = LocalSession()
    with pytest.raises(KeyboardInterrupt):
        session.wrap(interrupted).call([])
    peer = Peer({}, lambda request: {}, catch_interrupt=True)
    number = peer.hold(interrupted)
    reply = peer.handle(
        {"op": "call", "target": number, "args": [], "kwargs": {}, "cpu": 1, "wall": 1}
    )
    assert reply["error"]["type"] == "KeyboardInterrupt"

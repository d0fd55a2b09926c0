"""What the runner says of code that goes wrong: one sentence, the reader's line, no traceback."""

import re
import sys

import pytest

from tests.site.tryits import answer, runner

PLACE = re.compile(r"\{\w+\}")


@pytest.mark.parametrize(
    ("code", "line", "kind"),
    [
        ("x = 1\nprint(y)", 2, "NameError"),
        ("def f():\n    return 1 / 0\n\nf()", 2, "ZeroDivisionError"),
        ("x = [1]\nx[3]", 2, "IndexError"),
        ("if True:\nx = 1", 2, "IndentationError"),
        ("x = (1,\ny = 2", 1, "SyntaxError"),
        ("def f():\n    return f()\n\nf()", 2, "RecursionError"),
        ("import json\njson.loads('{')", 2, "JSONDecodeError"),
        ("\nimport no_such_module", 2, "ModuleNotFoundError"),
        ("input()", 1, "EOFError"),
        ("raise ValueError", 1, "ValueError"),
        ("raise KeyboardInterrupt", 1, "KeyboardInterrupt"),
        ("import sys\nsys.stdout.write(5)", 2, "TypeError"),
        ("class E(Exception):\n    def __str__(s): raise SystemExit\nraise E", 3, "E"),
        ("😀 = 1", 1, "SyntaxError"),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_error_is_a_sentence_at_the_readers_line(code, line, kind, language):
    said = answer(code, language=language)
    assert said.line == line
    assert said.message.startswith(f"Line {line}: " if language == "en" else f"第 {line} 行：")
    assert kind in said.message
    assert "Traceback" not in said.message + said.printed
    assert "\n" not in said.message


def test_two_sentences_are_apart_whatever_is_in_the_first():
    said = answer("😀 = 1")
    assert said.message.endswith("(SyntaxError). Python cannot read this line.")
    said = answer("😀 = 1", language="zh")
    assert said.message.endswith("（SyntaxError）。Python 读不懂这一行。")


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("[0] * 10**30", "There is not enough memory for it."),
        ("import math\nmath.exp(1000)", "The result is too large for a float."),
        ("int(float('inf'))", "(OverflowError)."),
    ],
)
def test_what_overflowed_is_said_as_it_is(code, hint):
    assert answer(code).message.endswith(hint)


def test_code_that_cannot_be_compiled_at_all_is_no_answer_to_a_check():
    for code in ("x = 1\n\0", "'\ud800'"):
        said = answer(code)
        assert said.message
        assert "check" not in said.message


def test_both_languages_have_every_sentence_with_the_same_places():
    english, chinese = runner().SENTENCES["en"], runner().SENTENCES["zh"]
    assert list(english) == list(chinese)
    places = [set(PLACE.findall(s)) for s in english.values()]
    assert places == [set(PLACE.findall(s)) for s in chinese.values()]


def test_an_error_in_a_call_of_the_check_names_the_call():
    said = answer("def f(a):\n    return a[9]", "call('f', [1, 2])")
    assert said.line == 2
    assert said.message.endswith("It happened in `f([1, 2])`.")


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("", "There is no `f` in the code."),
        ("f = 3", "`f` is not a function any more"),
        ("def f(a):\n    a", "`f([1])` gives nothing back."),
        ("def f(a):\n    a.append(2)\n    return 5", "`f([1])` changes the list"),
        ("def f(a):\n    return 4", "`f([1])` should give 5; yours gives 4."),
        ("def f(): return 5", "`f([1])` cannot be called: f() takes 0 positional arguments"),
        ("def f(a):\n    exit()", "Line 2: SystemExit. The program would end here."),
        ("def f(a):\n    return f", "`f([1])` should give 5; yours gives <function f>."),
    ],
)
def test_general_mistakes_have_sentences_of_their_own(code, sentence):
    said = answer(code, "expect(call('f', [1]), 5)")
    assert said.passed is False
    assert said.message.startswith(sentence)


def test_what_is_printed_comes_at_once_and_only_up_to_the_limit():
    pieces = []
    runner().answer("print('a')\nprint('b', end='')", "", "en", pieces.append)
    assert "".join(pieces) == "a\nb"
    assert len(pieces) > 1
    said = answer("try:\n    while True: print('x' * 999)\nexcept Exception: pass")
    assert len(said.printed) == runner().OUTPUT_LIMIT
    assert said.message.startswith("Line 2: The output passed 10000 characters")


def test_the_check_prints_nothing_into_the_readers_output():
    said = answer("def f():\n    print('loud')\n    return 1\n\nf()", "expect(call('f'), 1)")
    assert said.passed is True
    assert said.printed == "loud\n"


def test_exit_is_an_end_and_no_error():
    assert answer("print(1)\nexit()").message == ""


def test_a_depth_of_calls_that_was_set_lasts_for_one_run():
    before = sys.getrecursionlimit()
    answer(f"import sys\nsys.setrecursionlimit({before + 1000})")
    assert sys.getrecursionlimit() == before


def test_names_of_one_run_are_gone_in_the_next():
    answer("left = 1")
    assert "NameError" in answer("left").message


@pytest.mark.parametrize(
    ("value", "right", "equal"),
    [
        (0.1 + 0.2, 0.3, True),
        ((1, 2.0), [1, 2], True),
        ([1, 2], [1, 2, 3], False),
        (float("nan"), 1, False),
        (10**400, 1.0, False),
        ("1", 1, False),
        (None, [1], False),
        (0.881, 0.8808, False),
    ],
)
def test_close_allows_for_rounding_and_nothing_else(value, right, equal):
    assert runner().close(value, right) is equal


def test_a_value_in_a_sentence_is_short_whatever_it_is():
    class Loud:
        def __repr__(self):
            raise RuntimeError

    deep = []
    deep.append(deep)
    for value in (Loud(), deep, "x" * 10_000, list(range(10_000)), 10**5000, -(10**5000)):
        assert len(runner().shown(value)) <= runner().SHOWN
    assert runner().shown(-3 * 10**400) == "-3.000e+400"
    assert runner().shown([1 / 3, (2,)]) == "[0.333333, (2,)]"

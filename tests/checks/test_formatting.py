"""Values for a reader: short, rounded, and calls that can be pasted."""

from typing import Any

import numpy as np
import pytest

from lmhead.checks.formatting import describe_type, format_call, format_value, told_apart
from lmhead.wire.subject import LocalSession, Missing


def seen(value: Any) -> Any:
    return LocalSession().wrap(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.7758034, "0.7758"),
        (-0.0, "0"),
        (float("nan"), "nan"),
        (1e300, "1e+300"),
        (np.float32(0.1), "0.1"),
        (np.int64(7), "7"),
        (np.bool_(True), "True"),
        (np.str_("C"), "'C'"),
        (True, "True"),
        (None, "None"),
        (10**18, "1000000000000000000"),
        (-(10**400), "-1e400 (about)"),
        (2 + 1j, "(2+1j)"),
        ([3, 1.0, "x", [None]], "[3, 1, 'x', [None]]"),
        ((1,), "(1,)"),
        ((1, 2), "(1, 2)"),
        ({"猫": 0.5}, "{'猫': 0.5}"),
        (list(range(20)), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …]"),
        (np.array([3.0, 1.0, -0.0]), "[3, 1, 0]"),
        (np.array([[0.25, 1.0], [-10.0, 2.0]]), "[[0.25,    1],\n [ -10,    2]]"),
        (np.array(2.5), "2.5"),
        (np.arange(100), "[0, 1, 2, ..., 97, 98, 99]"),
        (np.zeros((0, 3)), "[]"),
        (max, "max()"),
        (iter([]), "<list_iterator>"),
        (object(), "<object>"),
        ("a" * 500, "'" + "a" * 298 + "…"),
    ],
)
def test_a_value_for_a_reader(value: Any, text: str) -> None:
    assert format_value(seen(value)) == text


@pytest.mark.parametrize(
    ("one", "other", "texts"),
    [
        (0.236741, 0.236742, ("0.236741", "0.236742")),
        (1.0, 1.0 + 2**-40, ("1", "1.000000000001")),
        (0.5, 0.25, ("0.5", "0.25")),
        ([0.1, 2.0], [0.1, 2.0 + 1e-7], ("[0.1, 2]", "[0.1, 2.0000001]")),
        (np.array([1.0, 2.0]), np.array([1.0, 2.00001]), ("[1, 2]", "[1, 2.00001]")),
        (np.array([0.0, 1.0]), np.array([1e-300, 1.0]), ("[0, 1]", "[1e-300, 1]")),
        (3, 3, ("3", "3")),
    ],
)
def test_two_that_differ_are_shown_with_enough_digits(
    one: Any, other: Any, texts: tuple[str, str]
) -> None:
    assert told_apart(seen(one), seen(other)) == texts


def test_what_rounding_left_is_shown_as_0() -> None:
    assert format_value(np.array([-2.2204e-16, 1.5, 1e-16])) == "[0, 1.5, 0]"
    assert format_value(np.array([-2.2204e-16])) == "[-2.2204e-16]"
    assert format_call("f", (np.array([-0.0, 1.5]),)) == "f(np.array([0, 1.5]))"


def test_a_missing_name_and_one_that_is_too_large() -> None:
    assert format_value(Missing("x")) == "—"
    assert (
        format_value(seen(np.zeros(10**8)))
        == "<an array of shape (100000000,) of 800,000,000 bytes>"
    )


def test_a_learners_own_repr_is_never_used() -> None:
    class Loud:
        def __repr__(self) -> str:
            raise AssertionError("asked for its repr")

    assert "Loud" in format_value(seen(Loud()))
    assert format_value(seen({1: Loud()})).startswith("{1: <")
    assert "Loud" in describe_type(seen(Loud()))


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (1, "int"),
        (1.0, "float"),
        (np.float32(1), "np.float32"),
        ([1, 2], "list, len 2"),
        (np.zeros((2, 3), np.float32), "ndarray, shape (2, 3), float32"),
        ((x for x in ()), "generator"),
        (max, "function"),
        (int, "class"),
        (object(), "object"),
    ],
)
def test_what_a_value_is_in_pythons_words(value: Any, kind: str) -> None:
    assert describe_type(seen(value)) == kind


@pytest.mark.parametrize(
    "array",
    [
        np.array([[1.0, 2.0], [3.0, 4.0]]),
        np.array([[0.25, -1.5]]),
        np.array([1, 2, 3]),
        np.array([1e300, np.inf, 2.0]),
        np.array([1.0, 2.0], dtype=np.float32),
        np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]).T,
        np.array([True, False]),
        np.array(["猫", "x"]),
        np.zeros((0,)),
        np.array(3.5),
    ],
)
def test_a_call_that_is_pasted_gives_the_same_arrays(array: np.ndarray[Any, Any]) -> None:
    found = eval(format_call("f", (array, 3, "a")), {"np": np, "f": lambda *a: a})
    assert found[1:] == (3, "a")
    np.testing.assert_array_equal(found[0], array)
    assert found[0].dtype == array.dtype
    assert found[0].flags.c_contiguous == array.flags.c_contiguous


@pytest.mark.parametrize("number", [0.1, 2.0, np.nextafter(1.0, 0.0), 1e-300, -np.inf, np.pi])
def test_a_number_in_a_call_is_that_number(number: float) -> None:
    (found,) = eval(format_call("f", (number,)), {"np": np, "f": lambda *a: a})
    assert (type(found), found) == (float, number)


def test_a_large_argument_is_described() -> None:
    assert format_call("f", (np.zeros((50, 8)),)) == "f(<ndarray, shape (50, 8), float64>)"

"""Parts that look at values: what counts as numbers, what is near enough, what is said."""

from typing import Any

import numpy as np
import pytest

from lmhead.checks.coerce import as_numbers
from lmhead.checks.result import Part
from lmhead.checks.tolerance import ROUNDING, Tolerance, decimals
from lmhead.checks.values import choice, numbers, untouched
from lmhead.messages import listed, say
from lmhead.wire.subject import LocalSession, Missing


def seen(value: Any) -> Any:
    """The value as a check sees it."""
    return LocalSession().wrap(value)


def part(value: Any, expected: Any = (1.5, -0.25), **options: Any) -> Part:
    options = {"places": 3, "prefix": "03-by-hand/chain"} | options
    return numbers("logits", 2, value, expected, name="x", **options)


@pytest.mark.parametrize(
    "value",
    [
        [1.5, -0.25],
        (1.5, -0.25),
        np.array([1.5, -0.25]),
        np.array([1.5, -0.25], np.float32),
        [np.float32(1.5), np.float64(-0.25)],
        [np.array(1.5), -0.25],
        [1.5004, -0.2504],
        [1.4996, -0.2496],
    ],
)
def test_numbers_in_any_sequence_are_right_to_three_decimals(value: Any) -> None:
    assert part(seen(value)).status == "right"
    assert part(seen(value)).points == 2


@pytest.mark.parametrize("value", [3, 3.0, np.int8(3), np.float32(3), np.array(3)])
def test_one_number_in_any_type(value: Any) -> None:
    assert part(seen(value), 3).status == "right"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([1.5], "value/wrong-count"),
        ([1.5, -0.25, 0], "value/wrong-count"),
        ([[1.5, -0.25]], "value/wrong-shape"),
        ([[1.5], [-0.25]], "value/wrong-shape"),
        (1.5, "value/not-numbers"),
        ("1.5, -0.25", "value/not-numbers"),
        (["1.5", "-0.25"], "value/not-numbers"),
        ([True, False], "value/not-numbers"),
        (np.array([True, False]), "value/not-numbers"),
        ([1.5, [-0.25]], "value/not-numbers"),
        ([1.5 + 0j, -0.25], "value/not-numbers"),
        ({1.5, -0.25}, "value/not-numbers"),
        ({"a": 1.5}, "value/not-numbers"),
        (iter([1.5, -0.25]), "value/not-numbers"),
        (object(), "value/not-numbers"),
        (max, "value/is-function"),
        (int, "value/is-function"),
        ([1.5, float("nan")], "value/nan"),
        ([1.5, float("-inf")], "value/infinite"),
        ([1.5, 10**400], "value/infinite"),
        ([1.5, -0.2515], "value/nearly"),
        ([1.5, -0.25], None),
        ([-0.25, 1.5], "value/wrong-numbers"),
    ],
)
def test_what_is_wrong_with_a_value_is_said_first_things_first(
    value: Any, message: str | None
) -> None:
    result = part(seen(value))
    assert (result.message and result.message.id) == message
    assert (result.points == 0) == (message is not None)


def test_the_positions_of_wrong_numbers_are_told_and_not_the_numbers() -> None:
    result = part(seen([1.5, 7.0, 3.0, 4.0]), [1.5, 2.123, 3.0, 9.875])
    assert result.message is not None
    text = result.message.text("en")
    assert "2, 4" in text
    assert result.expected is None
    assert result.got == "[1.5, 7, 3, 4]"
    assert not any(secret in str(result) for secret in ("2.123", "9.875"))


@pytest.mark.parametrize("value", [None, ..., Missing("x")])
def test_a_name_without_a_value_is_not_attempted(value: Any) -> None:
    value = value if isinstance(value, Missing) else seen(value)
    assert untouched(value)
    assert part(value).status == "not-attempted"
    assert choice("letter", 1, value, "C", name="x", replies={}).status == "not-attempted"


def test_zero_and_empty_are_attempts() -> None:
    for value in (0, "", [], False, np.zeros(0)):
        assert not untouched(seen(value))
        assert part(seen(value)).status == "wrong"


def test_a_known_mistake_is_named_whatever_its_shape() -> None:
    mistakes = {"not-added": [[1, 2], [3, 4]], "percent": lambda got: got.max() > 50}
    assert part(seen([[1, 2], [3, 4]]), mistakes=mistakes).misconception == "not-added"
    result = part(seen([150, -25]), mistakes=mistakes)
    assert result.misconception == "percent"
    assert result.message == say("03-by-hand/chain/percent", name="x")
    assert part(seen([15, -25]), mistakes=mistakes).misconception is None


def test_a_right_answer_is_never_a_mistake() -> None:
    assert part(seen([1.5, -0.25]), mistakes={"all": lambda got: True}).status == "right"


def test_a_mistake_is_not_looked_for_in_what_is_not_finite() -> None:
    with np.errstate(all="raise"):
        assert part(seen([np.inf, np.nan]), mistakes={"sum": lambda got: got.sum() > 0}).message


@pytest.mark.parametrize("places", [1, 2, 3, 6])
def test_rounding_to_so_many_decimals_is_right_and_one_unit_off_is_not(places: int) -> None:
    rng = np.random.default_rng(places)
    exact = rng.normal(size=1000) * 10
    within = decimals(places)
    assert within.accepts(exact.round(places), exact)
    assert not within.near(exact.round(places) + 1.01 * 10.0**-places, exact).any()


def test_the_tolerance_of_a_dtype_lies_well_above_its_rounding() -> None:
    rng = np.random.default_rng(0)
    for name, within in ROUNDING.items():
        dtype = np.dtype(name)
        a, b = rng.normal(size=(2, 100, 30)).astype(dtype)
        exact = (a.astype(float) * b.astype(float)).sum(axis=1)
        terms = np.abs(a.astype(float) * b.astype(float)).sum(axis=1)
        # A dot product of 30 terms, each rounded, on the scale of its terms.
        off = np.abs((a * b).sum(axis=1, dtype=dtype).astype(float) - exact) / terms
        assert off.max() < (within.relative + within.absolute) / 5, name


def test_infinities_match_exactly_and_nan_never() -> None:
    within = Tolerance(1.0, 1.0)
    assert within.accepts(np.array([np.inf, 1.0]), np.array([np.inf, 1.5]))
    assert not within.accepts(np.array([1e300]), np.array([np.inf]))
    assert not within.accepts(np.array([np.nan]), np.array([np.nan]))


def test_as_numbers_takes_no_objects_that_only_look_like_numbers() -> None:
    class Agreeable(float):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = float.__hash__

    assert type(seen(Agreeable(2.0))) is float  # its number alone has crossed
    assert set(map(type, seen([Agreeable(2.0)]))) == {float}
    assert as_numbers(object()) is None


@pytest.mark.parametrize("value", ["C", "c", " c ", np.str_("C")])
def test_a_letter_may_be_written_small_or_with_spaces(value: Any) -> None:
    assert choice("letter", 1, seen(value), "C", name="x", replies={}).status == "right"


@pytest.mark.parametrize("value", ["", "AC", "Z", "None", 3, ["C"], b"C", "Ｃ"])
def test_anything_else_is_no_option(value: Any) -> None:
    replies = {"A": say("03-by-hand/impossible/a", letter="A", h="")}
    result = choice("letter", 1, seen(value), "C", name="x", replies=replies)
    assert result.message == say("value/not-an-option", name="x", options=listed(("A", "C")))


def test_a_wrong_letter_gets_its_reply() -> None:
    reply = say("03-by-hand/impossible/a", letter="A", h="[0, 0, 0]")
    result = choice("letter", 1, "a", "C", name="x", replies={"A": reply})
    assert (result.message, result.misconception) == (reply, "a")

"""What crosses the wire arrives as it was; what is not the format is refused."""

import contextlib
import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from lmhead.wire.codec import DEFAULT_CAPS, Caps, Decoder, Encoder, TooLarge, WireError


def no_reference(*args: Any) -> Any:
    raise WireError(f"not plain data: {args!r}")


def cross(value: Any, caps: Caps = DEFAULT_CAPS) -> Any:
    text = json.dumps(Encoder(no_reference, caps).encode(value))
    return Decoder(no_reference, caps).decode(json.loads(text))


def decode(message: Any, caps: Caps = DEFAULT_CAPS) -> Any:
    return Decoder(no_reference, caps).decode(message)


def same(left: Any, right: Any) -> bool:
    """Equal in value and in exact type, at every depth; NaN equals NaN, −0.0 is not 0.0."""
    if type(left) is not type(right):
        return False
    if isinstance(left, float):
        return repr(left) == repr(right)
    if isinstance(left, complex):
        return repr(left) == repr(right)
    if isinstance(left, (list, tuple)):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict):
        return same(list(left.items()), list(right.items()))
    if isinstance(left, np.ndarray):
        return (
            left.dtype == right.dtype
            and left.shape == right.shape
            and left.tobytes() == right.tobytes()
        )
    if isinstance(left, np.generic):
        return left.dtype == right.dtype and left.tobytes() == right.tobytes()
    return bool(left == right)


scalars = (
    st.none()
    | st.just(...)
    | st.booleans()
    | st.integers()
    | st.integers(min_value=-(10**400), max_value=10**400)
    | st.floats()
    | st.complex_numbers()
    | st.text()
    | st.binary()
)
keys = (
    st.booleans()
    | st.integers()
    | st.text()
    | st.floats(allow_nan=False)
    | st.tuples(st.integers())
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(keys, inner, max_size=4)
    ),
    max_leaves=12,
)
dtypes = (
    hnp.boolean_dtypes()
    | hnp.integer_dtypes()
    | hnp.unsigned_integer_dtypes()
    | hnp.floating_dtypes(sizes=(16, 32, 64))
    | hnp.complex_number_dtypes(sizes=(64, 128))
    | hnp.unicode_string_dtypes(max_len=5)
)
arrays = dtypes.flatmap(
    lambda dtype: hnp.arrays(dtype, hnp.array_shapes(min_dims=0, min_side=0, max_side=4))
)


@given(values)
def test_plain_values_arrive_equal_and_of_the_same_type(value: Any) -> None:
    assert same(cross(value), value)


@given(st.sets(st.integers() | st.text(max_size=3)), st.frozensets(st.integers()))
def test_sets_arrive(one: set[Any], other: frozenset[int]) -> None:
    assert cross(one) == one
    assert type(cross(other)) is frozenset
    assert cross(other) == other


@given(arrays)
def test_arrays_arrive_bit_by_bit(array: np.ndarray) -> None:
    assert same(cross(array), array)


@given(dtypes.flatmap(lambda dtype: hnp.arrays(dtype, ())))
def test_numpy_scalars_keep_their_kind(array: np.ndarray) -> None:
    value = array[()]
    assert same(cross(value), value)


@given(
    hnp.arrays(np.float64, hnp.array_shapes(min_dims=2, max_dims=3, min_side=2, max_side=5)),
    st.data(),
)
def test_a_view_arrives_with_its_strides_and_its_numbers(
    array: np.ndarray, data: st.DataObject
) -> None:
    steps = [data.draw(st.sampled_from([1, 2, -1, -2])) for _ in array.shape]
    view = array.transpose(data.draw(st.permutations(range(array.ndim))))[
        tuple(slice(None, None, step) for step in steps)
    ]
    back = cross(view)
    assert back.tobytes() == view.tobytes()
    if not view.flags.c_contiguous:
        assert back.strides == view.strides


def test_a_read_only_broadcast_array_arrives_read_only() -> None:
    view = np.broadcast_to(np.arange(3.0), (4, 3))
    back = cross(view)
    assert back.strides == (0, 8)
    assert back.tolist() == view.tolist()
    with pytest.raises(ValueError, match="read-only"):
        back[0, 0] = 1


def test_two_and_two_point_zero_stay_different() -> None:
    assert type(cross(2)) is int
    assert type(cross(2.0)) is float
    assert type(cross(True)) is bool
    assert type(cross(np.float64(2))) is np.float64
    assert math.copysign(1, cross(-0.0)) == -1


class Liar(float):
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = float.__hash__


@pytest.mark.parametrize(
    "value",
    [Liar(1), np.array([object()]), np.array([1], dtype=np.longdouble), object(), lambda: 0,
     np.zeros(2, dtype=[("a", "f8")]), np.array(["2020-01-01"], dtype="datetime64[D]"), np.float64],
)  # fmt: skip
def test_what_is_not_plain_data_goes_to_the_reference_hook(value: Any) -> None:
    with pytest.raises(WireError, match="not plain data"):
        Encoder(no_reference).encode(value)


@pytest.mark.parametrize(
    ("value", "caps", "says"),
    [
        ([0] * 11, Caps(items=10), "11 items"),
        ([[0] * 5, [0] * 5], Caps(items=10), "items"),
        ("a" * 11, Caps(text=10), "11 characters"),
        (np.zeros(11), Caps(array_bytes=80), r"shape \(11,\) of 88 bytes"),
        (b"12345678901", Caps(array_bytes=10), "11 bytes"),
        (1 << 20_000, Caps(), "20,001 bits"),
    ],
    ids=["list", "nested lists", "text", "array", "bytes", "integer"],
)
def test_a_value_over_the_caps_says_how_large_it_is(value: Any, caps: Caps, says: str) -> None:
    with pytest.raises(TooLarge, match=says):
        Encoder(no_reference, caps).encode(value)


def test_a_list_that_holds_itself_is_too_deep() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(TooLarge, match="levels deep"):
        Encoder(no_reference).encode(loop)


@pytest.mark.parametrize(
    "message",
    [
        {"$": "set", "v": [(2**61 - 1) * k for k in range(5000)]},
        [{"$": "dict", "v": [[k, k] for k in range(2500)]}] * 2,
        [{"$": "array", "dtype": "|u1", "shape": [2], "v": "AAA=", "strides": [2**23]}] * 3,
        {"v": 1},
        {"$": 3},
        {"$": "int", "v": "0x" + "f" * 5000},
        {"$": "int", "v": "zz"},
        {"$": "float", "v": "1e5"},
        {"$": "complex", "v": [1.0]},
        {"$": "tuple", "v": 3},
        {"$": "dict", "v": [[1]]},
        {"$": "dict", "v": [[[], 1]]},
        {"$": "set", "v": [[]]},
        {"$": "bytes", "v": "!"},
        {"$": "scalar", "dtype": "<f8", "v": "AAAA"},
        {"$": "array", "dtype": "|O", "shape": [1], "v": "AAAAAAAAAAA="},
        {"$": "array", "dtype": "<f8", "shape": [2], "v": "AAAAAAAAAAA="},
        {"$": "array", "dtype": "<f8", "shape": [-1], "v": "AAAAAAAAAAA="},
        {"$": "array", "dtype": "<f8", "shape": [True], "v": "AAAAAAAAAAA="},
        {"$": "array", "dtype": "<f8", "shape": [1] * 40, "v": "AAAAAAAAAAA="},
        {"$": "array", "dtype": "f8,f8", "shape": [1], "v": "AAAAAAAAAAA="},
        {"$": "array", "dtype": "<U99999999", "shape": [0], "v": ""},
        {"$": "array", "dtype": "<U1", "shape": [1], "v": "////fw=="},
        {"$": "array", "dtype": "<f8", "shape": [1], "v": "AAAAAAAAAAA=", "strides": [10**9]},
        {"$": "array", "dtype": "<f8", "shape": [2], "v": "A" * 21 + "=", "strides": [2**40]},
        {"$": "array", "dtype": "<f8", "shape": [2], "v": "A" * 21 + "=", "strides": [3]},
        {"$": "array", "dtype": "<f8", "shape": [0, 2**24, 2**24, 2**24], "v": ""},
    ],
)  # fmt: skip
def test_a_message_that_breaks_the_format_is_refused(message: Any) -> None:
    with pytest.raises(WireError):
        decode(message)


@pytest.mark.slow
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["$", "v", "dtype", "shape", "strides", "x"]), inner),
    )
    | st.fixed_dictionaries(
        {
            "$": st.sampled_from(["array", "scalar", "dict", "set", "tuple", "int", "complex", "bytes"]),
            "v": st.text() | st.lists(st.integers()),
            "dtype": st.text() | st.sampled_from(["<f8", "<U0", "|b1", ">i2"]),
            "shape": st.lists(st.integers()) | st.none(),
            "strides": st.lists(st.integers()),
        }
    )
)  # fmt: skip
def test_any_json_at_all_gives_a_value_or_a_wire_error(message: Any) -> None:
    with contextlib.suppress(WireError):
        decode(message)

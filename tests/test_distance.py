"""lmhead.distance against scipy, torch and exact fractions, by property, and on bad arguments."""

import copy
import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
import scipy.spatial.distance
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from lmhead.distance import cosine, look_up, nearest_rows, one_hot, scores
from lmhead.four_words import LOGITS, W_OUT, H
from lmhead.softmax import logits

INF, NAN = np.inf, np.nan
# Whole numbers this small have exact dot products in each type.
WHOLE = st.integers(-9, 9)


@st.composite
def tables(draw, elements=WHOLE, dtype=np.float64, max_side=6):
    return draw(hnp.arrays(dtype, hnp.array_shapes(min_dims=2, max_dims=2), elements=elements))


@st.composite
def heads(draw, elements=WHOLE, dtype=np.float64):
    """Hidden vectors of any batch shape, and a table that fits."""
    table = draw(tables(elements, dtype))
    batch = draw(hnp.array_shapes(min_dims=0, max_dims=2, max_side=3))
    return draw(hnp.arrays(dtype, (*batch, table.shape[1]), elements=elements)), table


@st.composite
def looked_up(draw):
    table = draw(tables())
    shape = draw(hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4))
    return table, draw(hnp.arrays(np.int64, shape, elements=st.integers(0, len(table) - 1)))


class TestLookUp:
    @given(looked_up())
    def test_is_the_product_with_one_hot_rows(self, case):
        table, ids = case
        rows = look_up(table, ids)
        onehot = one_hot(ids, len(table))
        assert onehot.shape == (*ids.shape, len(table))
        assert rows.shape == (*ids.shape, table.shape[1])
        np.testing.assert_array_equal(onehot @ table, rows)

    @given(looked_up())
    def test_one_hot_rows_hold_a_single_1_at_the_id(self, case):
        table, ids = case
        onehot = one_hot(ids, len(table))
        assert set(np.unique(onehot)) <= {0, 1}
        assert (onehot.sum(-1) == 1).all()
        if ids.size:
            np.testing.assert_array_equal(onehot.argmax(-1), ids)

    @pytest.mark.torch
    @given(looked_up())
    def test_is_torchs_embedding(self, torch, case):
        table, ids = case
        wanted = torch.nn.functional.embedding(torch.from_numpy(ids), torch.from_numpy(table))
        np.testing.assert_array_equal(look_up(table, ids), wanted.numpy())
        hot = torch.nn.functional.one_hot(torch.from_numpy(ids), len(table)) if ids.size else None
        if hot is not None:
            np.testing.assert_array_equal(one_hot(ids, len(table)), hot.numpy())

    def test_the_rows_are_a_copy(self):
        table = np.ones((3, 2))
        for ids in (0, [0, 1], [0, 1, 2]):
            look_up(table, ids)[...] = 7
        assert (table == 1).all()

    def test_the_article_s_words(self):
        np.testing.assert_array_equal(look_up(W_OUT, 2), [0, 1, 1])
        np.testing.assert_array_equal(look_up(W_OUT, [[3], [0]]), [[[0, 1, 0]], [[1, 0, 1]]])
        np.testing.assert_array_equal(one_hot(2, 4), [0, 0, 1, 0])


class TestScores:
    @given(heads(st.floats(-9, 9, width=32)))
    def test_each_is_the_exact_dot_product(self, case):
        h, table = case
        z = scores(h, table)
        assert z.shape == (*h.shape[:-1], len(table))
        for *batch, k in np.ndindex(z.shape):
            pairs = zip(h[tuple(batch)].tolist(), table[k].tolist(), strict=True)
            exact = sum(Fraction(a) * Fraction(b) for a, b in pairs)
            assert z[(*batch, k)] == pytest.approx(float(exact), rel=1e-12, abs=1e-12)

    @given(heads())
    def test_are_the_logits_of_the_same_table(self, case):
        h, table = case
        np.testing.assert_array_equal(scores(h, table), logits(h, table))

    @given(heads(), st.randoms(use_true_random=False))
    def test_a_rotation_of_both_changes_none(self, case, random):
        h, table = case
        noise = np.random.default_rng(random.randrange(2**32)).normal(size=(table.shape[1],) * 2)
        turn, _ = np.linalg.qr(noise)
        np.testing.assert_allclose(scores(h @ turn, table @ turn), scores(h, table), atol=1e-10)

    def test_the_article_s_dot_products(self):
        np.testing.assert_array_equal(scores(H, W_OUT), LOGITS)


class TestCosine:
    @given(heads(st.floats(-9, 9, width=32).filter(lambda x: abs(x) > 1e-3)))
    def test_is_one_less_scipys_cosine_distance(self, case):
        h, table = case
        flat = h.reshape(-1, h.shape[-1])
        wanted = 1 - scipy.spatial.distance.cdist(flat, table, "cosine")
        np.testing.assert_allclose(
            cosine(h, table), wanted.reshape(*h.shape[:-1], len(table)), atol=1e-12
        )

    @pytest.mark.torch
    @given(heads(st.floats(-9, 9, width=32).filter(lambda x: abs(x) > 1e-3)))
    def test_is_torchs(self, torch, case):
        h, table = (torch.from_numpy(array.copy()) for array in case)
        wanted = torch.nn.functional.cosine_similarity(h[..., None, :], table, dim=-1)
        np.testing.assert_allclose(cosine(*case), wanted.numpy(), atol=1e-12)

    @given(heads(), st.floats(1e-3, 1e3), st.floats(1e-3, 1e3))
    def test_ignores_lengths_and_stays_within_minus_1_and_1(self, case, a, b):
        h, table = case
        assume(h.any(axis=-1).all() and table.any(axis=-1).all())
        cosines = cosine(h, table)
        assert (np.abs(cosines) <= 1).all()
        np.testing.assert_allclose(cosine(a * h, b * table), cosines, atol=1e-12)

    @given(tables())
    def test_a_row_with_itself_is_1_and_with_its_opposite_minus_1(self, table):
        assume(table.any(axis=-1).all())
        for row in table:
            assert cosine(row, [row])[0] == pytest.approx(1, abs=1e-12)
            assert cosine(row, [-row])[0] == pytest.approx(-1, abs=1e-12)

    @pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
    def test_lengths_at_the_ends_of_the_floats(self, dtype):
        limits = np.finfo(dtype)
        for size in (limits.max, limits.tiny, limits.smallest_subnormal):
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                cosines = cosine(dtype([size, size]), dtype([[size, size], [size, 0], [-1, 1]]))
            np.testing.assert_allclose(cosines, [1, math.sqrt(0.5), 0], atol=2e-3)
            assert cosines.dtype == dtype

    def test_a_long_row_can_score_higher_than_a_better_aligned_one(self):
        h, table = [1, 0], [[1, 0], [3, 4]]
        assert nearest_rows(h, table, 1) == 1
        assert cosine(h, table).argmax() == 0


class TestNearestRows:
    @given(heads(), st.data())
    def test_sorts_by_falling_score_and_then_by_rising_id(self, case, data):
        h, table = case
        k = data.draw(st.integers(1, len(table)))
        found = nearest_rows(h, table, k)
        assert found.shape == (*h.shape[:-1], k)
        for batch in np.ndindex(h.shape[:-1]):
            z = [math.fsum(np.multiply(h[batch], row)) for row in table]
            wanted = sorted(range(len(table)), key=lambda row: (-z[row], row))[:k]
            assert found[batch].tolist() == wanted

    @pytest.mark.torch
    @given(heads())
    def test_the_scores_are_those_of_torchs_topk(self, torch, case):
        h, table = case
        k = (len(table) + 1) // 2
        z = torch.from_numpy(h.copy()) @ torch.from_numpy(table.copy()).T
        ours = np.take_along_axis(scores(h, table), nearest_rows(h, table, k), axis=-1)
        np.testing.assert_array_equal(ours, torch.topk(z, k).values.numpy())

    def test_ties_of_many_rows_go_to_the_lowest_ids(self):
        assert nearest_rows([1.0], np.zeros((1000, 1)), 5).tolist() == [0, 1, 2, 3, 4]
        assert nearest_rows(H, W_OUT, 3).tolist() == [0, 1, 2]  # 2, then 1 and 1
        assert nearest_rows([0, 0, 1], W_OUT, 4).tolist() == [0, 2, 1, 3]


class TestTypes:
    @pytest.mark.parametrize(
        ("given", "kept"),
        [
            (np.float16, np.float16),
            (np.float32, np.float32),
            (np.float64, np.float64),
            (np.int32, np.float64),
            (np.bool_, np.float64),
        ],
    )
    def test_floats_keep_their_type_and_integers_become_float64(self, given, kept):
        table = np.array([[0, 1], [1, 1]], given)
        assert scores(table, table).dtype == cosine(table, table).dtype == kept
        assert look_up(table, [0]).dtype == kept
        assert one_hot([0], 3).dtype == np.float64
        assert nearest_rows(table, table, 1).dtype.kind == "i"

    def test_a_dot_product_that_float16_cannot_add_up(self):
        ones = np.ones(5000, np.float16)
        assert scores(ones, [ones]) == 5000  # adding 1 to 2048 in float16 gives 2048
        assert cosine(ones, [ones]) == 1

    def test_lists_and_empty_batches_are_read(self):
        assert scores([[1, 2]], [[1, 1], [2, 0]]).tolist() == [[3, 2]]
        empty = np.zeros((0, 2))
        assert scores(empty, [[1, 1]]).shape == cosine(empty, [[1, 1]]).shape == (0, 1)
        assert nearest_rows(empty, [[1, 1]], 1).shape == (0, 1)
        assert look_up([[1, 1]], []).shape == (0, 2)
        assert one_hot([], 3).shape == (0, 3)

    @given(heads())
    def test_no_argument_is_changed(self, case):
        assume(case[0].any(axis=-1).all() and case[1].any(axis=-1).all())
        h, table = copy.deepcopy(case)
        h.flags.writeable = table.flags.writeable = False
        for result in [scores(h, table), cosine(h, table), look_up(table, 0)]:
            assert not np.shares_memory(result, h)
            assert not np.shares_memory(result, table)
        np.testing.assert_array_equal(h, case[0])
        np.testing.assert_array_equal(table, case[1])


class TestBadArguments:
    @pytest.mark.parametrize(
        ("h", "table", "message"),
        [
            ([1, 2], [[1, 2, 3]], r"h has shape \(2,\) and table \(1, 3\): .* of table, 3"),
            ([1, 2], [1, 2], r"table has shape \(2,\); \(V, d\) was expected"),
            ([1, 2], np.zeros((0, 2)), r"table has shape \(0, 2\): its vocabulary is empty"),
            (1, [[1]], r"h has shape \(\), one number; a vector"),
            ([NAN], [[1]], r"h has shape \(1,\) and holds nan"),
            ([1], [[INF]], r"table has shape \(1, 1\) and holds inf at index \(0, 0\)"),
            (["x"], [[1]], "h has dtype <U1"),
        ],
    )
    def test_scores_cosine_and_nearest_rows(self, h, table, message):
        for call in (scores, cosine, lambda h, table: nearest_rows(h, table, 1)):
            with pytest.raises(ValueError, match=message):
                call(h, table)

    def test_products_beyond_the_type(self):
        with pytest.raises(ValueError, match=r"and table of shape .* beyond the range of float32"):
            scores(np.float32([3e38]), np.float32([[9]]))

    @pytest.mark.parametrize(
        ("h", "table", "name"), [([0, 0], [[1, 0]], "h"), ([1, 0], [[1, 0], [0, 0]], "table")]
    )
    def test_a_vector_of_length_0_has_no_direction(self, h, table, name):
        with pytest.raises(ValueError, match=rf"^{name} of shape .* has no direction"):
            cosine(h, table)

    @pytest.mark.parametrize("k", [0, -1, 3, 1.0, "1", None, True])
    def test_k(self, k):
        with pytest.raises(ValueError, match=r"k is .*; an integer from 1 to 2 was expected"):
            nearest_rows([1], [[1], [2]], k)

    @pytest.mark.parametrize(
        ("ids", "message"),
        [
            ([0, 2], r"ids has shape \(2,\) and holds 2 at index \(1,\); an id from 0 to 1"),
            (-1, r"ids has shape \(\) and holds -1; an id from 0 to 1 was expected"),
            ([0.0], r"ids has dtype float64 and shape \(1,\); integers were expected"),
            ([True], "ids has dtype bool"),
            (["猫"], "ids has dtype <U1"),
            ([[0], [0, 1]], "ids cannot be read as an array"),
        ],
    )
    def test_ids(self, ids, message):
        with pytest.raises(ValueError, match=message):
            look_up([[1, 2], [3, 4]], ids)
        with pytest.raises(ValueError, match=message):
            one_hot(ids, 2)

    @pytest.mark.parametrize("size", [0, -1, 2.0, None, True])
    def test_size(self, size):
        with pytest.raises(ValueError, match=r"size is .*; an integer of at least 1 was expected"):
            one_hot([0], size)

    @pytest.mark.parametrize("table", [[[NAN]], [[INF]], [1], np.zeros((0, 3)), [["a"]]])
    def test_table(self, table):
        with pytest.raises(ValueError, match="table has"):
            look_up(table, [])

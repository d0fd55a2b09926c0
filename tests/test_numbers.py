"""The reference functions to the last digit: types, memory orders, axes, sizes, wrong kinds.

Each result is compared with the same arithmetic in float64, done another way (scipy, math.fsum,
fractions), and then rounded once to the type of the argument.
"""

import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
import scipy.special
from hypothesis import given, settings
from hypothesis import strategies as st

from lmhead import tiny_lm
from lmhead.decoding import (
    generate,
    greedy,
    intervals,
    pick,
    sample,
    sequence_log_probability,
    two_words,
)
from lmhead.distance import cosine, look_up, nearest_rows, one_hot, scores
from lmhead.four_words import W_OUT, H, sgd_step
from lmhead.softmax import (
    cross_entropy,
    cross_entropy_slope,
    log_softmax,
    logits,
    perplexity,
    softmax,
)
from lmhead.tying import account, check_tieable, rows_touched, table_gradient

INF, NAN = np.inf, np.nan
KINDS = [np.float16, np.float32, np.float64, np.int8, np.int64, np.uint16]
# Sizes at which sums by halves, by eights or in blocks end in the middle of one.
SIZES = st.integers(1, 40) | st.sampled_from([97, 129, 257, 1000, 1031])


def ulp(values, dtype):
    """The distance of a value to the next one of its type, at least that of the smallest."""
    values = np.abs(np.asarray(values, np.float64))
    with np.errstate(over="ignore", under="ignore"):
        return np.spacing(values.astype(dtype)).astype(np.float64)


@st.composite
def laid_out(draw, bound=30):
    """Scores of each type, in each order in memory, with the vocabulary along some axis."""
    dtype, seed = draw(st.sampled_from(KINDS)), draw(st.integers(0, 2**32))
    size, ndim = draw(SIZES), draw(st.integers(1, 3))
    axis = draw(st.integers(0, ndim - 1))
    shape = [draw(st.integers(1, 3)) for _ in range(ndim)]
    shape[axis] = size
    spread = draw(st.sampled_from([0.0, 0.5, 5.0, bound]))
    low = 0 if dtype is np.uint16 else -bound
    z = np.clip(spread * np.random.default_rng(seed).normal(size=shape), low, bound).astype(dtype)
    order = draw(st.sampled_from(["C", "F", "backwards", "every other"]))
    if order == "F":
        z = np.asfortranarray(z)
    elif order == "backwards":
        z = z[tuple(slice(None, None, -1) for _ in shape)]
    elif order == "every other":
        z = np.repeat(z, 2, axis=axis)[(slice(None),) * axis + (slice(None, None, 2),)]
    return z, axis - draw(st.sampled_from([0, ndim]))


class TestSoftmax:
    @settings(max_examples=40)
    @given(laid_out(), st.sampled_from([1.0, 0.1, 7.0]))
    def test_each_share_and_its_logarithm_are_rounded_once(self, case, temperature):
        z, axis = case
        kept = np.float64 if z.dtype.kind in "iu" else z.dtype
        wide = z.astype(np.float64) / temperature
        for ours, theirs in [(softmax, scipy.special.softmax), (log_softmax, log_softmax_by_fsum)]:
            found, wanted = ours(z, temperature=temperature, axis=axis), theirs(wide, axis=axis)
            assert found.dtype == kept
            # scipy's own float64 is off by a few of its last digits, more below the largest.
            slack = ulp(wanted, kept) * 0.51 + 2e-14 * np.abs(wanted) + 1e-15
            assert (np.abs(found.astype(np.float64) - wanted) <= slack).all()

    @settings(max_examples=40)
    @given(laid_out())
    def test_the_order_in_memory_changes_not_one_bit(self, case):
        z, axis = case
        copied = np.ascontiguousarray(np.moveaxis(z, axis, -1))
        for function in (softmax, log_softmax):
            found = np.moveaxis(function(z, axis=axis), axis, -1)
            np.testing.assert_array_equal(found, function(copied))

    @pytest.mark.parametrize("size", [50_257, 262_144])
    def test_a_large_vocabulary_along_the_slow_axis(self, size):
        z = np.random.default_rng(5).normal(size=(2, size)).astype(np.float32) * 5
        wanted = scipy.special.log_softmax(z.astype(np.float64), axis=-1)
        for array, axis in ((np.asfortranarray(z), 1), (np.ascontiguousarray(z.T), 0)):
            shares = np.moveaxis(softmax(array, axis=axis), axis, -1)
            np.testing.assert_allclose(shares, np.exp(wanted), rtol=1.3e-7)
            logs = np.moveaxis(log_softmax(array, axis=axis), axis, -1)
            np.testing.assert_allclose(logs, wanted, rtol=1.3e-7)
            assert abs(math.fsum(shares[0].tolist()) - 1) < 1e-7

    def test_the_result_lies_in_memory_as_the_scores_do(self):
        z = np.zeros((5, 3))
        assert softmax(z, axis=0).flags.c_contiguous
        assert softmax(np.asfortranarray(z)).flags.f_contiguous

    @pytest.mark.parametrize(("dtype", "far"), [(np.float64, 1e308), (np.float32, 3e38)])
    def test_scores_whose_difference_is_beyond_the_floats(self, dtype, far):
        z = dtype([[far, -far], [1, 0]])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            shares = softmax(z, temperature=far)
            logs = log_softmax(z, temperature=10)
        np.testing.assert_allclose(shares[0], [1 / (1 + math.exp(-2)), 1 / (1 + math.exp(2))], 1e-7)
        assert logs[0, 0] == 0
        assert logs[0, 1] == pytest.approx(-far / 5, rel=1e-7)
        # The other row is not cut in half.
        np.testing.assert_allclose(logs[1], log_softmax([1, 0], temperature=10), rtol=1e-7)

    @pytest.mark.parametrize("dtype", [np.int64, np.uint64])
    def test_integers_beyond_what_floats_count(self, dtype):
        large = np.iinfo(dtype).max
        z = np.array([large - 2, large, large - 1], dtype)
        np.testing.assert_allclose(softmax(z), softmax([0, 2, 1]), rtol=1e-14)
        assert cross_entropy(z, 1) == pytest.approx(cross_entropy([0, 2, 1], 1), rel=1e-14)
        assert greedy(z) == 1
        both_ends = np.array([np.iinfo(dtype).min, large], dtype)
        assert log_softmax(both_ends)[0] == -float(2**64 - 1)

    @given(st.floats(3, 700))
    def test_a_slope_near_0_keeps_its_digits(self, lead):
        z = [lead, 0, 0]
        rest = 2 * math.exp(-lead)
        assert cross_entropy(z, 0) == pytest.approx(math.log1p(rest), rel=1e-14, abs=1e-15)
        slope = cross_entropy_slope(z, 0)
        assert slope[0] == pytest.approx(-rest / (1 + rest), rel=1e-14)
        assert slope.sum() == pytest.approx(0, abs=4e-15 * rest)

    @settings(max_examples=40)
    @given(laid_out(bound=12), st.data())
    def test_the_slope_of_the_right_word_is_rounded_once(self, case, data):
        z, axis = case
        z = np.moveaxis(z, axis, -1)
        target = data.draw(st.integers(0, z.shape[-1] - 1))
        found = cross_entropy_slope(z, np.full(z.shape[:-1], target))
        p = scipy.special.softmax(z.astype(np.float64, order="C"), axis=-1)
        others = np.apply_along_axis(math.fsum, -1, np.delete(p, target, axis=-1))
        slack = 0.51 * ulp(others, found.dtype) + 1e-14 * others
        assert (np.abs(found[..., target] + others) <= slack).all()


def log_softmax_by_fsum(z, axis):
    """ln p by sums that lose nothing."""
    rows = np.moveaxis(z, axis, -1)
    result = np.empty_like(rows)
    for at in np.ndindex(rows.shape[:-1]):
        below = rows[at] - rows[at].max()
        result[at] = below - math.log(math.fsum(map(math.exp, below)))
    return np.moveaxis(result, -1, axis)


class TestPerplexity:
    @given(st.lists(st.floats(0, 20, width=16), min_size=1, max_size=300))
    def test_is_the_exponential_of_the_exact_mean(self, losses):
        wanted = math.exp(math.fsum(losses) / len(losses))
        for dtype in (np.float16, np.float32, np.float64):
            assert perplexity(np.array(losses, dtype)) == pytest.approx(wanted, rel=1e-13)

    def test_a_loss_below_0_is_none_and_a_rounding_is(self):
        with pytest.raises(ValueError, match=r"holds -1\.0; each loss .* at least 0\."):
            perplexity([3, -1.0])
        assert perplexity([-1e-9, -0.0]) == pytest.approx(1)
        assert perplexity(np.float16([-0.001])) == pytest.approx(1, abs=2e-3)


class TestShares:
    @pytest.mark.torch
    @pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
    @pytest.mark.parametrize("size", [1, 3, 1000, 262_143])
    def test_what_torchs_softmax_gives_is_drawn_from(self, torch, dtype, size):
        kind = getattr(torch, dtype)
        for lead, spread in ((0, 3), (13.5, 0), (9.25, 0.1)):
            z = spread * torch.randn(size, generator=torch.Generator().manual_seed(3))
            z[0] += lead  # as rest, many numbers that float32 adds up badly
            for axis in (0, 1):
                rows = z.to(kind)[:, None].repeat(1, 2)
                p = torch.softmax(rows.T if axis else rows, axis)
                p = p[0] if axis else p[:, 0]
                held = [p, p.float().numpy()] + [p.tolist()] * (size <= 1000)
                for shares in held:
                    assert intervals(shares)[-1, 1] == 1
                assert float(p[int(pick(held[0], 0.999))]) > 0

    @settings(max_examples=25)
    @given(st.integers(0, 2**32), st.integers(1, 3000), st.sampled_from([np.float16, np.float32]))
    def test_the_quotients_of_exponentials_in_their_type(self, seed, size, dtype):
        powers = np.exp(np.random.default_rng(seed).normal(size=size)).astype(dtype)
        shares = powers / powers.sum(dtype=np.float64).astype(dtype)
        assert intervals(shares)[-1, 1] == 1

    @pytest.mark.parametrize("p", [[0.5, 0.499], [0.7, 0.301], [0.5, 0.5000011], [0.25] * 3])
    def test_other_sums_are_refused_with_enough_digits(self, p):
        with pytest.raises(ValueError, match=r"has the sum .*; probabilities sum to 1\.") as caught:
            intervals(p)
        assert "the sum 1;" not in str(caught.value)

    def test_a_longer_float_below_1_is_a_number_below_1(self):
        assert pick([0.5, 0.5], np.nextafter(np.longdouble(1), np.longdouble(0))) == 1

    @pytest.mark.parametrize("size", ["3", 2.0, True, -1, (2, -1), (2, "3"), {2}])
    def test_a_size_that_is_none(self, size):
        rng = np.random.default_rng(0)
        with pytest.raises(ValueError, match=r"size is .*; an integer of at least 0 was expected"):
            sample([0.5, 0.5], rng, size)

    def test_refused_shares_take_nothing_from_the_generator(self):
        rng = np.random.default_rng(0)
        with pytest.raises(ValueError, match="sum"):
            sample([0.5, 0.6], rng)
        assert rng.random() == np.random.default_rng(0).random()
        assert sample([1.0], rng, [2, 3]).shape == sample([1.0], rng, (np.int64(2), 3)).shape


class TestSequences:
    @settings(max_examples=20)
    @given(st.sampled_from(KINDS), st.integers(0, 2**32), st.integers(1, 200))
    def test_no_term_is_rounded_to_the_type_of_the_logits(self, dtype, seed, length):
        draw = np.random.default_rng(seed)
        z = np.clip(draw.normal(size=101) * 4, 0, 20).astype(dtype)
        ids = draw.integers(0, 101, length).tolist()
        logs = scipy.special.log_softmax(z.astype(np.float64))
        found = sequence_log_probability(lambda _: z, ids)
        assert found == pytest.approx(math.fsum(logs[k] for k in ids), rel=1e-13)


class TestDotProducts:
    @settings(max_examples=30)
    @given(
        st.sampled_from([np.float16, np.float32]),
        st.integers(0, 2**32),
        st.sampled_from([1, 3, 7, 65, 1000]),
        st.sampled_from("CF"),
    )
    def test_are_summed_without_loss_and_rounded_once(self, dtype, seed, d, order):
        draw = np.random.default_rng(seed)
        h = draw.normal(size=d).astype(dtype)
        table = np.asarray(draw.normal(size=(5, d)).astype(dtype), order=order)
        for function in (logits, scores):
            for found, row in zip(function(h, table), table, strict=True):
                exact = sum(map(Fraction.__mul__, *(map(Fraction, v.tolist()) for v in (h, row))))
                assert abs(found - float(exact)) <= 0.51 * ulp(float(exact), dtype)

    def test_blocks_of_a_table_that_is_widened_part_by_part(self, monkeypatch):
        from lmhead import _dot_products

        draw = np.random.default_rng(1)
        h, table = draw.normal(size=(2, 3, 7)), draw.normal(size=(11, 7)).astype(np.float32)
        whole = scores(h, table)
        monkeypatch.setattr(_dot_products, "BLOCK", 30)
        np.testing.assert_allclose(scores(h, table), whole, rtol=1e-14)

    def test_a_sum_that_is_in_range_though_a_part_of_it_is_not(self):
        h = np.float32([2e38, 2e38, -2e38])
        assert logits(h, np.ones((1, 3), np.float32)) == np.float32(2e38)

    def test_rows_are_compared_before_their_scores_are_rounded(self):
        table = np.float16([[1000, 0], [1000, 0.125]])  # 1000 and 1000.125 are one float16
        assert len(set(scores(np.ones(2, np.float16), table).tolist())) == 1
        assert nearest_rows(np.ones(2, np.float16), table, 1) == 1

    @pytest.mark.parametrize("dtype", [np.float16, np.float32])
    def test_cosines_are_rounded_once(self, dtype):
        draw = np.random.default_rng(2)
        h, table = (draw.normal(size=shape).astype(dtype) for shape in ((33,), (4, 33)))
        wide, rows = h.astype(np.float64), table.astype(np.float64)
        wanted = rows @ wide / (math.hypot(*wide) * np.array([math.hypot(*row) for row in rows]))
        assert (np.abs(cosine(h, table) - wanted) <= 0.51 * ulp(wanted, dtype)).all()


class TestSteps:
    @pytest.mark.parametrize("dtype", [np.float16, np.float32])
    @pytest.mark.parametrize("parameter", ["z", "W_out", "h"])
    def test_a_step_is_rounded_once(self, dtype, parameter):
        step = sgd_step(parameter, 3, 0.3, H.astype(dtype), W_OUT.astype(dtype))
        exact = sgd_step(parameter, 3, 0.3)
        assert step.before.loss == pytest.approx(exact.before.loss, rel=1e-14)
        for ours, theirs in ((step.h, exact.h), (step.w_out, exact.w_out)):
            assert ours.dtype == dtype
            np.testing.assert_array_equal(ours, theirs.astype(dtype))

    def test_a_rate_beyond_the_type(self):
        for parameter in ("z", "W_out", "h"):
            with pytest.raises(ValueError, match=r"rate is 1000000.0, .* range of float16"):
                sgd_step(parameter, 3, 1e6, np.float16(H), np.float16(W_OUT))

    @pytest.mark.parametrize("dtype", [np.float16, np.float32])
    def test_a_tables_gradient_is_rounded_once(self, dtype):
        draw = np.random.default_rng(4)
        table = draw.normal(size=(9, 5)).astype(dtype)
        model = {"inputs": [1, 1, 8, 0, 3], "targets": [2, 1, 0, 0, 7], "scale": 0.7}
        ours, exact = table_gradient(table, **model), table_gradient(table.astype(float), **model)
        assert ours.loss == exact.loss
        np.testing.assert_array_equal(ours.input_use, exact.input_use.astype(dtype))
        np.testing.assert_array_equal(ours.output_use, exact.output_use.astype(dtype))

    def test_a_scale_beyond_the_floats(self):
        with pytest.raises(ValueError, match=r"scale is 1e\+308, .* beyond the floats"):
            table_gradient([[9.0], [1.0]], [0], [1], scale=1e308)
        with pytest.raises(ValueError, match="beyond the range of float16"):
            table_gradient(np.float16([[0], [0]]), [0], [1], scale=10, w_out=[[6e4], [-6e4]])


MASKED = np.ma.array([1.0, 2, 50], mask=[0, 0, 1])
TABLE = [[1.0, 2], [3, 4]]
CALLS = {
    "z": [softmax, log_softmax, greedy, lambda z: cross_entropy(z, 0)],
    "h": [lambda h: logits(h, np.ones((2, 3))), lambda h: nearest_rows(h, np.ones((2, 3)), 1)],
    "p": [intervals, lambda p: pick(p, 0.5)],
    "u": [lambda u: pick([0.5, 0.5], u)],
    "losses": [perplexity],
}


class TestWrongKinds:
    @pytest.mark.parametrize(("name", "calls"), CALLS.items())
    def test_a_masked_array_is_refused_and_one_without_masked_values_read(self, name, calls):
        for call in calls:
            with pytest.raises(ValueError, match=rf"^{name} is a masked array of shape \(3,\)"):
                call(MASKED)
        with pytest.raises(ValueError, match=r"^z holds masked values"):
            softmax([MASKED, MASKED])
        assert softmax(np.ma.array([0.0, 0])).tolist() == [0.5, 0.5]

    @pytest.mark.parametrize("axis", [True, np.True_, 0.0, "0", (0,), None])
    def test_an_axis_that_is_no_integer(self, axis):
        for function in (softmax, log_softmax):
            with pytest.raises(ValueError, match=r"^axis is .*; z has shape \(1, 2\)"):
                function([[1.0, 2]], axis=axis)

    def test_a_table_whose_rows_hold_no_numbers(self):
        table, h = np.zeros((4, 0)), np.zeros(0)
        calls = [
            lambda: logits(h, table),
            lambda: scores(h, table),
            lambda: cosine(h, table),
            lambda: nearest_rows(h, table, 1),
            lambda: look_up(table, 0),
            lambda: check_tieable(table, table),
            lambda: table_gradient(table, [0], [0]),
            lambda: rows_touched(table, [0], [0]),
            lambda: sgd_step("h", 0, 1.0, h, table),
        ]
        for call in calls:
            with pytest.raises(ValueError, match=r"has shape \(4, 0\): its rows hold no numbers"):
                call()

    @pytest.mark.parametrize(
        ("call", "message"),
        [
            (lambda: generate(two_words, 5, greedy, 1), "prompt is 5; a list of ids"),
            (lambda: generate("step", [], greedy, 1), "step is 'step'; a function"),
            (lambda: generate(two_words, [], 0, 1), "choose is 0; a function"),
            (lambda: generate(lambda ids: [[1], [1, 2]], [], greedy, 1), "step's logits cannot be"),
            (lambda: sequence_log_probability(two_words, None), "ids is None; a list of ids"),
            (lambda: nearest_rows([1.0], [[1.0]], np.arange(99)), r"k is an array of shape \(99,"),
            (lambda: one_hot([0], "3"), "size is '3'; an integer of at least 1"),
            (lambda: sgd_step(["z"], 0), r"parameter is \['z'\]; \"z\", "),
            (lambda: account("GPT-2 small"), "shape is 'GPT-2 small'; a Shape was expected"),
            (lambda: check_tieable(TABLE, TABLE, 5, 5), "input_words is 5; a list of 2 words"),
            (
                lambda: softmax([1, 2], temperature=[0] * 99),
                r"temperature is \[0, 0.*\.\.\.;",
            ),
            (lambda: tiny_lm.load().hidden([[0], [0, 1]]), "ids cannot be read as a list"),
            (lambda: tiny_lm.load().hidden(np.ma.array([0], mask=[1])), "ids is a masked array"),
            (lambda: tiny_lm.split(3), "text is of type int; a string"),
            (lambda: tiny_lm.join([1]), "tokens is not a list of strings"),
        ],
    )
    def test_are_told_in_one_short_sentence(self, call, message):
        with pytest.raises(ValueError, match=message) as caught:
            call()
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 250


@pytest.mark.torch
def test_a_tensor_of_bfloat16_is_read(torch):
    z = torch.tensor([1.0, 2.0, 3.0], dtype=torch.bfloat16)
    assert softmax(z).dtype == np.float32
    np.testing.assert_allclose(softmax(z), scipy.special.softmax([1, 2, 3]), rtol=1e-6)
    with pytest.raises(ValueError, match=r"z cannot be read as an array of numbers: .*detach"):
        softmax(z.requires_grad_())

"""lmhead.softmax against scipy and torch, by property, and at the edges of the floats."""

import copy
import math
import warnings

import numpy as np
import pytest
import scipy.special
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from lmhead.softmax import (
    cross_entropy,
    cross_entropy_slope,
    log_softmax,
    logits,
    perplexity,
    softmax,
)

INF, NAN = np.inf, np.nan
# A few units in the last place of each type, for a sum over a short row.
RTOL = {np.dtype(np.float16): 4e-3, np.dtype(np.float32): 4e-6, np.dtype(np.float64): 1e-13}
FLOATS = st.sampled_from([np.float16, np.float32, np.float64])


def tolerance(dtype):
    return RTOL[np.dtype(dtype)]


@st.composite
def scores(draw, dtypes=FLOATS, masked=True, bound=1e4):
    """Rows of logits up to ±1e4, some masked with -inf but never a whole row."""
    dtype = draw(dtypes)
    shape = draw(hnp.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=6))
    numbers = st.floats(-bound, bound, width=np.finfo(dtype).bits)
    z = draw(hnp.arrays(dtype, shape, elements=numbers))
    if masked and draw(st.booleans()):
        mask = draw(hnp.arrays(np.bool_, shape))
        mask[..., draw(st.integers(0, shape[-1] - 1))] = False
        z[mask] = -INF
    return z


@st.composite
def scores_and_targets(draw, **options):
    z = draw(scores(**options))
    index = st.integers(0, z.shape[-1] - 1)
    return z, draw(hnp.arrays(np.int64, z.shape[:-1], elements=index))


temperatures = st.floats(0.05, 20)


class TestAgainstScipy:
    @given(scores(), temperatures)
    def test_softmax(self, z, temperature):
        wide = z.astype(np.float64)
        wanted = scipy.special.softmax((wide - wide.max(-1, keepdims=True)) / temperature, axis=-1)
        shares = softmax(z, temperature=temperature)
        # A score of 1e4 divided by a temperature is exact only to its own last digit, so
        # the bound on a share grows with how far below the maximum its score lies.
        far = np.where(wanted > 0, -np.log(np.maximum(wanted, 1e-300)), 0)
        error = np.abs(shares.astype(np.float64) - wanted)
        tiny = np.finfo(z.dtype).smallest_subnormal
        assert (error <= tolerance(z.dtype) * wanted * (1 + far) + tiny).all()

    @given(scores(), temperatures)
    def test_log_softmax(self, z, temperature):
        wide = z.astype(np.float64)
        wanted = scipy.special.log_softmax(
            (wide - wide.max(-1, keepdims=True)) / temperature, axis=-1
        )
        with np.errstate(over="ignore"):  # -2e5 and beyond is -inf in float16
            wanted = wanted.astype(z.dtype)
        np.testing.assert_allclose(
            log_softmax(z, temperature=temperature),
            wanted,
            rtol=tolerance(z.dtype),
            atol=tolerance(z.dtype),
        )

    @given(scores_and_targets())
    def test_cross_entropy_is_logsumexp_less_the_right_score(self, case):
        z, target = case
        wide = z.astype(np.float64)
        right = np.take_along_axis(wide, target[..., None], -1)[..., 0]
        wanted = scipy.special.logsumexp(wide, axis=-1) - right
        np.testing.assert_allclose(
            cross_entropy(z, target),
            wanted,
            rtol=tolerance(z.dtype),
            # logsumexp - right is itself rounded at the size of the scores.
            atol=tolerance(z.dtype) + 1e-11,
        )


@pytest.mark.torch
class TestAgainstTorch:
    @given(scores(), temperatures)
    def test_softmax_and_its_logarithm(self, torch, z, temperature):
        wide = torch.from_numpy(z.astype(np.float64))
        wide = (wide - wide.max(-1, keepdim=True).values) / temperature
        for ours, theirs in [(softmax, torch.softmax), (log_softmax, torch.log_softmax)]:
            with np.errstate(over="ignore"):
                wanted = theirs(wide, -1).numpy().astype(z.dtype)
            shift = 1 if ours is log_softmax else 20  # as in TestAgainstScipy
            np.testing.assert_allclose(
                ours(z, temperature=temperature),
                wanted,
                rtol=tolerance(z.dtype) * shift,
                atol=tolerance(z.dtype),
            )

    @given(scores_and_targets(dtypes=st.just(np.float64)))
    def test_cross_entropy_and_its_slope(self, torch, case):
        z, target = case
        tensor = torch.from_numpy(z.reshape(-1, z.shape[-1]).copy()).requires_grad_()
        losses = torch.nn.functional.cross_entropy(
            tensor, torch.from_numpy(target.reshape(-1).copy()), reduction="none"
        )
        losses.sum().backward()
        np.testing.assert_allclose(
            cross_entropy(z, target), losses.detach().numpy().reshape(target.shape), rtol=1e-12
        )
        np.testing.assert_allclose(
            cross_entropy_slope(z, target), tensor.grad.numpy().reshape(z.shape), atol=1e-12
        )

    def test_float16_and_float32_as_torch_has_them(self, torch):
        z = np.random.default_rng(7).normal(size=(5, 50_000)) * 3
        for dtype in (np.float16, np.float32):
            typed = z.astype(dtype)
            wanted = torch.softmax(torch.from_numpy(typed), -1).numpy()
            assert softmax(typed).dtype == wanted.dtype
            np.testing.assert_allclose(softmax(typed), wanted, rtol=2e-3, atol=1e-7)


class TestProperties:
    @given(scores(), temperatures)
    def test_shares_sum_to_one_and_keep_the_order(self, z, temperature):
        shares = softmax(z, temperature=temperature).astype(np.float64)
        assert (shares >= 0).all()
        np.testing.assert_allclose(shares.sum(-1), 1, rtol=3 * tolerance(z.dtype))
        order = np.argsort(z, axis=-1)
        assert (np.diff(np.take_along_axis(shares, order, -1), axis=-1) >= 0).all()

    @given(scores(dtypes=st.just(np.float64), bound=100), st.integers(-1000, 1000))
    def test_adding_a_constant_changes_nothing(self, z, constant):
        np.testing.assert_allclose(softmax(z + constant), softmax(z), rtol=1e-11, atol=1e-300)

    @given(scores())
    def test_a_masked_word_has_share_0_and_the_others_are_as_without_it(self, z):
        row = z.reshape(-1, z.shape[-1])[0]
        kept = row != -INF
        shares, logs = softmax(row), log_softmax(row)
        assert (shares[~kept] == 0).all()
        assert (logs[~kept] == -INF).all()
        np.testing.assert_allclose(shares[kept], softmax(row[kept]), rtol=tolerance(row.dtype))

    @given(scores(), temperatures)
    def test_any_axis_is_the_last_one_moved(self, z, temperature):
        for function in (softmax, log_softmax):
            last = function(z, temperature=temperature)
            for axis in range(z.ndim):
                moved = function(np.moveaxis(z, -1, axis), temperature=temperature, axis=axis)
                np.testing.assert_allclose(
                    np.moveaxis(moved, axis, -1), last, rtol=tolerance(z.dtype), atol=1e-300
                )

    @given(scores(masked=False, dtypes=st.just(np.float64), bound=50), temperatures)
    def test_the_log_ratio_of_two_shares_is_the_lead_over_the_temperature(self, z, temperature):
        logs = log_softmax(z, temperature=temperature)
        lead = (z[..., :1] - z) / temperature
        np.testing.assert_allclose(logs[..., :1] - logs, lead, rtol=1e-10, atol=1e-10)

    @given(scores_and_targets(dtypes=st.just(np.float64), masked=False, bound=10))
    def test_the_slope_is_the_change_of_the_loss_under_a_nudge(self, case):
        z, target = case
        step = 1e-4
        for k in range(z.shape[-1]):
            up, down = z.copy(), z.copy()
            up[..., k] += step
            down[..., k] -= step
            change = (cross_entropy(up, target) - cross_entropy(down, target)) / (2 * step)
            np.testing.assert_allclose(cross_entropy_slope(z, target)[..., k], change, atol=1e-7)

    @given(scores_and_targets())
    def test_slopes_sum_to_zero_and_only_the_right_word_is_pulled_up(self, case):
        z, target = case
        slope = cross_entropy_slope(z, target)
        assert slope.dtype == z.dtype
        np.testing.assert_allclose(slope.astype(float).sum(-1), 0, atol=3 * tolerance(z.dtype))
        right = np.take_along_axis(slope, target[..., None], -1)
        assert (right <= 0).all()
        assert ((slope >= 0) | (np.arange(z.shape[-1]) == target[..., None])).all()

    @given(st.integers(1, 500), st.integers(1, 5))
    def test_equal_words_have_their_number_as_perplexity(self, vocabulary, count):
        losses = cross_entropy(np.zeros((count, vocabulary)), np.zeros(count, int))
        assert perplexity(losses) == pytest.approx(vocabulary, rel=1e-12)

    @given(
        hnp.arrays(np.float64, (2, 3, 4), elements=st.floats(-9, 9)),
        hnp.arrays(np.float64, (5, 4), elements=st.floats(-9, 9)),
    )
    def test_logits_are_one_dot_product_a_word(self, h, w_out):
        z = logits(h, w_out)
        assert z.shape == (2, 3, 5)
        for batch in np.ndindex(2, 3):
            for word in range(5):
                by_hand = math.fsum(a * b for a, b in zip(h[batch], w_out[word], strict=True))
                assert z[(*batch, word)] == pytest.approx(by_hand, rel=1e-12, abs=1e-12)


class TestEdges:
    @pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
    def test_logits_of_1e4_either_way(self, dtype):
        z = dtype([1e4, -1e4, 1e4, -INF])
        np.testing.assert_array_equal(softmax(z), dtype([0.5, 0, 0.5, 0]))
        far = -20000 - math.log(2)
        wanted = dtype([-math.log(2), far, -math.log(2), -INF])
        np.testing.assert_allclose(log_softmax(z), wanted, rtol=tolerance(dtype))

    @pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
    def test_the_ends_of_the_floats(self, dtype):
        largest = np.finfo(dtype).max
        z = dtype([largest, -largest, -INF])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            np.testing.assert_array_equal(softmax(z), [1, 0, 0])
            np.testing.assert_array_equal(log_softmax(z)[::2], [0, -INF])

    def test_low_logits_that_unshifted_give_0_by_0(self):
        shares = softmax(np.float32([-110, -112, -115]))
        np.testing.assert_allclose(shares, [0.87560, 0.11850, 0.00590], atol=1e-5)

    def test_a_vocabulary_that_float16_cannot_count(self):
        z = np.zeros(70_000, np.float16)
        np.testing.assert_allclose(log_softmax(z), -math.log(70_000), rtol=1e-3)
        assert (softmax(z) > 0).all()

    def test_temperatures_far_out(self):
        np.testing.assert_array_equal(softmax([1, 3, 3], temperature=1e-300), [0, 0.5, 0.5])
        np.testing.assert_array_equal(softmax([1e4, -1e4], temperature=1e-306), [1, 0])
        np.testing.assert_allclose(softmax([1, 3, -INF], temperature=1e300), [0.5, 0.5, 0])

    def test_a_word_alone_and_a_masked_right_word(self):
        assert str(cross_entropy([3.0], 0)) == "0.0"
        assert cross_entropy([1.0, -INF], 1) == INF
        np.testing.assert_array_equal(cross_entropy_slope([1.0, -INF], 1), [1, -1])
        assert perplexity([INF, 0]) == INF
        assert perplexity([1e6]) == INF

    def test_empty_batches(self):
        z = np.zeros((0, 4), np.float32)
        assert logits(np.zeros((0, 3), np.float32), np.ones((4, 3), np.float32)).shape == (0, 4)
        assert softmax(z).shape == log_softmax(z).shape == (0, 4)
        assert cross_entropy(z, []).shape == (0,)
        assert cross_entropy_slope(z, []).shape == (0, 4)


class TestTypes:
    @pytest.mark.parametrize(
        ("given", "kept"),
        [
            (np.float16, np.float16),
            (np.float32, np.float32),
            (np.float64, np.float64),
            (np.int32, np.float64),
            (np.uint8, np.float64),
            (np.bool_, np.float64),
        ],
    )
    def test_floats_keep_their_type_and_integers_become_float64(self, given, kept):
        z = np.array([[0, 1], [1, 1]], given)
        assert logits(z, z).dtype == kept
        assert softmax(z).dtype == softmax(z, temperature=0.5).dtype == kept
        assert log_softmax(z, temperature=np.float64(2)).dtype == kept
        assert cross_entropy(z, [0, 1]).dtype == cross_entropy(z[0], 1).dtype == kept
        assert cross_entropy_slope(z, [0, 1]).dtype == kept
        assert type(perplexity(z)) is float

    def test_the_wider_of_two_types_wins(self):
        assert logits(np.float32([1]), np.float64([[1]])).dtype == np.float64
        assert logits(np.float16([1]), np.float32([[1]])).dtype == np.float32

    def test_lists_are_read(self):
        np.testing.assert_array_equal(logits([1, 0, 1], [[1, 0, 1], [0, 1, 1]]), [2, 1])
        np.testing.assert_array_equal(softmax([[0, 0]]), [[0.5, 0.5]])
        assert cross_entropy([0, 0], 1) == pytest.approx(math.log(2))
        assert perplexity([0.0, 0]) == 1

    @given(scores_and_targets(), temperatures)
    def test_no_argument_is_changed(self, case, temperature):
        z, target = before = copy.deepcopy(case)
        for array in (z, target):
            array.flags.writeable = False
        h = np.ones(3, z.dtype)
        w_out = np.ones((2, 3), z.dtype)
        for result in [
            logits(h, w_out),
            softmax(z, temperature=temperature),
            log_softmax(z, temperature=temperature),
            cross_entropy(z, target),
            cross_entropy_slope(z, target),
        ]:
            for array in (h, w_out, z, target):
                assert not np.shares_memory(result, array)
        np.testing.assert_array_equal(before[0], case[0])
        np.testing.assert_array_equal(before[1], case[1])


EMPTY = np.zeros((2, 0))
BAD_SCORES = [
    ([[1.0, 2], [3, NAN]], r"z has shape \(2, 2\) and holds nan at index \(1, 1\)"),
    ([1.0, INF], r"z has shape \(2,\) and holds inf at index \(1,\); finite scores were"),
    ([-INF, -INF], r"z has shape \(2,\) and every score is -inf: no word is left"),
    ([[0.0, 1], [-INF, -INF]], r"z has shape \(2, 2\) and the row at index \(1,\) is -inf"),
    ([], r"z has shape \(0,\): its vocabulary, axis -1, is empty"),
    (EMPTY, r"z has shape \(2, 0\): its vocabulary, axis -1, is empty"),
    (3.0, r"z has shape \(\), one number; a vector of scores \(\.\.\., V\) was expected"),
    ([[1, 2], [3]], "z cannot be read as an array of numbers"),
    (["a", "b"], r"z has dtype <U1 and shape \(2,\); real numbers were expected"),
    ([1, 2j], "z has dtype complex128"),
    ([1, None], "z has dtype object"),
    ([10**400, 1], "z has dtype object"),
]


class TestBadArguments:
    @pytest.mark.parametrize(("z", "message"), BAD_SCORES)
    def test_scores(self, z, message):
        for function in (softmax, log_softmax):
            with pytest.raises(ValueError, match=message):
                function(z)
        for function in (cross_entropy, cross_entropy_slope):
            with pytest.raises(ValueError, match=message):
                function(z, 0)

    @pytest.mark.parametrize("temperature", [0, -1, -0.0, NAN, INF, "1", None, True, [1, 2], 1j])
    @pytest.mark.parametrize("function", [softmax, log_softmax])
    def test_temperature(self, function, temperature):
        with pytest.raises(ValueError, match=r"temperature is .*; one finite number above 0 was"):
            function([1.0, 2], temperature=temperature)

    def test_a_temperature_that_is_0_or_inf_in_the_type_of_the_scores(self):
        for temperature in (1e-60, 1e60):
            assert softmax([1.0, 2], temperature=temperature).sum() == 1
            with pytest.raises(ValueError, match="in the range of float32"):
                softmax(np.float32([1, 2]), temperature=temperature)

    @pytest.mark.parametrize("axis", [2, -3, 0.5, None, "0"])
    @pytest.mark.parametrize("function", [softmax, log_softmax])
    def test_axis(self, function, axis):
        with pytest.raises(ValueError, match=r"axis is .*; z has shape \(1, 2\), so an integer"):
            function([[1.0, 2]], axis=axis)

    @pytest.mark.parametrize(
        ("target", "message"),
        [
            ([0, 3], r"target has shape \(2,\) and holds 3 at index \(1,\); an index from 0 to 2"),
            ([-1, 0], r"target has shape \(2,\) and holds -1 at index \(0,\)"),
            ([0.0, 1], r"target has dtype float64 and shape \(2,\); integers were expected"),
            ([True, False], "target has dtype bool"),
            (0, r"target has shape \(\); z has shape \(2, 3\), so \(2,\) was expected"),
            ([[0], [1]], r"target has shape \(2, 1\); z has shape \(2, 3\)"),
            ([0, 1, 2], r"target has shape \(3,\); z has shape \(2, 3\)"),
            ([], r"target has shape \(0,\); z has shape \(2, 3\)"),
            (["跑", "猫"], "target has dtype <U1"),
        ],
    )
    @pytest.mark.parametrize("function", [cross_entropy, cross_entropy_slope])
    def test_target(self, function, target, message):
        with pytest.raises(ValueError, match=message):
            function(np.zeros((2, 3)), target)

    @pytest.mark.parametrize(
        ("h", "w_out", "message"),
        [
            ([1, 2], [[1, 2, 3]], r"h has shape \(2,\) and w_out \(1, 3\): the last dim.* 2, .* 3"),
            ([[1, 2]], [[1]], r"h has shape \(1, 2\) and w_out \(1, 1\)"),
            ([1, 2], [1, 2], r"w_out has shape \(2,\); \(V, d\) was expected"),
            ([1, 2], np.zeros((0, 2)), r"w_out has shape \(0, 2\): its vocabulary is empty"),
            (1, [[1]], r"h has shape \(\), one number; a vector"),
            ([NAN], [[1]], r"h has shape \(1,\) and holds nan"),
            ([1], [[INF]], r"w_out has shape \(1, 1\) and holds inf at index \(0, 0\)"),
            ([-INF], [[1]], "h .* holds -inf"),
            (["x"], [[1]], "h has dtype <U1"),
            (np.float32([3e38]), np.float32([[9]]), "dot products beyond the range of float32"),
            (np.float16([300]), np.float16([[300]]), "dot products beyond the range of float16"),
        ],
    )
    def test_logits(self, h, w_out, message):
        with pytest.raises(ValueError, match=message):
            logits(h, w_out)

    @pytest.mark.parametrize(
        ("losses", "message"),
        [
            ([], r"losses has shape \(0,\); at least one loss was expected"),
            ([1, NAN], r"losses has shape \(2,\) and holds NaN or -inf"),
            ([1, -INF], r"losses has shape \(2,\) and holds NaN or -inf"),
            (["1"], "losses has dtype <U1"),
        ],
    )
    def test_perplexity(self, losses, message):
        with pytest.raises(ValueError, match=message):
            perplexity(losses)

    @given(scores(), st.sampled_from([NAN, INF]), st.data())
    def test_nan_or_inf_anywhere(self, z, poison, data):
        at = tuple(data.draw(st.integers(0, side - 1)) for side in z.shape)
        z[at] = poison
        for function in (softmax, log_softmax):
            with pytest.raises(ValueError, match="z has shape"):
                function(z)

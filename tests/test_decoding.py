"""lmhead.decoding against scipy, torch, exact fractions, enumeration; at the edges of [0, 1)."""

import copy
import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
import scipy
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from lmhead.decoding import (
    SECOND_SHARES,
    generate,
    greedy,
    intervals,
    pick,
    sample,
    sequence_log_probability,
    two_words,
)
from lmhead.four_words import LOGITS, PROBABILITIES, WORDS
from lmhead.softmax import softmax

INF, NAN = np.inf, np.nan
BELOW_1 = float(np.nextafter(1, 0))
FLOATS = st.sampled_from([np.float16, np.float32, np.float64])
numbers_below_1 = st.floats(0, BELOW_1) | st.sampled_from([0.0, BELOW_1, 0.9999999, 1e-320])


@st.composite
def logits(draw):
    """Rows of logits with many ties, some masked, but never a whole row."""
    dtype = draw(FLOATS)
    shape = draw(hnp.array_shapes(min_dims=1, max_dims=3, max_side=6))
    z = draw(hnp.arrays(dtype, shape, elements=st.integers(-3, 3)))
    mask = draw(hnp.arrays(np.bool_, shape))
    mask[..., draw(st.integers(0, shape[-1] - 1))] = False
    z[mask] = -INF
    return z


@st.composite
def shares(draw, max_side=8):
    """Shares of each type, some of them 0, whose sum misses 1 by their rounding."""
    weights = draw(st.lists(st.integers(0, 50), min_size=1, max_size=max_side).filter(any))
    exact = np.array(weights) / sum(weights)
    return exact.astype(draw(FLOATS))


@st.composite
def sixteenths(draw):
    """Shares whose sums are exact: as fractions, and as floats."""
    cuts = sorted(draw(st.lists(st.integers(0, 16), max_size=6)))
    exact = [Fraction(b - a, 16) for a, b in itertools.pairwise([0, *cuts, 16])]
    return exact, np.array([float(share) for share in exact])


class TestGreedy:
    @given(logits())
    def test_is_the_lowest_id_among_the_largest(self, z):
        ids = greedy(z)
        assert ids.shape == z.shape[:-1]
        for batch in np.ndindex(ids.shape):
            row = z[batch].tolist()
            assert ids[batch] == row.index(max(row))

    @given(logits(), st.floats(0.1, 10))
    def test_has_the_largest_share_at_every_temperature(self, z, temperature):
        p = softmax(z, temperature=temperature)
        found = np.take_along_axis(p, greedy(z)[..., None], -1)[..., 0]
        np.testing.assert_array_equal(found, p.max(-1))

    @pytest.mark.torch
    @given(logits())
    def test_is_torchs_argmax(self, torch, z):
        wanted = torch.from_numpy(z.astype(np.float64)).argmax(-1).numpy()
        np.testing.assert_array_equal(greedy(z), wanted)

    def test_one_row_gives_a_number_that_names_a_word(self):
        assert WORDS[greedy(LOGITS)] == "猫"
        assert WORDS[greedy([0, 1, 1, 0])] == "狗"

    @pytest.mark.parametrize(
        ("z", "message"),
        [
            ([1.0, NAN], "holds nan"),
            ([1.0, INF], "holds inf"),
            ([-INF, -INF], "every score is -inf"),
            ([[0, 1], [-INF, -INF]], r"the row at index \(1,\) is -inf"),
            ([], "is empty"),
            (1.0, "one number"),
        ],
    )
    def test_what_has_no_largest_is_refused(self, z, message):
        with pytest.raises(ValueError, match=message):
            greedy(z)


class TestIntervals:
    @given(sixteenths())
    def test_are_the_exact_cumulative_sums(self, case):
        exact, p = case
        ends = list(itertools.accumulate(exact))
        wanted = [[float(start), float(end)] for start, end in zip([0, *ends], ends, strict=False)]
        assert intervals(p).tolist() == wanted

    @given(shares())
    def test_cover_0_to_1_without_a_gap_and_are_as_long_as_the_shares(self, p):
        found = intervals(p)
        assert found.shape == (len(p), 2)
        assert found.dtype == np.float64
        assert found[0, 0] == 0
        assert found[-1, 1] == 1
        np.testing.assert_array_equal(found[1:, 0], found[:-1, 1])
        lengths = found[:, 1] - found[:, 0]
        assert (lengths >= 0).all()
        assert (lengths[p == 0] == 0).all()
        np.testing.assert_allclose(lengths, p.astype(float), atol=2 * np.finfo(p.dtype).eps)

    def test_the_article_s_four_words(self):
        wanted = [[0, 0.534], [0.534, 0.731], [0.731, 0.928], [0.928, 1]]
        np.testing.assert_allclose(intervals(PROBABILITIES), wanted, atol=5e-4)


class TestPick:
    @given(sixteenths(), st.integers(0, 31))
    def test_is_the_word_whose_exact_interval_holds_u(self, case, thirtyseconds):
        exact, p = case
        u = Fraction(thirtyseconds, 32)
        ends = list(itertools.accumulate(exact))
        (wanted,) = [k for k, end in enumerate(ends) if end - exact[k] <= u < end]
        assert pick(p, float(u)) == wanted

    @given(shares(), numbers_below_1)
    def test_a_word_without_a_share_is_never_picked(self, p, u):
        assert p[pick(p, u)] > 0

    @given(shares(), numbers_below_1)
    def test_u_lies_in_the_interval_of_the_word(self, p, u):
        start, end = intervals(p)[pick(p, u)]
        assert start <= u < end

    @given(shares(), st.data())
    def test_each_word_with_a_share_is_picked_from_where_it_starts_to_just_below_its_end(
        self, p, data
    ):
        k = data.draw(st.sampled_from(np.flatnonzero(p).tolist()))
        start, end = intervals(p)[k]
        assert pick(p, start) == pick(p, np.nextafter(end, 0)) == k

    @pytest.mark.slow
    @given(shares(), st.data())
    def test_is_scipys_quantile_of_the_same_distribution(self, p, data):
        p = p.astype(np.float64)
        assume(p.sum() == 1)
        # rv_discrete takes the start of an interval for the word before, so stay inside.
        ends = np.cumsum(p)
        k = data.draw(st.sampled_from(np.flatnonzero(p).tolist()))
        u = ends[k] - p[k] / 2
        assert pick(p, u) == scipy.stats.rv_discrete(values=(np.arange(len(p)), p)).ppf(u)

    @given(shares(), hnp.arrays(np.float64, hnp.array_shapes(), elements=numbers_below_1))
    def test_many_numbers_are_picked_one_by_one(self, p, u):
        found = pick(p, u)
        assert found.shape == u.shape
        for at in np.ndindex(u.shape):
            assert found[at] == pick(p, u[at])

    @pytest.mark.parametrize("zeros", [0, 1, 3])
    def test_sums_that_end_below_1_do_not_fall_off(self, zeros):
        tenths = np.concatenate([np.full(10, 0.1), np.zeros(zeros)])
        assert np.cumsum(tenths)[-1] == BELOW_1
        assert pick(tenths, BELOW_1) == 9
        sevenths = np.concatenate([np.full(7, 1 / 7, np.float32), np.zeros(zeros, np.float32)])
        assert pick([0.3333333, 0.3333333, 0.3333333, *np.zeros(zeros)], BELOW_1) == 2
        assert pick(sevenths, BELOW_1) == 6

    @given(st.integers(0, 2**32), st.integers(1, 3000), FLOATS)
    def test_the_shares_of_a_softmax_are_accepted(self, seed, size, dtype):
        z = (np.random.default_rng(seed).normal(size=size) * 4).astype(dtype)
        p = softmax(z)
        assert p[pick(p, BELOW_1)] > 0

    def test_zero_at_the_beginning_and_a_cut(self):
        assert pick([0, 0, 1], 0) == 2
        assert pick([0.5, 0, 0.5], 0.5) == 2
        assert pick([0.5, 0.5], np.nextafter(0.5, 0)) == 0
        assert [WORDS[pick(PROBABILITIES, u)] for u in (0, 0.54, 0.74, 0.93)] == list(WORDS)


class TestSample:
    @given(shares(), st.integers(0, 2**32))
    def test_is_pick_of_the_generators_numbers(self, p, seed):
        u = np.random.default_rng(seed).random((2, 3))
        np.testing.assert_array_equal(sample(p, np.random.default_rng(seed), (2, 3)), pick(p, u))
        assert sample(p, np.random.default_rng(seed)) == pick(p, u[0, 0])

    @given(st.integers(1, 6), st.integers(0, 99))
    def test_single_draws_and_many_use_the_generator_alike(self, count, seed):
        one_by_one, at_once = np.random.default_rng(seed), np.random.default_rng(seed)
        singly = [sample(PROBABILITIES, one_by_one) for _ in range(count)]
        assert singly == sample(PROBABILITIES, at_once, count).tolist()
        assert one_by_one.random() == at_once.random()

    def test_the_counts_fit_the_shares(self):
        # Chi-squared with 3 degrees of freedom exceeds 30 in 1.4 of a million samples, and
        # this one is always the same.
        counts = np.bincount(sample(PROBABILITIES, np.random.default_rng(4), 100_000), minlength=4)
        assert scipy.stats.chisquare(counts, 100_000 * PROBABILITIES).statistic < 30

    @pytest.mark.parametrize("rng", [0, None, np.random, np.random.RandomState(0)])
    def test_what_is_no_generator_is_refused(self, rng):
        with pytest.raises(ValueError, match=r"rng is .*; a generator was expected, such as"):
            sample([1.0], rng)


BAD_SHARES = [
    ([0.5, 0.6], r"p of shape \(2,\) has the sum 1.1; probabilities sum to 1"),
    ([0.3, 0.6], "has the sum 0.9"),
    ([0.5, 0.499], "has the sum 0.999"),
    ([2, 1, 1, 0], "has the sum 4"),
    ([1.5, -0.5], r"p of shape \(2,\) holds NaN or a negative number"),
    ([NAN, 1], "holds NaN or a negative"),
    ([INF, 0], "has the sum inf"),
    ([0, 0], "has the sum 0"),
    ([], r"p has shape \(0,\); one row of probabilities"),
    ([[0.5, 0.5]], r"p has shape \(1, 2\); one row of probabilities"),
    (1.0, r"p has shape \(\)"),
    (["a"], "p has dtype <U1"),
]


class TestBadShares:
    @pytest.mark.parametrize(("p", "message"), BAD_SHARES)
    def test_shares(self, p, message):
        for call in (
            intervals,
            lambda p: pick(p, 0.5),
            lambda p: sample(p, np.random.default_rng(0)),
        ):
            with pytest.raises(ValueError, match=message):
                call(p)

    @pytest.mark.parametrize("u", [1, 1.0, -1e-300, NAN, INF, [0.5, 1], -1])
    def test_numbers_outside_0_to_1(self, u):
        with pytest.raises(ValueError, match=r"u has shape .* outside \[0, 1\)"):
            pick([0.5, 0.5], u)

    @given(shares())
    def test_no_argument_is_changed(self, p):
        before = copy.copy(p)
        p.flags.writeable = False
        for result in (intervals(p), pick(p, np.zeros(3)), sample(p, np.random.default_rng(0), 3)):
            assert not np.shares_memory(result, p)
        np.testing.assert_array_equal(p, before)


def counting(vocabulary):
    """A model that is sure of the word after the last one, and remembers what it was shown."""
    seen = []

    def step(ids):
        seen.append(list(ids))
        return np.eye(vocabulary)[(ids[-1] + 1) % vocabulary if ids else 0]

    return step, seen


class TestGenerate:
    @given(st.lists(st.integers(0, 4), max_size=4), st.integers(0, 6))
    def test_shows_the_whole_text_each_time_and_appends_one_word(self, prompt, steps):
        step, seen = counting(5)
        before = list(prompt)
        text = generate(step, prompt, greedy, steps)
        assert prompt == before
        assert text[: len(prompt)] == prompt
        assert len(text) == len(prompt) + steps
        assert seen == [text[: len(prompt) + t] for t in range(steps)]
        first = prompt[-1] + 1 if prompt else 0
        assert text[len(prompt) :] == [(first + t) % 5 for t in range(steps)]
        assert all(type(word) is int for word in text)

    @given(st.integers(0, 4), st.integers(0, 4), st.integers(0, 12))
    def test_ends_with_the_stop_when_it_is_chosen_and_not_when_it_is_in_the_prompt(
        self, first, stop, steps
    ):
        step, _ = counting(5)
        text = generate(step, [stop, first], greedy, steps, stop)
        until = (stop - first) % 5 or 5  # words until the stop comes round
        assert text == [stop, *((first + t) % 5 for t in range(min(until, steps) + 1))]

    def test_the_choice_sees_the_logits_and_decides(self):
        shown = []

        def choose(z):
            shown.append(z)
            return np.argmin(z)

        step, _ = counting(3)
        assert generate(step, [2], choose, 2) == [2, 1, 0]
        np.testing.assert_array_equal(shown, [[1, 0, 0], [0, 0, 1]])

    def test_a_step_that_changes_its_list_does_not_change_the_text(self):
        def step(ids):
            ids.clear()
            return [0, 1]

        assert generate(step, [0, 0], greedy, 3) == [0, 0, 1, 1, 1]

    @given(st.integers(0, 2**32))
    def test_the_same_seed_writes_the_same_text(self, seed):
        def write():
            rng = np.random.default_rng(seed)
            return generate(two_words, [], lambda z: sample(softmax(z), rng), 2)

        assert write() == write()

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"steps": -1}, "steps is -1; an integer of at least 0"),
            ({"steps": 2.0}, "steps is 2.0"),
            ({"steps": True}, "steps is True"),
            ({"prompt": [0, -1]}, "an id of prompt is -1"),
            ({"prompt": "猫"}, "an id of prompt is '猫'"),
            ({"stop": "."}, "stop is '.'; an integer"),
            ({"choose": lambda z: 2}, "what choose returned is 2; an integer from 0 to 1"),
            ({"choose": lambda z: -1}, "what choose returned is -1"),
            ({"choose": lambda z: 0.0}, "what choose returned is 0.0"),
            ({"choose": lambda z: None}, "what choose returned is None"),
            (
                {"step": lambda ids: np.zeros((3, 2))},
                r"logits of shape \(3, 2\); those of the last",
            ),
            ({"step": lambda ids: 1.0}, r"logits of shape \(\)"),
        ],
    )
    def test_bad_arguments(self, change, message):
        arguments = {
            "step": lambda ids: [0.0, 1.0],
            "prompt": [0],
            "choose": greedy,
            "steps": 1,
        }
        with pytest.raises(ValueError, match=message):
            generate(**{**arguments, **change})


class TestSequenceLogProbability:
    def test_of_all_texts_of_two_words_sum_to_1(self):
        logs = [sequence_log_probability(two_words, pair) for pair in pairs()]
        assert math.fsum(map(math.exp, logs)) == pytest.approx(1, rel=1e-12)

    @given(st.integers(0, 3), st.integers(0, 3), st.integers(0, 2))
    def test_is_the_logarithm_of_the_product_of_the_shares(self, first, second, start):
        factors = [PROBABILITIES[first], SECOND_SHARES[first, second]][start:]
        found = sequence_log_probability(two_words, [first, second], start)
        assert found == pytest.approx(sum(map(math.log, factors)), rel=1e-12, abs=1e-15)
        assert type(found) is float

    @pytest.mark.parametrize("start", [0, 3])
    def test_survives_where_the_product_of_the_shares_is_0_as_a_float(self, start):
        length = 80
        assert (1 / 50_257) ** length == 0
        text = [7] * (start + length)
        found = sequence_log_probability(lambda before: np.zeros(50_257), text, start)
        assert found == pytest.approx(-length * math.log(50_257), rel=1e-12)

    def test_a_masked_word_has_none(self):
        assert sequence_log_probability(lambda ids: [0.0, -INF], [0, 1]) == -INF

    @pytest.mark.torch
    def test_is_torchs_summed_cross_entropy(self, torch):
        z = np.random.default_rng(1).normal(size=(6, 9))
        ids = [3, 1, 4, 1, 5, 8]
        for start in range(6):
            loss = torch.nn.functional.cross_entropy(
                torch.from_numpy(z[start:]), torch.tensor(ids[start:]), reduction="sum"
            )
            found = sequence_log_probability(lambda before: z[len(before)], ids, start)
            assert found == pytest.approx(-loss.item(), rel=1e-12)

    @pytest.mark.parametrize(
        ("ids", "start", "message"),
        [
            ([0, 4], 0, r"ids\[1\] is 4; an integer from 0 to 3 was expected"),
            ([0, -1], 0, "an id of ids is -1"),
            ([0, 1], 3, "start is 3; an integer from 0 to 2"),
            ([0, 1], -1, "start is -1"),
            ([0, 1.0], 0, "an id of ids is 1.0"),
        ],
    )
    def test_bad_arguments(self, ids, start, message):
        with pytest.raises(ValueError, match=message):
            sequence_log_probability(two_words, ids, start)

    def test_logits_of_every_position_are_refused(self):
        with pytest.raises(ValueError, match=r"logits of shape \(2, 4\)"):
            sequence_log_probability(lambda ids: np.zeros((2, 4)), [0, 1])


def pairs():
    return list(itertools.product(range(4), repeat=2))


class TestTwoWords:
    def test_greedy_misses_the_most_probable_pair(self):
        probability = {
            pair: math.exp(sequence_log_probability(two_words, pair)) for pair in pairs()
        }
        by_greedy = tuple(generate(two_words, [], greedy, 2))
        best = max(probability, key=probability.get)
        assert [WORDS[k] for k in by_greedy] == ["猫", "跑"]
        assert [WORDS[k] for k in best] == ["狗", "跑"]
        # By hand: 0.534 × 0.30 and 0.197 × 0.90.
        assert probability[by_greedy] == pytest.approx(0.160, abs=5e-4)
        assert probability[best] == pytest.approx(0.177, abs=5e-4)

    def test_its_shares_are_those_of_chapter_03_and_then_a_row(self):
        np.testing.assert_allclose(softmax(two_words([])), PROBABILITIES, rtol=1e-12)
        for k in range(4):
            np.testing.assert_allclose(softmax(two_words([k])), SECOND_SHARES[k], rtol=1e-12)
        np.testing.assert_allclose(SECOND_SHARES.sum(axis=1), 1, rtol=1e-12)

    def test_the_data_cannot_be_written_to(self):
        two_words([])[0] = 9
        two_words([1])[0] = 9
        assert LOGITS[0] == 2
        with pytest.raises(ValueError, match="read-only"):
            SECOND_SHARES[0, 0] = 1

    @pytest.mark.parametrize("ids", [[0, 1], [4], [-1], ["猫"]])
    def test_other_ids_are_refused(self, ids):
        with pytest.raises(ValueError, match=r"^ids has"):
            two_words(ids)

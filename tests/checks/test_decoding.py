"""The facts behind the tasks of 04-decoding, each from another source than the checks'."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
import scipy

from lmhead.checks.compare import same_values
from lmhead.checks.functions import Mistake
from lmhead.checks.random_numbers import distinct_quarters, sixteenths
from lmhead.checks.registry import tasks
from lmhead.messages import LANGUAGES, sentence
from lmhead.tasks.decoding.draws import check as draws
from lmhead.tasks.decoding.generate import check as generate
from lmhead.tasks.decoding.greedy import check as greedy
from lmhead.tasks.decoding.pick import check as pick
from lmhead.tasks.decoding.temperature import check as temperature
from lmhead.tasks.decoding.temperature.check import WITHIN
from lmhead.tasks.decoding.two_steps import check as two_steps
from lmhead.tasks.decoding.word_ids import as_id, as_ids
from lmhead.tasks.decoding.write import check as write
from tests.checks.conftest import grade, open_here

SEEDS = range(20)
P = np.exp([2.0, 1.0, 1.0, 0.0]) / np.exp([2.0, 1.0, 1.0, 0.0]).sum()


def test_the_points_add_up_to_eighteen_and_a_person_gives_two() -> None:
    assert {task.name: task.points for task in tasks("04-decoding")} == {
        "greedy": 1, "pick": 4, "draws": 2, "temperature": 3, "generate": 4, "two-steps": 2,
        "write": 2,
    }  # fmt: skip
    assert sum(task.points for task in tasks("04-decoding")) == 18


# -- mistakes ----------------------------------------------------------------------------------

TABLES: list[tuple[str, Any, Any, dict[str, Mistake]]] = [
    ("greedy", greedy._cases, greedy.reference, greedy.MISTAKES),
    ("pick", pick._share_cases, pick.reference_intervals, pick.INTERVAL_MISTAKES),
    ("pick", pick._inside_cases, pick.reference_pick, pick.INSIDE_MISTAKES),
    ("pick", pick._cut_cases, pick.reference_pick, pick.CUT_MISTAKES),
    ("pick", pick._end_cases, pick.reference_pick, pick.END_MISTAKES),
    ("temperature", temperature._cases, temperature.reference, temperature.MISTAKES),
    ("temperature", temperature._extreme_cases, temperature.reference,
     temperature.EXTREME_MISTAKES),
    ("temperature", temperature._limit_cases, temperature.reference, temperature.LIMIT_MISTAKES),
    ("generate", generate._cases, generate.reference, generate.MISTAKES),
    ("generate", generate._stop_cases, generate.reference, generate.STOP_MISTAKES),
    ("two-steps", two_steps._cases, two_steps.reference, two_steps.MISTAKES),
]  # fmt: skip
SINGLE = [
    pytest.param(task, cases, reference, name, function, id=f"{task}-{name}-{place}")
    for task, cases, reference, mistakes in TABLES
    for name, mistake in mistakes.items()
    for place, function in enumerate(mistake if isinstance(mistake, tuple) else (mistake,))
]


def outcome(function: Any, args: tuple[Any, ...]) -> Any:
    """What a mistake returns; an error where it raises one, which no right answer does."""
    try:
        with np.errstate(all="ignore"):
            return function(*args)
    except (IndexError, TypeError, ValueError) as error:
        return error


@pytest.mark.slow
@pytest.mark.parametrize(("task", "cases", "reference", "name", "mistake"), SINGLE)
def test_no_known_mistake_gives_the_right_answer_on_every_fresh_case(
    task: str, cases: Any, reference: Any, name: str, mistake: Any
) -> None:
    for lang in LANGUAGES:
        assert sentence(f"04-decoding/{task}/{name}", lang, name="f")
    for seed in SEEDS:
        drawn = list(cases(np.random.default_rng(seed)))
        assert any(
            not same_values(outcome(mistake, case.copy()), reference(*case.copy()), WITHIN)
            for case in drawn
        ), seed


# -- intervals ---------------------------------------------------------------------------------


def exact(p: Any, u: float) -> int:
    """The word by exact fractions: no rounding, and the end of the line for what is behind."""
    end = Fraction(0)
    for k, share in enumerate(p):
        end += Fraction(float(share))
        if Fraction(u) < end:
            return k
    return max(k for k, share in enumerate(p) if share > 0)


@pytest.mark.parametrize("cases", [pick._inside_cases, pick._cut_cases, pick._end_cases])
def test_the_expected_words_are_those_of_exact_fractions(cases: Any) -> None:
    for seed in SEEDS:
        for case in cases(np.random.default_rng(seed)):
            p, u = case.args
            assert 0 <= u < 1
            assert int(pick.reference_pick(p, u)) == exact(p, u), (p, u)


def test_a_number_behind_the_end_is_one_that_a_generator_can_give() -> None:
    assert pick.ALMOST_1 == 1 - 2**-53
    for seed in SEEDS:
        cases = list(pick._end_cases(np.random.default_rng(seed)))
        behind = [case for case in cases if np.cumsum(case.args[0])[-1] <= case.args[1]]
        assert len(behind) == len(cases)
        assert {case.args[0].dtype for case in cases} == {np.dtype("f4"), np.dtype("f8")}


def test_shares_of_sixteenths_have_exact_sums() -> None:
    for seed in SEEDS:
        p = sixteenths(np.random.default_rng(seed), 5, zeros=(0, 3))
        assert p[[0, 3]].tolist() == [0, 0]
        assert np.cumsum(p)[-1] == 1
        assert (16 * p % 1 == 0).all()
        assert len(set(distinct_quarters(np.random.default_rng(seed), 9))) == 9


# -- draws -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_right_answer_is_refused_less_than_once_in_a_million() -> None:
    """The exact binomial chance of being outside, over all comparisons of a check."""
    for seed in SEEDS:
        total, count = 0.0, 0
        for case in draws._cases(np.random.default_rng(seed)):
            p, _, n = case.args
            if n < draws.FEWER:
                continue
            distance = draws.allowed(p, n)
            for share, far in zip(p[p > 0], distance[p > 0], strict=True):
                law = scipy.stats.binom(n, share)
                low, high = np.ceil(n * (share - far)) - 1, np.floor(n * (share + far))
                total += float(law.cdf(low) + law.sf(high))
                count += 1
        assert count <= draws.COMPARISONS
        assert total < draws.FALSE_ALARM


def test_ids_that_chance_did_not_make_are_told_from_draws() -> None:
    for seed in SEEDS:
        p, _, n = next(iter(draws._cases(np.random.default_rng(seed)))).args
        rng = np.random.default_rng(seed)
        ids = rng.choice(len(p), n, p=p)
        assert draws.independent(ids, p)
        assert not draws.even(ids, p)
        half = ids[: n // 2]
        for other in (np.sort(ids), np.tile(half, 2), np.r_[half, half[::-1]], np.repeat(half, 2)):
            assert not draws.independent(other, p)
        fixed = rng.permutation(np.repeat(np.arange(len(p)), (n * p).astype(int)))
        assert draws.fits(fixed, p)
        assert draws.even(fixed, p)


def test_a_rare_word_that_never_comes_is_noticed() -> None:
    p = np.array([0.125, 0.5, 0.0625, 0.3125])
    never = np.where(np.arange(4) == 2, 0, p) / (1 - p[2])
    ids = np.random.default_rng(0).choice(4, draws.DRAWS, p=never).tolist()
    assert not draws.fits(ids, p)
    assert (draws.allowed(p, draws.FEWER) < p).all()
    assert not draws.fits([0, 1, 2, 3], np.array([0.5, 0.5, 0.0, 0.0]))


def test_what_draws_have_instead_is_told_from_the_shares_and_from_one_another() -> None:
    """Frequencies of a wrong rule are far from the right ones in some case of every check."""
    for seed in SEEDS:
        for name, instead in draws.INSTEAD.items():
            apart = False
            for case in draws._cases(np.random.default_rng(seed)):
                p, _, n = case.args
                if n == draws.DRAWS and name != "all-alike":
                    other = instead(p)
                    size = max(len(p), len(other))
                    gap = np.abs(np.resize(0, size) + _pad(p, size) - _pad(other, size))
                    apart |= bool((gap > 2 * _pad(draws.allowed(p, n), size)).any())
            assert apart or name == "all-alike", (name, seed)


def _pad(values: Any, size: int) -> Any:
    return np.concatenate([values, np.zeros(size - len(values))])


# -- six ways to choose --------------------------------------------------------------------------


def exact_frequencies() -> dict[str, list[float]]:
    """The chance of each word, from each way's own formula, for the logits 2, 1, 1, 0."""
    z = [2.0, 1.0, 1.0, 0.0]
    normal = [
        scipy.integrate.quad(
            lambda x, k=k: (
                scipy.stats.norm.pdf(x - z[k])
                * np.prod([scipy.stats.norm.cdf(x - z[j]) for j in range(4) if j != k])
            ),
            -8,
            12,
        )[0]
        for k in range(4)
    ]
    weights = [
        scipy.integrate.quad(
            lambda x, k=k: np.prod([min(1.0, x / P[j]) for j in range(4) if j != k]) / P[k],
            0,
            P[k],
            limit=200,
        )[0]
        for k in range(4)
    ]
    # The share of 0.197 that stands second never wins a tie; the cuts lie half-way.
    low, high = (P[3] + P[1]) / 2, (P[1] + P[0]) / 2
    gumbel = [
        scipy.integrate.quad(
            lambda x, k=k: np.exp(-(x - z[k]) - sum(np.exp(-(x - value)) for value in z)), -8, 40
        )[0]
        for k in range(4)
    ]
    passed = np.concatenate([[1.0], np.cumprod(1 - P[:-1])])
    walk = [*(passed[:-1] * P[:-1]), passed[-1]]
    kept = P / 4
    back = [kept[0] + 1 - kept.sum(), *kept[1:]]
    return {
        "A": normal, "B": weights, "C": [1 - high, high - low, 0.0, low], "D": gumbel,
        "E": walk, "F": back,
    }  # fmt: skip


def test_one_way_of_six_is_a_draw() -> None:
    found = exact_frequencies()
    fair = [letter for letter, p in found.items() if np.allclose(p, P, atol=1e-6)]
    assert fair == [write.FAIR]
    for letter, p in found.items():
        assert sum(p) == pytest.approx(1, abs=1e-6)
        # 100,000 draws: five standard deviations are 0.008 at most.
        assert write.frequencies(letter) == pytest.approx(p, abs=0.008)
        if letter != write.FAIR:
            assert np.abs(np.array(p) - P).max() > 0.05


LINES = {
    "A": "np.argmax(z + rng.normal(size=len(z)))",
    "B": "np.argmax(p * rng.random(len(p)))",
    "C": "np.argmin(np.abs(p - rng.random()))",
    "D": "np.argmax(z - np.log(-np.log(rng.random(len(z)))))",
    "E": "next((k for k in range(len(p)) if rng.random() < p[k]), len(p) - 1)",
    "F": "(lambda k: k if rng.random() < p[k] else np.argmax(p))(rng.integers(len(p)))",
}


@pytest.mark.slow
@pytest.mark.parametrize("letter", LINES)
def test_the_lines_of_the_notebook_are_the_ways_of_the_check(letter: str) -> None:
    names = {"np": np, "z": np.array([2.0, 1.0, 1.0, 0.0]), "p": P}
    names["rng"] = np.random.default_rng(11)
    line = compile(LINES[letter], "<way>", "eval")
    counts = np.bincount([int(eval(line, names)) for _ in range(10_000)], minlength=4) / 10_000
    # Five standard deviations of a frequency in 10,000 and in 100,000 choices.
    assert counts == pytest.approx(exact_frequencies()[letter], abs=0.026)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_notebook_prints_these_lines(lang: str) -> None:
    from lmhead.course import exercise_path

    text = exercise_path("04-decoding", lang).read_text("utf-8")
    for letter in "ABCDE":
        assert f"| {letter} | `{LINES[letter]}` |" in text
    assert "| F | `k = rng.integers(len(p))`" in text


# -- two words, the loop ---------------------------------------------------------------------------


def test_the_pair_is_found_by_comparing_all_of_them() -> None:
    for seed in SEEDS:
        missed = 0
        for case in two_steps._cases(np.random.default_rng(seed)):
            first, second = case.args
            assert first.sum() == pytest.approx(1)
            assert second.sum(axis=1) == pytest.approx(np.ones(len(first)))
            pairs = list(product(range(len(first)), repeat=2))
            best = max(pairs, key=lambda pair: first[pair[0]] * second[pair])
            assert two_steps.reference(first, second) == best
            missed += two_steps._greedy(first, second) != best
        assert missed >= 2


def test_the_checks_model_tells_every_text_from_another() -> None:
    step = generate._step(5)
    seen = {tuple(step(ids)) for ids in ([0], [1], [0, 1], [1, 0], [0, 0, 1], (1, 0, 0))}
    assert len(seen) == 6
    assert (step([3, 1]) == step(np.array([3, 1]))).all()
    for wrong in (3, [1.5], None):
        with pytest.raises(TypeError, match="the list of all ids"):
            step(wrong)
    with pytest.raises(ValueError, match="not from 0 to 6"):
        step([7])


def test_a_choice_that_counts_is_another_when_it_is_asked_twice() -> None:
    z = np.arange(7.0)
    choose = generate._counting()
    assert [choose(z) for _ in range(5)] == [4, 2, 5, 3, 6]
    with pytest.raises(TypeError, match="logits"):
        choose(3)


def test_a_failing_call_of_the_loop_is_shown_so_that_it_can_be_read() -> None:
    get = open_here("def generate(step, prompt, choose, steps, stop=None):\n    return [0]\n")
    result = grade("04-decoding/generate", get)
    case = result.parts[0].case
    assert case is not None
    assert case.startswith("generate(step, [")
    assert case.endswith("], choose, 1)")


# -- values ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "expected"),
    [(3, 3), (np.int32(3), 3), (np.array(3), 3), (True, None), (3.0, 3), (3.5, None), ("3", None),
     (np.array([3]), 3), (np.array([3, 4]), None), (float("nan"), None), (float("inf"), None)],
)  # fmt: skip
def test_an_id_is_a_whole_number_and_nothing_that_looks_like_one(
    value: Any, expected: int | None
) -> None:
    assert as_id(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [([1, 2], [1, 2]), ((np.int64(1), 2), [1, 2]), (np.array([1, 2]), [1, 2]), ([], []),
     (np.array([]), []), ([1.0, 2], [1, 2]), (np.array([1.0]), [1]), (np.array([1.5]), None),
     (np.eye(2), None), (5, None)],
)  # fmt: skip
def test_ids_are_a_row_of_whole_numbers(value: Any, expected: list[int] | None) -> None:
    assert as_ids(value) == expected

"""The numbers of the worked example, written out by hand from the article and recomputed once."""

import math

import numpy as np
import pytest

from lmhead import four_words
from lmhead.four_words import (
    EXPONENTIALS,
    GLOSSES,
    LOGITS,
    LOSSES,
    PROBABILITIES,
    TOTAL,
    W_OUT,
    WORDS,
    H,
    sgd_step,
)


def test_the_example_is_the_articles():
    assert WORDS == ("猫", "狗", "鱼", "跑")
    assert GLOSSES == ("cat", "dog", "fish", "run")
    assert W_OUT.tolist() == [[1, 0, 1], [1, 0, 0], [0, 1, 1], [0, 1, 0]]
    assert H.tolist() == [1, 0, 1]


def test_dot_products_are_2_1_1_0():
    assert LOGITS.tolist() == [2, 1, 1, 0]


def test_exponentials_and_their_sum():
    np.testing.assert_allclose(EXPONENTIALS, [7.389, 2.718, 2.718, 1], atol=5e-4)
    # 13.8256; the article cuts it to 13.825.
    assert math.floor(TOTAL * 1000) / 1000 == 13.825
    assert round(TOTAL, 4) == 13.8256
    assert type(TOTAL) is float


def test_probabilities_rounded_sum_to_exactly_one():
    rounded = [f"{share:.3f}" for share in PROBABILITIES]
    assert rounded == ["0.534", "0.197", "0.197", "0.072"]
    assert 534 + 197 + 197 + 72 == 1000
    assert f"{PROBABILITIES[0]:.0%}" == "53%"
    assert f"{PROBABILITIES[3]:.0%}" == "7%"
    assert PROBABILITIES[3] > 0


def test_losses_of_each_word_as_the_right_one():
    np.testing.assert_allclose(LOSSES, [0.627, 1.627, 1.627, 2.627], atol=5e-4)


@pytest.mark.parametrize(
    "name", ["W_OUT", "H", "LOGITS", "EXPONENTIALS", "PROBABILITIES", "LOSSES"]
)
def test_the_arrays_are_float64_and_cannot_be_written_to(name):
    array = getattr(four_words, name)
    assert array.dtype == np.float64
    with pytest.raises(ValueError, match="read-only"):
        array[...] = 0


@pytest.mark.parametrize(
    ("parameter", "run", "fish"),
    [("z", 0.223, 0.197), ("W_out", 0.507, 0.146), ("h", 0.266, 0.348)],
)
def test_one_step_towards_run(parameter, run, fish):
    step = sgd_step(parameter, "跑")
    assert step.after.probabilities[3] == pytest.approx(run, abs=5e-4)
    assert step.after.probabilities[2] == pytest.approx(fish, abs=5e-4)
    assert step.after.loss == pytest.approx(-math.log(step.after.probabilities[3]), rel=1e-12)
    assert step.before.loss == pytest.approx(2.627, abs=5e-4)
    np.testing.assert_array_equal(step.before.probabilities, PROBABILITIES)


def test_the_step_by_hand():
    # p - onehot for 跑, to six decimals.
    slope = np.array([0.534447, 0.196612, 0.196612, -0.927671])
    np.testing.assert_allclose(sgd_step("z", 3).after.logits, LOGITS - slope, atol=1e-6)
    # Every row moves along h = [1, 0, 1], so each logit moves by slope times h.h = 2.
    w_out = sgd_step("W_out", 3)
    np.testing.assert_allclose(w_out.after.logits, LOGITS - 2 * slope, atol=1e-6)
    np.testing.assert_allclose(w_out.w_out[3], [0.927671, 1, 0.927671], atol=1e-6)
    np.testing.assert_array_equal(w_out.h, H)
    # The rows weighted by the slope: 猫 + 狗, 鱼 + 跑, 猫 + 鱼.
    h = sgd_step("h", 3)
    np.testing.assert_allclose(h.h, [1 - 0.731059, 0 + 0.731059, 1 - 0.731059], atol=1e-6)
    np.testing.assert_array_equal(h.w_out, W_OUT)


@pytest.mark.parametrize("parameter", ["z", "W_out", "h"])
def test_the_slope_is_that_of_a_nudge(parameter):
    # A small step lowers the loss by its rate times the squared length of the slope.
    rate, slope = 1e-6, PROBABILITIES - np.array([0, 0, 0, 1])
    squared = {
        "z": slope @ slope,
        "W_out": (slope @ slope) * 2,
        "h": np.sum((slope @ W_OUT) ** 2),
    }[parameter]
    step = sgd_step(parameter, 3, rate=rate)
    assert (step.before.loss - step.after.loss) / rate == pytest.approx(squared, rel=1e-4)


def test_rate_and_word_may_be_given_in_other_ways():
    assert sgd_step("h", "跑").after.loss == sgd_step("h", 3).after.loss
    assert sgd_step("h", "run").right == 3
    np.testing.assert_array_equal(sgd_step("W_out", 3, rate=0).after.logits, LOGITS)


def test_a_step_on_other_numbers_leaves_them_as_they_were():
    h, w_out = np.float32([1, -1]), np.float32([[1, 2], [3, 4], [5, 6]])
    copies = h.copy(), w_out.copy()
    for parameter in ("z", "W_out", "h"):
        step = sgd_step(parameter, 2, rate=0.5, h=h, w_out=w_out)
        assert step.after.logits.shape == (3,)
        assert step.after.logits.dtype == np.float32
        assert step.after.loss < step.before.loss
        assert not np.shares_memory(step.h, h)
    np.testing.assert_array_equal(h, copies[0])
    np.testing.assert_array_equal(w_out, copies[1])


@pytest.mark.torch
@pytest.mark.parametrize("right", range(4))
@pytest.mark.parametrize("parameter", ["z", "W_out", "h"])
def test_the_step_is_that_of_torchs_sgd(torch, parameter, right):
    tensors = {
        "h": torch.tensor(H.tolist(), dtype=torch.float64),
        "W_out": torch.tensor(W_OUT.tolist(), dtype=torch.float64),
    }
    tensors["z"] = tensors["W_out"] @ tensors["h"]
    moved = tensors[parameter].requires_grad_()

    def scores():
        return moved if parameter == "z" else tensors["W_out"] @ tensors["h"]

    optimiser = torch.optim.SGD([moved], lr=0.7)
    torch.nn.functional.cross_entropy(scores(), torch.tensor(right)).backward()
    optimiser.step()
    step = sgd_step(parameter, right, rate=0.7)
    np.testing.assert_allclose(step.after.logits, scores().detach().numpy(), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("W", 3), r"parameter is 'W'; \"z\", \"W_out\" or \"h\" was expected"),
        (("z", "牛"), "right is '牛'; one of 猫, 狗, 鱼, 跑 or its index was expected"),
        (("z", 4), "right has shape .* and holds 4; an index from 0 to 3 was expected"),
        (("z", -1), "right has shape .* and holds -1"),
        (("z", True), "right has dtype bool"),
        (("z", 3, float("nan")), "rate is nan; one finite number was expected"),
        (("z", 3, "fast"), "rate is 'fast'"),
        (("h", 3, 1.0, [[1, 0, 1]]), r"h has shape \(1, 3\); one hidden vector"),
        (("h", 3, 1.0, [1, 0]), r"h has shape \(2,\) and w_out \(4, 3\)"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        sgd_step(*arguments)

"""bench.train_tiny_lm on texts small enough to check by hand."""

import numpy as np
import pytest

pytestmark = pytest.mark.torch

TEXT = [
    ("a", "b", "."),
    ("a", "c", "b", "."),
    (
        "a",
        "b",
        ".",
    ),
]


@pytest.fixture(scope="module")
def script(torch):
    from bench import train_tiny_lm

    return train_tiny_lm


def test_words_by_frequency_and_the_unknown_one_last(script):
    assert script.choose_words(TEXT, 4) == [".", "a", "b", "<unk>"]


def test_unknown_words_are_read_and_not_asked_for(script):
    before, right = script.questions([("a", "c", "b", ".")], [".", "a", "b", "<unk>"], 2)
    assert before.tolist() == [[0, 0], [1, 3], [3, 2]]
    assert right.tolist() == [1, 2, 0]


def test_a_file_is_held_out_whichever_others_there_are(script):
    held = [script.is_held_out(f"package/module_{k}.py") for k in range(2000)]
    assert 60 < sum(held) < 140  # 100 on average, with a standard deviation of 10


def test_counted_losses_are_witten_and_bells(script):
    words = [".", "a", "b", "<unk>"]
    known = script.questions(TEXT, words, 2)
    # One word: 3 each of a, b and the stop, followed by 3 different ones.
    first = (3 + 3 * (1 / 3)) / (9 + 3)
    # After a stop: a, 3 times of 3, one kind; after two stops the same.
    pair = (3 + 1 * first) / (3 + 1)
    triple = (3 + 1 * pair) / (3 + 1)
    (loss,) = script.counted_losses(known, (np.array([[0, 0]]), np.array([1])), len(words))
    assert loss == pytest.approx(-np.log(triple))


def test_counted_shares_sum_to_1(script):
    words = [".", "a", "b", "<unk>"]
    known = script.questions(TEXT, words, 2)
    for before in ([0, 0], [0, 1], [1, 3], [2, 2]):
        asked = (np.array([before] * 3), np.arange(3))
        assert np.exp(-script.counted_losses(known, asked, len(words))).sum() == pytest.approx(1)


def test_the_same_seed_trains_the_same_weights_and_another_others(script):
    data = script.questions(TEXT * 1000, [".", "a", "b", "c", "<unk>"], 2)
    sizes = {"vocabulary": 5, "width": 6, "window": 2, "hidden": 8}

    def trained(seed):
        epochs = list(script.train(*data, **sizes, epochs=4, seed=seed))
        return [loss for loss, _ in epochs], epochs[-1][1].weights()

    (losses, once), (_, again), (_, other) = trained(0), trained(0), trained(1)
    assert losses[-1] < losses[0] / 2
    for name, array in once.items():
        assert array.dtype == np.float16
        np.testing.assert_array_equal(array, again[name])
        assert (array != other[name]).any()


def test_what_is_written_is_what_the_package_reads(script, tmp_path, monkeypatch):
    from lmhead import tiny_lm

    words = [".", "a", "b", "c", "<unk>"]
    data = script.questions(TEXT, words, 2)
    *_, (_, model) = script.train(
        *data, vocabulary=5, width=3, window=2, hidden=4, epochs=1, seed=0
    )
    script.write(tmp_path, words, model.weights(), TEXT[:2], {"kept": True})
    for name in ("WEIGHTS", "WORDS", "HELD_OUT", "PROVENANCE"):
        monkeypatch.setattr(tiny_lm, name, tmp_path / getattr(tiny_lm, name).name)
    read = tiny_lm.load.__wrapped__()
    assert list(read.vocabulary) == words
    assert read.window == 2
    assert tiny_lm.held_out() == ["a b.", "a c b."]
    assert tiny_lm.provenance()["kept"]
    found = script.losses(read, *data)
    with script.torch.no_grad():
        z = model(script.torch.from_numpy(data[0]))
        wanted = script.nn.functional.cross_entropy(
            z, script.torch.from_numpy(data[1]), reduction="none"
        )
    np.testing.assert_allclose(found, wanted.numpy(), atol=5e-3)  # weights in half precision

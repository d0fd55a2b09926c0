"""Which tokens a step sees."""

import numpy as np
import pytest

from tests.training.small import T

pytestmark = pytest.mark.torch


def test_each_window_comes_once_an_epoch_and_targets_are_the_tokens_after(torch, text):
    from lmhead.corpus import Corpus
    from lmhead.training.batches import Batches

    tokens = np.arange(1000, dtype=np.int32)  # a token is its place
    batches = Batches(tokens, 4, T, seed=3)
    starts = []
    for step in range(batches.an_epoch):
        x, y = batches.at(step)
        assert torch.equal(y, x + 1)
        starts += x[:, 0].tolist()
    assert sorted(starts) == list(range(min(starts), min(starts) + 4 * T * batches.an_epoch, T))
    later = [batches.at(batches.an_epoch + step)[0][:, 0].tolist() for step in range(3)]
    assert later != [batches.at(step)[0][:, 0].tolist() for step in range(3)]
    assert isinstance(text, Corpus)


def test_two_processes_share_a_batch(torch):
    from lmhead.training.batches import Batches

    tokens = np.arange(1000, dtype=np.int32)
    whole = Batches(tokens, 4, T, seed=3).at(5)[0]
    halves = [Batches(tokens, 4, T, 3, part, 2).at(5)[0] for part in (0, 1)]
    assert torch.equal(torch.cat(halves), whole)


@pytest.mark.parametrize("spare", [0, 1, T])
def test_the_shortest_text_gives_one_batch_and_a_token_less_is_refused(torch, spare):
    from lmhead.training.batches import Batches, windows
    from lmhead.training.settings import TrainingProblem

    shortest = 4 * T + T + 1
    x, y = Batches(np.arange(shortest + spare, dtype=np.int32), 4, T, 0).at(0)
    assert torch.equal(y, x + 1)
    with pytest.raises(TrainingProblem, match=f"has {shortest - 1} tokens.*takes 4 x 8 . 9"):
        Batches(np.arange(shortest - 1, dtype=np.int32), 4, T, 0)
    ((x, y),) = windows(np.arange(T + 1 + min(spare, T - 1), dtype=np.int32), T, 4)
    assert (x.shape, y[0, -1]) == ((1, T), T)
    with pytest.raises(TrainingProblem, match="test on has 8 tokens, fewer than the 9"):
        windows(np.arange(T, dtype=np.int32), T, 4, "test")

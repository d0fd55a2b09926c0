"""bench/training.py: the count of FLOP, and its last line."""

import math
from dataclasses import replace

import pytest

pytestmark = pytest.mark.torch


@pytest.mark.parametrize("tied", [True, False])
def test_the_flop_of_a_token_are_what_torch_counts(torch, tied):
    from torch.utils.flop_counter import FlopCounterMode

    from bench.training import flop_of_a_token
    from lmhead.model import Config, LanguageModel

    # One token a sequence: attention has nothing before it, so that products are all there is.
    config = Config(vocabulary=300, context=1, width=32, layers=2, heads=2, tied=tied)
    model = LanguageModel(config)
    tokens = torch.randint(300, (64, 1))
    with FlopCounterMode(display=False) as counter:
        model(tokens).sum().backward()
    assert counter.get_total_flops() / 64 == pytest.approx(flop_of_a_token(config, 0), rel=0.01)


def test_attention_is_counted_over_the_positions_before(torch):
    from bench.training import flop_of_a_token
    from lmhead.model import preset

    gpt2 = preset("gpt2")
    added = flop_of_a_token(gpt2, 1024) - flop_of_a_token(gpt2, 0)
    # Forward: a score and a share of a mean, 2 x 768 FLOP each, for 512 positions on average, in
    # 12 layers; backward twice that.
    assert added == 3 * 12 * 512 * (2 * 768 + 2 * 768)
    # 124,439,808 parameters less positions, biases and norms.
    assert flop_of_a_token(gpt2, 0) == 6 * (12 * 12 * 768**2 + 50_257 * 768)


def test_the_last_line_is_about_the_gpt2_shape_on_a_card(torch):
    from bench.training import Row, verdict

    rows = [Row("tied", 1, 1.0, 500e12, 989e12), Row("untied", 1, 1.0, 396e12, 989e12)]
    assert verdict("gpt2", "cuda", rows) == (
        "goal: met: 40.0% of the card's bfloat16 peak (goal 40%)"
    )
    rows[1].flop = 300e12
    assert verdict("gpt2", "cuda", rows).startswith("goal: missed: 30.3% of the card")
    assert verdict("gpt2", "cpu", rows).startswith("goal: not measured here")
    assert verdict("tiny", "cuda", rows).startswith("goal: not measured here")
    unknown = [replace(row, peak=math.nan) for row in rows]
    assert verdict("gpt2", "cuda", unknown).startswith("goal: not measured: see above")

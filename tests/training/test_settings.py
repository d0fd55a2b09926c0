"""Recipes: which there can be, and the learning rate of each step."""

import dataclasses
import json
import math

import numpy as np
import pytest

pytestmark = pytest.mark.torch


def test_the_rate_rises_and_falls_as_stated(recipe):
    rates = [recipe.rate_at(step) for step in range(recipe.steps)]
    assert rates[:4] == pytest.approx([2.5e-3, 5e-3, 7.5e-3, 1e-2])
    assert rates[4] == pytest.approx(1e-2)
    assert rates[14] == pytest.approx(5.5e-3)  # half way: between 1 and a tenth
    assert recipe.rate_at(recipe.steps) == pytest.approx(1e-3)


@pytest.mark.parametrize("preset", ["tiny", "small", "gpt2", "lstm"])
@pytest.mark.parametrize("steps", [1, 2, 3, 9, 10, 39, 40, 41, 60, 399, 5000])
def test_a_run_of_any_length_reaches_its_full_rate_and_never_more(preset, steps):
    from lmhead.training.settings import RECIPES, recipe

    plan = recipe(preset, steps=steps)
    rates = [plan.rate_at(step) for step in range(steps)]
    assert max(rates) == plan.rate == RECIPES[preset].rate
    assert plan.warmup <= RECIPES[preset].warmup
    # From the largest rate it only falls.
    assert rates[rates.index(plan.rate) :] == sorted(rates[rates.index(plan.rate) :], reverse=True)
    if steps >= RECIPES[preset].steps:
        assert plan.warmup == RECIPES[preset].warmup


WHOLE = ("batch", "length", "steps", "every")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((name, value) for name in WHOLE for value in (0, -1, 2.5, 2.0, math.nan, "3", True)),
        *(("warmup", value) for value in (-1, 0.5, math.nan, math.inf, None, 1000, 1001)),
        *(("rate", value) for value in (0, -1.0, math.nan, math.inf, "0.1", True, None, 1j)),
        *(("clip", value) for value in (0, -1, math.nan, -math.inf, None)),
        *(("decay", value) for value in (-0.1, math.nan, math.inf, "0")),
        *(("z_loss", value) for value in (-1e-4, math.nan, math.inf)),
    ],
)
def test_a_recipe_that_no_run_can_have_is_a_sentence_with_its_name(name, value):
    from lmhead.training.settings import Recipe, TrainingProblem

    with pytest.raises(TrainingProblem) as caught:
        Recipe(**{name: value})
    said = str(caught.value)
    assert said.startswith("the learning rate is" if name == "rate" else f"{name} is ")
    assert repr(value) in said
    assert "\n" not in said


def test_what_a_recipe_takes_it_holds_as_pythons_numbers():
    from lmhead.training.settings import Recipe

    given = Recipe(
        batch=np.int64(4), steps=np.int32(100), rate=np.float32(0.5), decay=0, clip=math.inf
    )
    assert json.loads(json.dumps(dataclasses.asdict(given))) == dataclasses.asdict(given)
    assert (type(given.batch), type(given.rate), given.decay) == (int, float, 0.0)


def test_the_matched_model_is_the_nearest_in_parameters(torch):
    from lmhead.model import parameters, preset
    from lmhead.training.settings import matched

    untied = preset("tiny", tied=False)
    tied = matched(untied)
    gap = abs(parameters(tied) - parameters(untied))
    assert tied.tied
    for change in (-4, 4):
        other = dataclasses.replace(tied, width=tied.width + change)
        assert gap <= abs(parameters(other) - parameters(untied))

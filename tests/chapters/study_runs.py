"""The study's runs as they were written, worked on with math alone (chapter 06's tests)."""

import json
import math

from tests.chapters.page import ROOT

STUDY = json.loads((ROOT / "chapters" / "results" / "study.json").read_text("utf-8"))
CELLS = {each["name"]: each for each in STUDY["design"]["cells"]}
SETTINGS = [
    "whole",
    "third",
    "tenth",
    "thirtieth",
    "thirtieth-dropout",
    "lstm-thirtieth",
    "lstm-thirtieth-dropout",
    "small-tenth",
    "small-hundredth",
    "small-hundredth-dropout",
]
WIDER = ("third", "thirtieth", "small-tenth", "small-hundredth")
AGAIN = "thirtieth"
#: Settings that got two more pairs, since three had left them undecided.
TWICE = ("third", "lstm-thirtieth")
BANDS = ("third", "thirtieth", "small-hundredth")


def lowest(run):
    return min(loss for _, loss in run["valid"])


def mean(values):
    values = list(values)
    return math.fsum(values) / len(values)


def chosen(cell, head):
    """The runs of a setting, by seed, at the one rate that all seeds have been run with."""
    runs = [r for r in STUDY["runs"].values() if (r["cell"], r["head"]) == (cell, head)]
    (rate,) = {r["rate"] for r in runs if r["seed"] == 2}
    assert rate == min((r for r in runs if r["seed"] == 0), key=lowest)["rate"]
    found = sorted((r for r in runs if r["rate"] == rate), key=lambda run: run["seed"])
    assert [run["seed"] for run in found] == list(range(5 if cell in TWICE else 3))
    return found


def gaps(key, head="tied", loss=lowest):
    """Each pair's difference: with one table minus with two."""
    pairs = zip(chosen(key, head), chosen(key, "untied"), strict=True)
    return [loss(one) - loss(two) for one, two in pairs]


#: Student's t at 97.5 %, by the number of pairs.
T = {3: 4.303, 5: 2.776}


def decided(pairs):
    """Whether the 95 % interval of the pairs' mean leaves out zero (Student's t)."""
    spread = math.sqrt(sum((pair - mean(pairs)) ** 2 for pair in pairs) / (len(pairs) - 1))
    return abs(mean(pairs)) > T[len(pairs)] * spread / math.sqrt(len(pairs))


def of_band(cell, head, place):
    return mean(run["bands"][place]["loss"] for run in chosen(cell, head))


def last(run):
    return run["valid"][-1][1]


def early(run):
    """The loss nearest to a third of the steps."""
    steps = run["valid"][-1][0]
    return min(run["valid"], key=lambda point: abs(3 * point[0] - steps))[1]


def on_test(run):
    return run["test"]


#: The columns of the page's tables of differences.
COLUMNS = {"best": lowest, "last": last, "test": on_test}
#: Every moment that the page speaks of.
MOMENTS = (early, lowest, last, on_test)

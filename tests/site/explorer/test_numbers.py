"""The head explorer's own functions: the same numbers as lmhead, and labels that never touch."""

import json
import math

import numpy as np
import pytest

from lmhead.figures import number
from lmhead.softmax import logits, softmax
from tests.site.conftest import serve
from tests.site.explorer.cases import cases
from web.build import ROOT
from web.explorer import HEADS

pytestmark = pytest.mark.browser

STATIC = ROOT / "web" / "static"


@pytest.fixture(scope="module")
def module(chromium):
    """Calls a function of one of the explorer's modules, many times: module(file, name, lists)."""
    server, url = serve(STATIC)
    context = chromium.new_context()
    page = context.new_page()
    page.goto(url + "favicon.svg")

    def call(file, name, lists):
        # As JSON, so that a test reads what a file of cases would hold.
        return page.evaluate(
            """async ([file, name, lists]) => {
              const found = await import(`/${file}`);
              return JSON.parse(lists).map((list) => found[name](...list));
            }""",
            [file, name, json.dumps(lists)],
        )

    yield call
    context.close()
    server.shutdown()


@pytest.mark.parametrize("function", sorted({case["function"] for case in cases()}))
def test_it_computes_what_lmhead_computes(module, function):
    wanted = [case for case in cases() if case["function"] == function]
    assert wanted
    results = module("explorer-numbers.js", function, [case["arguments"] for case in wanted])
    for case, result in zip(wanted, results, strict=True):
        names = case["result"] if isinstance(case["result"], dict) else {"": case["result"]}
        found = result if isinstance(result, dict) else {"": result}
        assert set(found) == set(names)
        for name, value in names.items():
            np.testing.assert_allclose(
                found[name], value, rtol=1e-12, atol=1e-15, err_msg=str(case["arguments"])
            )


def test_the_random_numbers_are_spread_evenly(module):
    (us,) = module("explorer-numbers.js", "randomNumbers", [[4, 10_000]])
    assert min(us) >= 0
    assert max(us) < 1
    counts = np.histogram(us, bins=20, range=(0, 1))[0]
    # Chi-square with 19 degrees of freedom: 43.8 is passed in 1 of 1000 samples.
    assert ((counts - 500) ** 2 / 500).sum() < 43.8


# --- the plane -----------------------------------------------------------------------------------


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_the_picture_loses_nothing_that_softmax_sees(head):
    """The knobs are a basis at right angles, and along those not shown every row has as much."""
    knobs = np.array(head["knobs"])
    products = knobs @ knobs.T
    assert np.count_nonzero(products) == len(knobs) == len(head["h"])
    assert np.ptp(np.array(head["rows"]) @ knobs[2:].T, axis=0).tolist() == [0] * (len(knobs) - 2)
    shown = knobs[:2] / np.linalg.norm(knobs[:2], axis=1, keepdims=True)
    rows, h = np.array(head["rows"]), np.array(head["h"])
    seen = softmax(logits(shown @ h, rows @ shown.T))
    np.testing.assert_allclose(seen, softmax(logits(h, rows)))


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_what_is_within_the_limits_is_within_the_picture(head):
    knobs = np.array(head["knobs"][:2])
    (left, right), (low, high) = np.array(head["limits"])[:2] * np.linalg.norm(
        knobs, axis=1, keepdims=True
    )
    x, y, unit, ring = 160, head["up"] * head["unit"], head["unit"], 11
    assert x + unit * left >= ring
    assert x + unit * right <= 320 - ring
    assert y - unit * high >= ring
    assert y - unit * low <= 320 - ring


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_the_range_of_a_number_is_where_every_setting_stays_in_its_limits(module, head):
    knobs, limits = np.array(head["knobs"]), np.array(head["limits"])
    squares = (knobs**2).sum(axis=1)
    rng = np.random.default_rng(3)
    wanted = rng.uniform(limits[:, 0], limits[:, 1], (30, len(limits))).round(1)
    vectors = wanted @ knobs
    for i in range(len(knobs)):
        lists = [[h.tolist(), i, head["knobs"], head["limits"]] for h in vectors]
        for h, ends in zip(vectors, module("explorer-numbers.js", "range", lists), strict=True):
            for end, out in zip(ends, (-0.02, 0.02), strict=True):
                at, beyond = h.copy(), h.copy()
                at[i], beyond[i] = end, end + out
                inside = at @ knobs.T / squares
                assert (inside >= limits[:, 0] - 0.011).all()
                assert (inside <= limits[:, 1] + 0.011).all()
                past = beyond @ knobs.T / squares
                assert ((past < limits[:, 0]) | (past > limits[:, 1])).any()


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_the_longest_h_of_a_direction_touches_a_limit(module, head):
    knobs, limits = np.array(head["knobs"]), np.array(head["limits"])
    directions = np.random.default_rng(5).normal(0, 1, (30, len(knobs)))
    lists = [[v.tolist(), head["knobs"], head["limits"]] for v in directions]
    for v, length in zip(directions, module("explorer-numbers.js", "longest", lists), strict=True):
        found = (v / np.linalg.norm(v) * length) @ knobs.T / (knobs**2).sum(axis=1)
        slack = np.minimum(found - limits[:, 0], limits[:, 1] - found)
        assert math.isclose(slack.min(), 0, abs_tol=1e-9)


# --- numbers as text -----------------------------------------------------------------------------


def test_a_share_is_printed_as_neither_0_nor_1(module):
    wanted = {
        (0.534447, 0.465553): ("0.534", "0.466"),
        (0.99, 0.01): ("0.990", "0.010"),
        (0.9985, 0.0015): ("0.999", "0.0015"),
        (0.99966, 0.00034): ("0.99966", "0.00034"),
        (1 - 4.5e-5, 4.5e-5): ("0.999955", "0.000045"),
        (1 - 2.13e-9, 2.13e-9): ("1 − 2.1·10⁻⁹", "2.1·10⁻⁹"),
        (1.0, 7.7e-53): ("1 − 7.7·10⁻⁵³", "7.7·10⁻⁵³"),
    }
    lists = [[list(p), k] for p in wanted for k in (0, 1)]
    printed = module("explorer-numbers.js", "share", lists)
    assert printed == [text for texts in wanted.values() for text in texts]


def test_numbers_are_printed_as_in_the_figures(module):
    values = [0, 1, -0.5, 1.425, -2.125, -0.0001, 12, -1e-9]
    printed = module("explorer-numbers.js", "number", [[x] for x in values])
    assert printed == [number(round(x, 3)) for x in values]


def test_the_products_are_written_out(module):
    lists = [[[1, 0, 1], [1, 0, 1]], [[0.5, -0.5], [-2, 1.5]]]
    assert module("explorer-numbers.js", "worked", lists) == [
        "1 · 1 + 0 · 0 + 1 · 1 = 2",
        "0.5 · (−2) + (−0.5) · 1.5 = −1.75",
    ]


# --- labels --------------------------------------------------------------------------------------


def boxes_touch(a, b):
    return (
        a["x"] < b["x"] + b["width"]
        and b["x"] < a["x"] + a["width"]
        and a["y"] < b["y"] + b["height"]
        and b["y"] < a["y"] + a["height"]
    )


def crosses(segment, box):
    """Whether a segment meets a box, by looking at points along it."""
    t = np.linspace(0, 1, 300)
    x = segment["x1"] + t * (segment["x2"] - segment["x1"])
    y = segment["y1"] + t * (segment["y2"] - segment["y1"])
    within = (x > box["x"]) & (x < box["x"] + box["width"])
    return bool((within & (y > box["y"]) & (y < box["y"] + box["height"])).any())


def positions(head):
    """Places of h on a grid over all of the picture."""
    knobs, limits = np.array(head["knobs"]), head["limits"]
    across, up = (np.linspace(low, high, 15) for low, high in limits[:2])
    return [a * knobs[0] + b * knobs[1] for a in across for b in up]


@pytest.mark.parametrize("edition", ["en", "zh"])
@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_no_label_touches_another_or_an_arrow_wherever_h_is(module, head, edition):
    told = {key: value for key, value in head.items() if key != "words"}
    where = [*positions(head), np.array(head["h"]), *np.array(head["rows"])]
    lists = [[told, head["words"][edition], h.tolist()] for h in where]
    for h, found in zip(where, module("explorer-plane.js", "labelPlaces", lists), strict=True):
        boxes = found["boxes"]
        assert len(boxes) == len(head["rows"]) + 1
        for k, box in enumerate(boxes):
            assert box["x"] >= 0, h
            assert box["y"] >= 0, h
            assert box["x"] + box["width"] <= 320, h
            assert box["y"] + box["height"] <= 320, h
            assert not any(boxes_touch(box, other) for other in boxes[:k]), (h, k)
            assert not any(crosses(segment, box) for segment in found["segments"]), (h, k)
            (disc,) = found["discs"]
            dx = disc["x"] - np.clip(disc["x"], box["x"], box["x"] + box["width"])
            dy = disc["y"] - np.clip(disc["y"], box["y"], box["y"] + box["height"])
            assert math.hypot(dx, dy) >= 11, (h, k)


@pytest.mark.parametrize("width", [240, 290, 640])
@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_the_names_below_the_line_keep_their_order_and_apart(module, head, width):
    rng = np.random.default_rng(11)
    names = head["words"]["en"]
    shares = [softmax(rng.normal(0, 6, len(names))).tolist() for _ in range(300)]
    shares += [np.eye(len(names))[k].tolist() for k in range(len(names))]
    widths = module("explorer-layout.js", "textWidth", [[name, 14] for name in names])
    lists = [[p, names, width] for p in shares]
    for starts in module("explorer-draws.js", "namePlaces", lists):
        ends = [start + w for start, w in zip(starts, widths, strict=True)]
        assert starts[0] >= -1e-9
        assert ends[-1] <= width + 1e-9
        assert all(b >= a + 5.9 for a, b in zip(ends, starts[1:], strict=False))

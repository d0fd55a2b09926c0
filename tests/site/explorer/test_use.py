"""The head explorer in use: h by mouse, finger and keys, the sliders, the draws, the step."""

import math

import numpy as np
import pytest

from lmhead import four_words
from lmhead.decoding import pick
from lmhead.softmax import logits, softmax
from lmhead.tying import table_gradient
from tests.site.explorer.cases import mulberry32
from web.explorer import HEADS

pytestmark = pytest.mark.browser


def numbers(texts):
    return [float(text.replace("−", "-")) for text in texts]


# --- h -------------------------------------------------------------------------------------------


def test_it_starts_with_the_numbers_of_the_page(explore):
    explorer = explore("03")
    assert explorer.h() == [1, 0, 1]
    assert explorer.column("logit z") == ["2", "1", "1", "0"]
    assert explorer.column("exp(z)") == ["7.389", "2.718", "2.718", "1.000"]
    assert explorer.column("probability") == [f"{p:.3f}" for p in four_words.PROBABILITIES]
    products = explorer.box.locator(".explorer-products").all_inner_texts()
    assert products[2] == "0 · 1 + 1 · 0 + 1 · 1 = 1"
    assert not explorer.box.locator(".explorer-fallback").is_visible()


def test_dragging_moves_h_and_everything_that_follows(explore):
    explorer = explore("03")
    explorer.drag(-math.sqrt(0.5), 1)
    assert explorer.h() == [0, 1, 1]
    assert numbers(explorer.column("logit z")) == [1, 0, 2, 1]
    wanted = softmax([1, 0, 2, 1])
    assert explorer.column("probability") == [f"{p:.3f}" for p in wanted]
    # The ring is where it was dropped, and the keys work from there.
    assert explorer.page.evaluate("document.activeElement.getAttribute('role')") == "slider"


def test_h_stays_in_the_picture_however_far_it_is_dragged(explore):
    explorer = explore("03")
    explorer.drag(50, -50)
    (_, right), (low, _), _ = HEADS["four-words"]["limits"]
    h = explorer.h()
    assert h[0] - h[1] == pytest.approx(right)
    assert h[2] == pytest.approx(low)
    ring, plane = (
        explorer.box.locator(at).bounding_box() for at in (".explorer-ring", "svg.explorer-plane")
    )
    assert ring["x"] + ring["width"] <= plane["x"] + plane["width"]
    assert ring["y"] + ring["height"] <= plane["y"] + plane["height"]


@pytest.mark.parametrize("where", ["ring", "beside"])
def test_a_finger_drags_the_ring_and_scrolls_the_page_beside_it(explore, where):
    # As on a phone: there is a page to be scrolled, above and below.
    explorer = explore("far.html", width=360, has_touch=True, start=False)
    explorer.box.scroll_into_view_if_needed()
    explorer.start()
    explorer.page.evaluate(
        """() => {
          document.body.style.paddingBottom = "2000px";
          document.querySelector(".explorer-plane").scrollIntoView({ block: "center" });
        }"""
    )
    ring = explorer.box.locator(".explorer-touch").bounding_box()
    plane = explorer.plane.bounding_box()
    x, y = (
        (ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
        if where == "ring"
        else (plane["x"] + 20, plane["y"] + plane["height"] - 20)
    )
    before = explorer.page.evaluate("scrollY")
    send = explorer.page.context.new_cdp_session(explorer.page).send
    send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 8):
        point = {"x": x - 5 * step, "y": y + 10 * step}
        send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        # One frame each, or the browser takes them together.
        explorer.page.evaluate("new Promise((done) => requestAnimationFrame(done))")
    send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    if where == "ring":
        # All the way: -35 across and -70 up on a picture of this size.
        scale = 320 / plane["width"] / HEADS["four-words"]["unit"]
        moved = np.subtract(explorer.h(), [1, 0, 1])
        assert moved[2] == pytest.approx(-70 * scale, abs=0.06)
        assert explorer.page.evaluate("scrollY") == before
    else:
        assert explorer.h() == [1, 0, 1]
        explorer.page.wait_for_function("y => scrollY < y", arg=before)
    # Large enough for a finger.
    assert ring["width"] >= 44


def test_the_arrow_keys_move_h_and_home_brings_it_back(explore):
    explorer = explore("03")
    explorer.page.evaluate(
        """document.addEventListener("keydown", (e) => {
          if (e.key !== "Shift") window.heard = e.key;
        })"""
    )
    keys = explorer.page.keyboard
    explorer.ring.focus()
    keys.press("ArrowUp")
    assert explorer.h() == [1, 0, 1.1]
    keys.press("ArrowLeft")
    assert explorer.h() == [0.95, 0.05, 1.1]
    keys.press("Shift+ArrowDown")
    assert explorer.h() == [0.95, 0.05, 0.6]
    assert explorer.ring.get_attribute("aria-valuetext").replace("\xa0", " ") == (
        "h = [0.95, 0.05, 0.6]"
    )
    for _ in range(60):
        keys.press("ArrowRight")
    now, most = (float(explorer.ring.get_attribute(f"aria-value{a}")) for a in ("now", "max"))
    assert now == most
    keys.press("Home")
    assert explorer.h() == [1, 0, 1]
    # The theme has uses of its own for arrow keys.
    assert explorer.page.evaluate("window.heard") is None


def test_the_numbers_of_h_can_be_typed(explore):
    explorer = explore("03")
    boxes = explorer.box.locator(".explorer-entry input")
    boxes.nth(1).fill("1")
    # What [1, 1, 0] adds is the same for all four words.
    assert numbers(explorer.column("logit z")) == [2, 1, 2, 1]
    boxes.nth(0).fill("2")
    assert numbers(explorer.column("logit z")) == [3, 2, 2, 1]
    assert explorer.column("probability") == [f"{p:.3f}" for p in four_words.PROBABILITIES]


def test_half_a_number_changes_nothing(explore):
    explorer = explore("03")
    box = explorer.box.locator(".explorer-entry input").first
    for typed in ("", "-"):
        box.focus()
        explorer.page.keyboard.press("Control+A")
        explorer.page.keyboard.press("Backspace")
        explorer.page.keyboard.type(typed)
        assert numbers(explorer.column("logit z")) == [2, 1, 1, 0]
        explorer.page.keyboard.press("Tab")
        assert explorer.h() == [1, 0, 1]


def test_a_number_that_is_too_large_counts_as_the_largest(explore):
    explorer = explore("03")
    box = explorer.box.locator(".explorer-entry input").first
    box.fill("77")
    box.blur()
    assert explorer.h() == [3, 0, 1]
    assert numbers(explorer.column("logit z")) == [4, 3, 1, 0]


# --- sliders -------------------------------------------------------------------------------------


def test_the_length_keeps_the_direction_and_survives_zero(explore):
    explorer = explore("04")
    explorer.slide("Length of h", 0)
    assert explorer.h() == [0, 0, 0]
    assert explorer.column("probability") == ["0.250"] * 4
    slider = explorer.slide("Length of h", 2.8)
    h = explorer.h()
    assert h[0] == h[2] == pytest.approx(2.8 / math.sqrt(2), abs=0.005)
    assert explorer.column("probability") == [
        f"{p:.3f}" for p in softmax(logits(h, four_words.W_OUT))
    ]
    assert slider.get_attribute("aria-valuetext") == "2.80"
    # However h came to be zero, there is a direction to go on in.
    for i in range(3):
        explorer.box.locator(".explorer-entry input").nth(i).fill("0")
    explorer.slide("Length of h", 1)
    assert np.linalg.norm(explorer.h()) == pytest.approx(1, abs=0.01)


def test_the_temperature_divides_the_logits(explore):
    explorer = explore("04")
    slider = explorer.box.get_by_label("Temperature T")
    slider.focus()
    while slider.get_attribute("aria-valuetext") != "T = 2":
        explorer.page.keyboard.press("ArrowRight")
    assert numbers(explorer.column("z / T")) == [1, 0.5, 0.5, 0]
    wanted = softmax([2, 1, 1, 0], temperature=2)
    assert explorer.column("probability") == [f"{p:.3f}" for p in wanted]


def test_the_smallest_share_is_seen_and_printed(explore):
    explorer = explore("04")
    explorer.slide("Temperature T", 0)
    p = softmax([2, 1, 1, 0], temperature=0.1)
    printed = explorer.column("probability")
    assert p[3] < 1e-8
    assert printed[3] == "2.1·10⁻⁹"
    assert printed[0] not in ("1", "1.000")
    bars = explorer.box.locator(".explorer-shares .explorer-bar > div")
    bars.first.evaluate("e => Promise.all(e.getAnimations().map((a) => a.finished))")
    widths = [bar.bounding_box()["width"] for bar in bars.all()]
    assert min(widths) >= 1
    assert explorer.box.locator("svg.explorer-line rect").count() == 4


def test_a_bar_is_as_long_as_its_share(explore):
    explorer = explore("03", reduced_motion="reduce")
    bars = explorer.box.locator(".explorer-shares .explorer-bar")
    for k, p in enumerate(four_words.PROBABILITIES):
        whole = bars.nth(k).bounding_box()["width"]
        part = bars.nth(k).locator("div").bounding_box()["width"]
        assert part / whole == pytest.approx(p, abs=0.005)


# --- one number, many draws ----------------------------------------------------------------------


def test_a_number_falls_into_the_interval_that_lmhead_picks(explore):
    explorer = explore("04")
    for u in (0, 0.5, 0.534, 0.6, 0.731, 0.928, 0.999):
        explorer.slide("Random number u", u)
        k = int(pick(four_words.PROBABILITIES, u))
        name = HEADS["four-words"]["words"]["en"][k]
        assert f"falls into the interval of {name}," in explorer.box.inner_text()
        chosen = explorer.box.locator("svg.explorer-line .explorer-name.explorer-chosen")
        assert chosen.all_text_contents() == [name]
        # The arrow points to u on the line, and so into the interval.
        cuts = [cut.bounding_box() for cut in explorer.box.locator("svg.explorer-line rect").all()]
        start, end = cuts[0]["x"], cuts[-1]["x"] + cuts[-1]["width"]
        needle = explorer.box.locator(".explorer-needle").bounding_box()
        tip = needle["x"] + needle["width"] / 2
        assert tip == pytest.approx(start + u * (end - start), abs=1.5)
        assert cuts[k]["x"] - 2 <= tip <= cuts[k]["x"] + cuts[k]["width"] + 2


def test_draws_are_those_of_the_seed_and_greedy_takes_one_word(explore):
    explorer = explore("04")
    for name in ("Sample 20", "Sample 1"):
        explorer.box.get_by_role("button", name=name, exact=True).click()
    us = mulberry32(4, 21)
    counts = np.bincount(pick(four_words.PROBABILITIES, us), minlength=4)
    assert numbers(explorer.column("sampled", 1)) == counts.tolist()
    assert numbers(explorer.column("greedy", 1)) == [21, 0, 0, 0]
    expected = numbers(explorer.column("n × p", 1))
    assert expected == pytest.approx(21 * four_words.PROBABILITIES, abs=5e-4)
    # The arrow is at the last number drawn.
    assert f"u = {us[-1]:.3f}" in explorer.box.inner_text()


def test_other_shares_cut_the_same_numbers(explore):
    explorer = explore("04")
    explorer.box.get_by_role("button", name="Sample 1000").click()
    explorer.slide("Temperature T", 21)
    p = softmax([2, 1, 1, 0], temperature=10)
    counts = np.bincount(pick(p, mulberry32(4, 1000)), minlength=4)
    assert numbers(explorer.column("sampled", 1)) == counts.tolist()


def test_a_seed_gives_its_run_and_clear_takes_it_away(explore):
    explorer = explore("04")
    seed = explorer.box.get_by_label("Seed")
    seed.fill("12")
    seed.press("Enter")
    explorer.box.get_by_role("button", name="Sample 1000").click()
    counts = np.bincount(pick(four_words.PROBABILITIES, mulberry32(12, 1000)), minlength=4)
    assert numbers(explorer.column("sampled", 1)) == counts.tolist()
    for nonsense in ("-3", ""):
        seed.fill(nonsense)
        seed.blur()
        assert seed.input_value() == "12"
        seed.fill(nonsense)
        seed.press("Enter")
        assert seed.input_value() == "12"
    explorer.box.get_by_role("button", name="Clear").click()
    assert numbers(explorer.column("sampled", 1)) == [0, 0, 0, 0]


def test_ten_thousand_draws_are_the_most(explore):
    explorer = explore("04")
    button = explorer.box.get_by_role("button", name="Sample 1000")
    for _ in range(12):
        if button.is_enabled():
            button.press("Enter")
    # The focus is not lost with the button.
    assert explorer.page.evaluate("document.activeElement.textContent") == "Clear"
    assert sum(numbers(explorer.column("sampled", 1))) == 10_000
    explorer.box.get_by_role("button", name="Clear").click()
    assert button.is_enabled()


# --- a step of training --------------------------------------------------------------------------


def test_the_switch_shows_which_rows_a_step_moves(explore):
    explorer = explore("05")
    rows, h = four_words.W_OUT, four_words.H
    slope = softmax(logits(h, rows)) - np.eye(4)[3]
    exit_, entrance = np.outer(slope, h), np.zeros((4, 3))
    entrance[1] = slope @ rows

    def shown(moves):
        lengths = np.linalg.norm(moves, axis=1)
        return [f"{length:.3f}" if length else "still" for length in lengths]

    assert explorer.column("E, as input embedding", 1) == shown(entrance)
    assert explorer.column("W_out, as output embedding", 1) == shown(exit_)
    assert "1 of 4 in E, 4 of 4 in W_out" in explorer.box.inner_text()
    explorer.box.get_by_label("tied: one table", exact=True).check()
    assert explorer.column("the one table", 1) == shown(entrance + exit_)
    assert "Rows that move: 4 of 4" in explorer.box.inner_text()


def test_the_step_is_that_of_the_row_that_was_read(explore):
    """Without anything added, h is the row of dog, and lmhead.tying has the gradient."""
    explorer = explore("05")
    boxes = explorer.box.locator(".explorer-entry input")
    boxes.nth(2).fill("0")
    assert explorer.h() == four_words.W_OUT[1].tolist()
    explorer.box.get_by_label("The correct next word").select_option(label="鱼 fish")
    gradient = table_gradient(four_words.W_OUT, [1], [2])
    explorer.box.get_by_label("tied: one table", exact=True).check()
    lengths = np.linalg.norm(gradient.total, axis=1)
    assert numbers(explorer.column("the one table", 1)) == pytest.approx(lengths, abs=5e-4)


def test_with_h_zero_the_exit_moves_nothing(explore):
    explorer = explore("05")
    for i in (0, 2):
        explorer.box.locator(".explorer-entry input").nth(i).fill("0")
    assert explorer.column("W_out, as output embedding", 1) == ["still"] * 4
    assert "1 of 4 in E, 0 of 4 in W_out" in explorer.box.inner_text()


def test_back_to_the_start(explore):
    explorer = explore("04")
    explorer.drag(1, 2)
    explorer.slide("Temperature T", 3)
    explorer.box.get_by_role("button", name="Sample 20").click()
    explorer.box.get_by_role("button", name="Back to the start").click()
    assert explorer.h() == [1, 0, 1]
    assert explorer.column("probability") == [f"{p:.3f}" for p in four_words.PROBABILITIES]
    assert sum(numbers(explorer.column("sampled", 1))) == 0

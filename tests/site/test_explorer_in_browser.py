"""The head explorer as a reader uses it: mouse, finger, keys, sliders, draws; and without a script."""

import json
import math
import re
import shutil

import numpy as np
import pytest

from lmhead import four_words
from lmhead.decoding import pick
from lmhead.figures import number
from lmhead.softmax import logits, softmax
from lmhead.tying import table_gradient
from tests.site.conftest import serve
from tests.site.explorer_cases import mulberry32
from tests.site.explorer_page import CHAPTERS, page
from web.build import ROOT
from web.explorer import HEADS

pytestmark = pytest.mark.browser

EVERY = [(chapter, edition) for chapter in CHAPTERS for edition in ("en", "zh")]


class Explorer:
    def __init__(self, page):
        self.page = page
        self.box = page.locator("head-explorer")
        self.ring = self.box.get_by_role("slider", name=re.compile("Hidden vector h|隐藏向量 h"))
        self.plane = self.box.locator("svg.explorer-plane")

    def start(self):
        self.page.wait_for_selector("head-explorer[data-state=started]")
        return self

    def h(self):
        inputs = self.box.locator(".explorer-entry input")
        return [float(inputs.nth(i).input_value()) for i in range(inputs.count())]

    def column(self, name, table=0):
        """The cells of a column of a table, top to bottom."""
        table = self.box.locator("table.explorer-table:visible").nth(table)
        heads = table.locator("thead th").all_inner_texts()
        rows = table.locator("tbody tr:has(th)")
        return [
            rows.nth(k).locator("th, td").nth(heads.index(name)).inner_text()
            for k in range(rows.count())
        ]

    def slide(self, label, value):
        slider = self.box.get_by_label(label)
        slider.fill(str(value))
        return slider

    def drag(self, across, up):
        """Take the ring and drop it `across` and `up` from the origin, in the picture's lengths."""
        head = HEADS["four-words"]
        place = self.plane.bounding_box()
        scale = place["width"] / 320
        ring = self.box.locator(".explorer-ring").bounding_box()
        self.page.mouse.move(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
        self.page.mouse.down()
        x = place["x"] + scale * (160 + head["unit"] * across)
        y = place["y"] + scale * head["unit"] * (head["up"] - up)
        self.page.mouse.move(x, y, steps=4)
        self.page.mouse.up()


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Where a small page for each chapter and edition is served, with the site's own files."""
    folder = tmp_path_factory.mktemp("explorer")
    for path in (ROOT / "web" / "static").iterdir():
        if path.suffix in (".css", ".js", ".svg"):
            shutil.copy(path, folder)
    for chapter, edition in EVERY:
        for theme in ("light", "dark"):
            name = f"{chapter}-{edition}-{theme}.html"
            (folder / name).write_text(page(chapter, edition, theme), encoding="utf-8")
    (folder / "far.html").write_text(page("03", above=4000), encoding="utf-8")
    server, url = serve(folder)
    yield url
    server.shutdown()


@pytest.fixture
def visit(chromium, pages):
    """Open a chapter's page: ``visit("03", width=360)``; a console error fails the test."""
    contexts, errors, strangers = [], [], []

    def open_page(
        chapter, edition="en", *, theme="light", width=900, script=None, start=True, **options
    ):
        context = chromium.new_context(viewport={"width": width, "height": 900}, **options)
        contexts.append(context)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
        page.on(
            "request",
            lambda r: strangers.append(r.url) if not r.url.startswith(pages) else None,
        )
        name = chapter if "." in chapter else f"{chapter}-{edition}-{theme}.html"
        page.goto(pages + name)
        explorer = Explorer(page)
        return explorer.start() if start else explorer

    yield open_page
    assert errors == []
    assert strangers == []
    for context in contexts:
        context.close()


def numbers(texts):
    return [float(text.replace("−", "-")) for text in texts]


# --- h -------------------------------------------------------------------------------------------


def test_it_starts_with_the_numbers_of_the_page(visit):
    explorer = visit("03")
    assert explorer.h() == [1, 0, 1]
    assert explorer.column("logit z") == ["2", "1", "1", "0"]
    assert explorer.column("exp(z)") == ["7.389", "2.718", "2.718", "1.000"]
    assert explorer.column("share") == [f"{p:.3f}" for p in four_words.PROBABILITIES]
    products = explorer.box.locator(".explorer-products").all_inner_texts()
    assert products[2] == "0 · 1 + 1 · 0 + 1 · 1 = 1"
    assert not explorer.box.locator(".explorer-fallback").is_visible()


def test_dragging_moves_h_and_everything_that_follows(visit):
    explorer = visit("03")
    explorer.drag(-math.sqrt(0.5), 1)
    assert explorer.h() == [0, 1, 1]
    assert numbers(explorer.column("logit z")) == [1, 0, 2, 1]
    wanted = softmax([1, 0, 2, 1])
    assert explorer.column("share") == [f"{p:.3f}" for p in wanted]
    # The ring is where it was dropped, and the keys work from there.
    assert explorer.page.evaluate("document.activeElement.getAttribute('role')") == "slider"


def test_h_stays_in_the_picture_however_far_it_is_dragged(visit):
    explorer = visit("03")
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
def test_a_finger_drags_the_ring_and_scrolls_the_page_beside_it(visit, where):
    explorer = visit("03", has_touch=True)
    ring = explorer.box.locator(".explorer-touch").bounding_box()
    plane = explorer.plane.bounding_box()
    x, y = (
        (ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
        if where == "ring"
        else (plane["x"] + 20, plane["y"] + plane["height"] - 20)
    )
    send = explorer.page.context.new_cdp_session(explorer.page).send
    send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 6):
        point = {"x": x - 15 * step, "y": y}
        send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert (explorer.h() != [1, 0, 1]) == (where == "ring")
    # Large enough for a finger.
    assert ring["width"] >= 44


def test_the_arrow_keys_move_h_and_home_brings_it_back(visit):
    explorer = visit("03")
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


def test_the_numbers_of_h_can_be_typed(visit):
    explorer = visit("03")
    boxes = explorer.box.locator(".explorer-entry input")
    boxes.nth(1).fill("1")
    # What [1, 1, 0] adds is the same for all four words.
    assert numbers(explorer.column("logit z")) == [2, 1, 2, 1]
    boxes.nth(0).fill("2")
    assert numbers(explorer.column("logit z")) == [3, 2, 2, 1]
    assert explorer.column("share") == [f"{p:.3f}" for p in four_words.PROBABILITIES]


@pytest.mark.parametrize("typed", ["", "-"])
def test_half_a_number_changes_nothing(visit, typed):
    explorer = visit("03")
    box = explorer.box.locator(".explorer-entry input").first
    box.focus()
    explorer.page.keyboard.press("Control+A")
    explorer.page.keyboard.press("Backspace")
    explorer.page.keyboard.type(typed)
    assert numbers(explorer.column("logit z")) == [2, 1, 1, 0]
    explorer.page.keyboard.press("Tab")
    assert explorer.h() == [1, 0, 1]


def test_a_number_that_is_too_large_counts_as_the_largest(visit):
    explorer = visit("03")
    box = explorer.box.locator(".explorer-entry input").first
    box.fill("77")
    box.blur()
    assert explorer.h() == [3, 0, 1]
    assert numbers(explorer.column("logit z")) == [4, 3, 1, 0]


# --- sliders -------------------------------------------------------------------------------------


def test_the_length_keeps_the_direction_and_survives_zero(visit):
    explorer = visit("04")
    explorer.slide("Length of h", 0)
    assert explorer.h() == [0, 0, 0]
    assert explorer.column("share") == ["0.250"] * 4
    slider = explorer.slide("Length of h", 2.8)
    h = explorer.h()
    assert h[0] == h[2] == pytest.approx(2.8 / math.sqrt(2), abs=0.005)
    assert explorer.column("share") == [f"{p:.3f}" for p in softmax(logits(h, four_words.W_OUT))]
    assert slider.get_attribute("aria-valuetext") == "2.80"


def test_the_temperature_divides_the_logits(visit):
    explorer = visit("04")
    slider = explorer.box.get_by_label("Temperature T")
    slider.focus()
    while slider.get_attribute("aria-valuetext") != "T = 2":
        explorer.page.keyboard.press("ArrowRight")
    assert numbers(explorer.column("z / T")) == [1, 0.5, 0.5, 0]
    wanted = softmax([2, 1, 1, 0], temperature=2)
    assert explorer.column("share") == [f"{p:.3f}" for p in wanted]


def test_the_smallest_share_is_seen_and_printed(visit):
    explorer = visit("04")
    explorer.slide("Temperature T", 0)
    p = softmax([2, 1, 1, 0], temperature=0.1)
    printed = explorer.column("share")
    assert p[3] < 1e-8
    assert printed[3] == "2.1·10⁻⁹"
    assert printed[0] not in ("1", "1.000")
    bars = explorer.box.locator(".explorer-shares .explorer-bar > div")
    bars.first.evaluate("e => Promise.all(e.getAnimations().map((a) => a.finished))")
    widths = [bar.bounding_box()["width"] for bar in bars.all()]
    assert min(widths) >= 1
    assert explorer.box.locator("svg.explorer-line rect").count() == 4


def test_a_bar_is_as_long_as_its_share(visit):
    explorer = visit("03", reduced_motion="reduce")
    bars = explorer.box.locator(".explorer-shares .explorer-bar")
    for k, p in enumerate(four_words.PROBABILITIES):
        whole = bars.nth(k).bounding_box()["width"]
        part = bars.nth(k).locator("div").bounding_box()["width"]
        assert part / whole == pytest.approx(p, abs=0.005)


# --- one number, many draws ----------------------------------------------------------------------


@pytest.mark.parametrize("u", [0, 0.5, 0.534, 0.6, 0.731, 0.928, 0.999])
def test_a_number_falls_into_the_interval_that_lmhead_picks(visit, u):
    explorer = visit("04")
    explorer.slide("Random number u", u)
    k = int(pick(four_words.PROBABILITIES, u))
    name = HEADS["four-words"]["words"]["en"][k]
    assert f"falls into the interval of {name}," in explorer.box.inner_text()
    chosen = explorer.box.locator("svg.explorer-line .explorer-name.explorer-chosen")
    assert chosen.all_text_contents() == [name]
    # The arrow points into the interval, where the slider's thumb is not to be trusted.
    x = explorer.box.locator(".explorer-needle").bounding_box()
    rect = explorer.box.locator("svg.explorer-line rect.explorer-chosen").bounding_box()
    assert rect["x"] - 1.5 <= x["x"] + x["width"] / 2 <= rect["x"] + rect["width"] + 1.5


def test_draws_are_those_of_the_seed_and_greedy_takes_one_word(visit):
    explorer = visit("04")
    for name in ("Draw 20", "Draw 1"):
        explorer.box.get_by_role("button", name=name, exact=True).click()
    us = mulberry32(4, 21)
    counts = np.bincount(pick(four_words.PROBABILITIES, us), minlength=4)
    assert numbers(explorer.column("drawn", 1)) == counts.tolist()
    assert numbers(explorer.column("greedy", 1)) == [21, 0, 0, 0]
    expected = numbers(explorer.column("n × share", 1))
    assert expected == pytest.approx(21 * four_words.PROBABILITIES, abs=5e-4)
    # The arrow is at the last number drawn.
    assert f"u = {us[-1]:.3f}" in explorer.box.inner_text()


def test_other_shares_cut_the_same_numbers(visit):
    explorer = visit("04")
    explorer.box.get_by_role("button", name="Draw 1000").click()
    explorer.slide("Temperature T", 21)
    p = softmax([2, 1, 1, 0], temperature=10)
    counts = np.bincount(pick(p, mulberry32(4, 1000)), minlength=4)
    assert numbers(explorer.column("drawn", 1)) == counts.tolist()


def test_a_seed_gives_its_run_and_clear_takes_it_away(visit):
    explorer = visit("04")
    seed = explorer.box.get_by_label("Seed")
    seed.fill("12")
    seed.press("Enter")
    explorer.box.get_by_role("button", name="Draw 1000").click()
    counts = np.bincount(pick(four_words.PROBABILITIES, mulberry32(12, 1000)), minlength=4)
    assert numbers(explorer.column("drawn", 1)) == counts.tolist()
    for nonsense in ("-3", ""):
        seed.fill(nonsense)
        seed.blur()
        assert seed.input_value() == "12"
    explorer.box.get_by_role("button", name="Clear").click()
    assert numbers(explorer.column("drawn", 1)) == [0, 0, 0, 0]


def test_ten_thousand_draws_are_the_most(visit):
    explorer = visit("04")
    button = explorer.box.get_by_role("button", name="Draw 1000")
    for _ in range(12):
        if button.is_enabled():
            button.click()
    assert sum(numbers(explorer.column("drawn", 1))) == 10_000
    explorer.box.get_by_role("button", name="Clear").click()
    assert button.is_enabled()


# --- a step of training --------------------------------------------------------------------------


def test_the_switch_shows_which_rows_a_step_moves(visit):
    explorer = visit("05")
    rows, h = four_words.W_OUT, four_words.H
    slope = softmax(logits(h, rows)) - np.eye(4)[3]
    exit_, entrance = np.outer(slope, h), np.zeros((4, 3))
    entrance[1] = slope @ rows

    def shown(moves):
        lengths = np.linalg.norm(moves, axis=1)
        return [f"{length:.3f}" if length else "rests" for length in lengths]

    assert explorer.column("E, at the entrance", 1) == shown(entrance)
    assert explorer.column("W_out, at the exit", 1) == shown(exit_)
    assert "1 of 4 in E, 4 of 4 in W_out" in explorer.box.inner_text()
    explorer.box.get_by_label("tied: one table", exact=True).check()
    assert explorer.column("the one table", 1) == shown(entrance + exit_)
    assert "Rows that move: 4 of 4" in explorer.box.inner_text()


def test_the_step_is_that_of_the_row_that_was_read(visit):
    """Without anything added, h is the row of dog, and lmhead.tying has the gradient."""
    explorer = visit("05")
    boxes = explorer.box.locator(".explorer-entry input")
    boxes.nth(2).fill("0")
    assert explorer.h() == four_words.W_OUT[1].tolist()
    explorer.box.get_by_label("The right next word").select_option(label="鱼 fish")
    gradient = table_gradient(four_words.W_OUT, [1], [2])
    explorer.box.get_by_label("tied: one table", exact=True).check()
    lengths = np.linalg.norm(gradient.total, axis=1)
    assert numbers(explorer.column("the one table", 1)) == pytest.approx(lengths, abs=5e-4)


def test_with_h_zero_the_exit_moves_nothing(visit):
    explorer = visit("05")
    for i in (0, 2):
        explorer.box.locator(".explorer-entry input").nth(i).fill("0")
    assert explorer.column("W_out, at the exit", 1) == ["rests"] * 4
    assert "1 of 4 in E, 0 of 4 in W_out" in explorer.box.inner_text()


# --- everyone can use it -------------------------------------------------------------------------


def test_back_to_the_start(visit):
    explorer = visit("04")
    explorer.drag(1, 2)
    explorer.slide("Temperature T", 3)
    explorer.box.get_by_role("button", name="Draw 20").click()
    explorer.box.get_by_role("button", name="Back to the start").click()
    assert explorer.h() == [1, 0, 1]
    assert explorer.column("share") == [f"{p:.3f}" for p in four_words.PROBABILITIES]
    assert sum(numbers(explorer.column("drawn", 1))) == 0


@pytest.mark.parametrize("edition", ["en", "zh"])
def test_what_changed_is_said_when_the_hand_rests(visit, edition):
    explorer = visit("03", edition)
    status = explorer.box.get_by_role("status")
    before = status.inner_text()
    assert "0.534" in before
    assert "0.072" in before
    explorer.ring.press("Shift+ArrowUp")
    # Not at once: each step of a drag would be read aloud.
    assert status.inner_text() == before
    explorer.page.wait_for_function("t => document.querySelector('[role=status]').innerText !== t",
                                    arg=before)
    assert "1.5]" in status.inner_text()


def check_names_and_sizes(explorer):
    tree = explorer.box.aria_snapshot()
    for role in ("slider", "spinbutton", "button", "radio", "combobox", "img", "group", "table"):
        assert not re.search(rf"^\s*- {role}:?$", tree, re.M), tree
    inputs = explorer.box.locator("input, button, select").filter(visible=True)
    assert inputs.count() >= 3
    for control in inputs.all():
        target = control.evaluate(
            "e => (e.type === 'radio' ? e.parentElement : e).getBoundingClientRect().height"
        )
        assert target >= 43.5
    ids = explorer.page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))
    described = explorer.ring.get_attribute("aria-describedby")
    assert explorer.page.locator(f"#{described}").inner_text()


@pytest.mark.parametrize(("chapter", "edition"), EVERY)
def test_on_a_phone_nothing_overlaps_and_everything_has_a_name(visit, chapter, edition):
    explorer = visit(chapter, edition, width=360, reduced_motion="reduce")
    check_names_and_sizes(explorer)
    for button in explorer.box.get_by_role("button").all():
        button.click()
    explorer.ring.press("Shift+ArrowRight")
    found = explorer.page.evaluate(
        """() => {
          const box = (e) => e.getBoundingClientRect();
          const all = [...document.querySelectorAll("head-explorer *")]
            .filter((e) => e.checkVisibility() && box(e).width);
          const outside = all.filter((e) => box(e).left < 0 || box(e).right > innerWidth + 0.5);
          const words = all.filter((e) => e.matches(
            "svg text, th, td:not(.explorer-below), label, output, button, p, input, caption"));
          const apart = (a, b) => a.right <= b.left + 0.5 || b.right <= a.left + 0.5
            || a.bottom <= b.top + 0.5 || b.bottom <= a.top + 0.5;
          const touching = [];
          for (const [i, a] of words.entries())
            for (const b of words.slice(0, i))
              if (!a.contains(b) && !b.contains(a) && !apart(box(a), box(b)))
                touching.push(`${a.textContent} / ${b.textContent}`);
          return [outside.map((e) => e.outerHTML.slice(0, 80)), touching,
                  document.documentElement.scrollWidth];
        }"""
    )
    assert found == [[], [], 360]


@pytest.mark.parametrize("edition", ["en", "zh"])
@pytest.mark.parametrize("chapter", ["02", "03"])
def test_a_label_is_no_wider_than_its_place(visit, chapter, edition):
    """The layout counts with widths that it estimates; here they are measured."""
    explorer = visit(chapter, edition)
    name, _ = CHAPTERS[chapter]
    texts = explorer.plane.locator("text")
    measured = texts.evaluate_all("all => all.map(e => [e.textContent, e.getBBox().width])")
    assert [text for text, _ in measured] == [*HEADS[name]["words"][edition], "h"]
    widths = explorer.page.evaluate(
        "async all => (await import('/explorer-layout.js').then(m => all.map(t => m.textWidth(t, 15))))",
        [text for text, _ in measured],
    )
    for (text, width), place in zip(measured, widths, strict=True):
        assert width <= place, text


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_stand_out_in_light_and_in_dark(visit, theme):
    explorer = visit("04", theme=theme)
    explorer.box.get_by_role("button", name="Draw 20").click()
    low = explorer.page.evaluate(
        """() => {
          const canvas = document.createElement("canvas")
            .getContext("2d", {willReadFrequently: true});
          const rgb = (colour) => {
            canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
            return [...canvas.getImageData(0, 0, 1, 1).data];
          };
          const luminance = ([r, g, b]) => [r, g, b].map((v) => v / 255)
            .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
            .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
          const behind = (e) => {
            for (; e; e = e.parentElement) {
              const colour = rgb(getComputedStyle(e).backgroundColor);
              if (colour[3] === 255) return colour;
            }
            return [255, 255, 255, 255];
          };
          const found = [];
          let seen = 0;
          const check = (e, colour, needed) => {
            seen += 1;
            const [a, b] = [luminance(rgb(colour)), luminance(behind(e))];
            const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            if (ratio < needed) found.push(`${ratio.toFixed(2)} ${e.tagName} ${e.className}`);
          };
          for (const e of document.querySelectorAll("head-explorer *")) {
            if (!e.checkVisibility()) continue;
            const style = getComputedStyle(e);
            if (e.matches("svg text")) check(e, style.fill, 4.5);
            else if (e.matches(".explorer-shaft")) check(e, style.stroke, 3);
            else if (e.matches(".explorer-ring")) check(e, style.stroke, 3);
            else if (e.matches(".explorer-bar > div")) check(e.parentElement, style.backgroundColor, 3);
            else if (e.matches("input[type=number]")) check(e, style.borderColor, 3);
            else if ([...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
              check(e, style.color, 4.5);
          }
          return [found, seen > 40];
        }"""
    )
    assert low == [[], True]


def test_bars_glide_only_for_those_who_do_not_mind(visit):
    glide = "e => getComputedStyle(e).transitionDuration"
    for wish, duration in (("no-preference", "0.12s"), ("reduce", "0s")):
        explorer = visit("03", reduced_motion=wish)
        assert explorer.box.locator(".explorer-bar > div").first.evaluate(glide) == duration


# --- start, and what may be missing --------------------------------------------------------------


def test_nothing_is_loaded_before_it_comes_near(visit):
    explorer = visit("far.html", start=False)
    loaded = """() => performance.getEntriesByType("resource").map((e) => e.name.split("/").pop())"""
    explorer.page.wait_for_selector("head-explorer[data-state=waiting]")
    assert "explorer.js" in explorer.page.evaluate(loaded)
    assert "explorer-view.js" not in explorer.page.evaluate(loaded)
    explorer.box.scroll_into_view_if_needed()
    explorer.start()
    assert "explorer-view.js" in explorer.page.evaluate(loaded)


@pytest.mark.parametrize(("chapter", "edition"), EVERY)
def test_without_javascript_there_is_a_table_of_the_same_numbers(visit, chapter, edition):
    explorer = visit(chapter, edition, start=False, java_script_enabled=False)
    head = HEADS[CHAPTERS[chapter][0]]
    cells = explorer.box.locator(".explorer-fallback td").all_inner_texts()
    z = logits(head["h"], head["rows"])
    assert cells[1::3] == [number(score) for score in z]
    shares = [float(cell) for cell in cells[2::3]]
    assert shares == pytest.approx(softmax(z), abs=5e-4)
    assert min(shares) > 0
    assert explorer.box.locator(".explorer-fallback a").is_visible()
    assert explorer.box.locator("input, button, svg").count() == 0


def test_with_no_storage_and_no_observer_it_works(visit):
    script = """
      delete window.IntersectionObserver;
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, {get() { throw new DOMException("no"); }});
    """
    explorer = visit("03", script=script)
    explorer.ring.press("ArrowUp")
    assert explorer.h() == [1, 0, 1.1]


def test_where_a_part_cannot_be_loaded_the_table_stays(chromium, pages):
    context = chromium.new_context()
    page = context.new_page()
    page.route("**/explorer-plane.js*", lambda route: route.abort())
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(pages + "03-en-light.html")
    page.wait_for_selector("head-explorer[data-state=failed]")
    assert page.locator(".explorer-fallback td").first.is_visible()
    assert faults == []
    context.close()


def test_the_page_tells_the_script_nothing_that_it_must_not(pages, visit):
    """What stands in the attribute is data: it comes back as it was written."""
    explorer = visit("05")
    told = json.loads(explorer.box.get_attribute("data-setup"))
    assert told["head"]["rows"] == four_words.W_OUT.tolist()
    assert told["head"]["h"] == four_words.H.tolist()

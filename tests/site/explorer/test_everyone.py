"""The head explorer for everyone: names, sizes, colours, phones, and what may be missing."""

import json
import re

import pytest

from lmhead import four_words
from lmhead.figures import number
from lmhead.softmax import logits, softmax
from tests.plugins.tiers import sampled
from tests.site.explorer.page import CHAPTERS, EVERY
from web.explorer import HEADS

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("edition", ["en", "zh"])
def test_what_changed_is_said_when_the_hand_rests(explore, edition):
    explorer = explore("03", edition)
    status = explorer.box.get_by_role("status")
    before = status.inner_text()
    assert "0.534" in before
    assert "0.072" in before
    explorer.ring.press("Shift+ArrowUp")
    # Not at once: each step of a drag would be read aloud.
    assert status.inner_text() == before
    explorer.page.wait_for_function(
        "t => document.querySelector('[role=status]').innerText !== t", arg=before
    )
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


@pytest.mark.parametrize(("chapter", "edition"), sampled(EVERY, 3, names=2))
def test_on_a_phone_nothing_overlaps_and_everything_has_a_name(explore, chapter, edition):
    explorer = explore(chapter, edition, width=360, reduced_motion="reduce")
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
def test_a_label_is_no_wider_than_its_place(explore, chapter, edition):
    """The layout counts with widths that it estimates; here they are measured."""
    explorer = explore(chapter, edition)
    name, _ = CHAPTERS[chapter]
    texts = explorer.plane.locator("text")
    measured = texts.evaluate_all("all => all.map(e => [e.textContent, e.getBBox().width])")
    assert [text for text, _ in measured] == [*HEADS[name]["words"][edition], "h"]
    widths = explorer.page.evaluate(
        """all => import("/explorer-layout.js")
            .then((layout) => all.map((text) => layout.textWidth(text, 15)))""",
        [text for text, _ in measured],
    )
    for (text, width), place in zip(measured, widths, strict=True):
        assert width <= place, text


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_stand_out_in_light_and_in_dark(explore, theme):
    explorer = explore("04", theme=theme)
    explorer.box.get_by_role("button", name="Sample 20").click()
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
            else if (e.matches(".explorer-bar > div"))
              check(e.parentElement, style.backgroundColor, 3);
            else if (e.matches("input[type=number]")) check(e, style.borderColor, 3);
            else if ([...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
              check(e, style.color, 4.5);
          }
          return [found, seen > 40];
        }"""
    )
    assert low == [[], True]


@pytest.mark.parametrize(("theme", "scheme"), [("light", "dark"), ("dark", "light")])
def test_a_readers_own_colours_show_every_bar_and_arrow(explore, theme, scheme):
    """Whatever the page's theme is: shapes are not repainted as text is."""
    explorer = explore("04", theme=theme, forced_colors="active", color_scheme=scheme)

    def lightness(selector, name):
        colour = explorer.box.locator(selector).first.evaluate(
            "(e, name) => getComputedStyle(e)[name]", name
        )
        red, green, blue = (int(part) for part in re.findall(r"\d+", colour)[:3])
        return 0.3 * red + 0.6 * green + 0.1 * blue

    page = lightness(".explorer-plane", "backgroundColor")
    assert page < 50 if scheme == "dark" else page > 205
    for selector, name in [
        (".explorer-bar > div", "backgroundColor"),
        (".explorer-row .explorer-point", "color"),
        (".explorer-name", "fill"),
        (".explorer-ring", "stroke"),
        (".explorer-needle", "stroke"),
    ]:
        assert abs(lightness(selector, name) - page) > 100, selector
    assert abs(lightness(".explorer-bar", "backgroundColor") - page) < 1


def test_bars_glide_only_for_those_who_do_not_mind(explore):
    glide = "e => getComputedStyle(e).transitionDuration"
    seconds = {}
    for wish in ("no-preference", "reduce"):
        bar = explore("03", reduced_motion=wish).box.locator(".explorer-bar > div").first
        seconds[wish] = float(bar.evaluate(glide).removesuffix("s"))
    assert seconds["no-preference"] == 0.12
    assert seconds["reduce"] < 0.001


# --- start, and what may be missing --------------------------------------------------------------


def test_nothing_is_loaded_before_it_comes_near(explore):
    explorer = explore("far.html", start=False)
    loaded = (
        """() => performance.getEntriesByType("resource").map((e) => e.name.split("/").pop())"""
    )
    explorer.page.wait_for_selector("head-explorer[data-state=waiting]")
    assert "explorer.js" in explorer.page.evaluate(loaded)
    assert "explorer-view.js" not in explorer.page.evaluate(loaded)
    explorer.box.scroll_into_view_if_needed()
    explorer.start()
    assert "explorer-view.js" in explorer.page.evaluate(loaded)


@pytest.mark.parametrize(("chapter", "edition"), sampled(EVERY, 3, names=2))
def test_without_javascript_there_is_a_table_of_the_same_numbers(explore, chapter, edition):
    explorer = explore(chapter, edition, start=False, java_script_enabled=False)
    head = HEADS[CHAPTERS[chapter][0]]
    cells = explorer.box.locator(".explorer-fallback td").all_inner_texts()
    z = logits(head["h"], head["rows"])
    assert cells[1::3] == [number(score) for score in z]
    shares = [float(cell) for cell in cells[2::3]]
    assert shares == pytest.approx(softmax(z), abs=5e-4)
    assert min(shares) > 0
    assert explorer.box.locator(".explorer-fallback a").is_visible()
    assert explorer.box.locator("input, button, svg").count() == 0


def test_with_no_storage_and_no_observer_it_works(explore):
    script = """
      delete window.IntersectionObserver;
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, {get() { throw new DOMException("no"); }});
    """
    explorer = explore("03", script=script)
    explorer.ring.press("ArrowUp")
    assert explorer.h() == [1, 0, 1.1]


MISSING = ("**/explorer-plane.js*", lambda route: route.abort())
BROKEN = (
    "**/explorer-view.js*",
    lambda route: route.fulfill(
        content_type="text/javascript", body="export const mount = () => { throw new Error(); };"
    ),
)


@pytest.mark.parametrize("fault", [MISSING, BROKEN], ids=["missing", "broken"])
def test_where_a_part_fails_the_table_stays(chromium, pages, fault):
    context = chromium.new_context()
    page = context.new_page()
    page.route(*fault)
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(pages + "03-en-light.html")
    page.wait_for_selector("head-explorer[data-state=failed]")
    assert page.locator(".explorer-fallback td").first.is_visible()
    assert faults == []
    context.close()


def test_the_page_tells_the_script_nothing_that_it_must_not(pages, explore):
    """What stands in the attribute is data: it comes back as it was written."""
    explorer = explore("05")
    told = json.loads(explorer.box.get_attribute("data-setup"))
    assert told["head"]["rows"] == four_words.W_OUT.tolist()
    assert told["head"]["h"] == four_words.H.tolist()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_room_is_there_before_the_start(explore, chapter, width):
    """What stands below moves by a line or two at most when the script has run."""
    explorer = explore(chapter, width=width)
    bottom = "document.querySelector('head-explorer').getBoundingClientRect().bottom"
    after = explorer.page.evaluate(bottom)
    explorer.page.evaluate(
        """() => {
          document.querySelector(".explorer-body").remove();
          document.querySelector(".explorer-fallback").hidden = false;
          document.querySelector("head-explorer").dataset.state = "waiting";
        }"""
    )
    assert explorer.page.evaluate(bottom) == pytest.approx(after, abs=60)


def test_the_line_is_as_wide_as_the_window_lets_it_be(explore):
    explorer = explore("04")
    line = explorer.box.locator("svg.explorer-line")
    for width in (900, 360, 900):
        explorer.page.set_viewport_size({"width": width, "height": 900})
        explorer.page.wait_for_function(
            """() => Number(document.querySelector("svg.explorer-line").getAttribute("width"))
              === document.querySelector(".explorer-body").clientWidth"""
        )
        room = explorer.box.locator(".explorer-body").bounding_box()["width"]
        assert line.bounding_box()["width"] == pytest.approx(room, abs=1)

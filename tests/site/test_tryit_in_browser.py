"""The try-it cells as a reader uses them: typing, Run, Check, Stop, Reset, and what may fail."""

import pytest

from tests.site.conftest import Visit
from tests.site.test_predict_in_browser import FULL, REFUSE, UNREADABLE
from tests.site.tryits import tasks

pytestmark = pytest.mark.browser

CHAPTER = "chapters/01-distance.html"
NAME = "01-dot"
PATIENCE = 240_000  # ms; Python starts in a few seconds, on a busy machine in many


class Cell:
    """One try-it cell of an open page."""

    def __init__(self, seen, name=NAME, edition="en"):
        self.seen = seen
        self.page = seen.page
        self.name = name
        self.parts = tasks(edition)[name].parts
        self.box = self.page.locator(f"#tryit-{name}")
        self.status = self.box.locator(".tryit-status")
        self.output = self.box.locator(".tryit-output")
        self.editor = self.box.locator(".cm-content")
        self.plain = self.box.locator("textarea")

    def press(self, action):
        self.box.locator(f"[data-action={action}]").click()

    def enter(self):
        """Put the focus into the code and wait for the editor."""
        if not self.editor.count():
            self.plain.focus()
        self.editor.wait_for()
        self.editor.focus()

    def write(self, code):
        self.enter()
        self.page.keyboard.press("Control+a")
        # The editor may miss that nothing is put in the selection's place.
        self.page.keyboard.press("Delete")
        self.page.keyboard.insert_text(code)

    @property
    def code(self):
        if self.plain.count():
            return self.plain.input_value()
        lines = self.box.locator(".cm-line").all_inner_texts()
        return "\n".join(line.rstrip("\n") for line in lines)

    def wait(self, state="idle"):
        self.page.wait_for_selector(f"#tryit-{self.name}[data-state={state}]", timeout=PATIENCE)

    def run(self, code=None, action="run"):
        """Run or check ``code``; what the cell says then."""
        if code is not None:
            self.write(code)
        self.press(action)
        self.wait()
        return self.status.inner_text()


def in_cells(seen, address):
    """Nothing of the page failed, and nothing was asked of another host."""
    outside = [r for r in seen.requests if not r.startswith((address, f"blob:{address}", "data:"))]
    assert outside == []
    assert seen.errors == []


@pytest.fixture(scope="module")
def warm(chromium, address):
    """A page on which Python has been started once; its tests share it."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    seen = Visit(page, [], [])
    page.on("request", lambda request: seen.requests.append(request.url))
    page.on("pageerror", lambda error: seen.errors.append(str(error)))
    page.on("console", lambda m: seen.errors.append(m.text) if m.type == "error" else None)
    page.goto(address + CHAPTER, timeout=PATIENCE)
    yield Cell(seen)
    in_cells(seen, address)
    context.close()


# --- with Python ----------------------------------------------------------------------------------


def test_run_shows_what_the_code_prints(warm):
    assert warm.run() == "The code has run."
    assert warm.output.inner_text() == "[6, 0]\n"
    assert warm.run("x = 1") == "The code has run and printed nothing."
    assert warm.output.count() == 0


def test_a_wrong_answer_is_told_what_it_is_and_a_right_one_passes(warm):
    warm.page.evaluate(
        "addEventListener('lmhead:passed', (event) => (window.passed ??= []).push(event.detail.id))"
    )
    said = warm.run(warm.parts["template"].strip(), "check")
    assert said.startswith("Not yet. These are the products")
    assert warm.page.evaluate("window.passed") is None
    assert warm.run(warm.parts["solution"].strip(), "check").startswith("Right.")
    assert warm.page.evaluate("window.passed") == [NAME]
    assert warm.status.get_attribute("data-verdict") == "right"


def test_an_error_stands_at_its_line(warm):
    faulty = warm.box.locator(".tryit-faulty")
    said = warm.run("a = [1, 2]\nprint(a[5])\nprint(a)")
    assert said.startswith("Line 2: list index out of range (IndexError).")
    assert "Traceback" not in warm.box.inner_text()
    assert faulty.all_inner_texts() == ["print(a[5])"]
    # It goes with the next change of the code.
    warm.page.keyboard.press("Control+Home")
    warm.editor.focus()
    warm.page.keyboard.type("#")
    assert faulty.count() == 0


def test_the_keyboard_runs_and_leaves(warm):
    warm.write("")
    warm.page.keyboard.type("print(40 + 2)")
    warm.page.keyboard.press("Control+Enter")
    warm.wait()
    assert warm.output.inner_text() == "42\n"
    warm.editor.focus()
    warm.page.keyboard.press("Tab")
    assert warm.code.count("    ") == 1
    warm.page.keyboard.press("Escape")
    warm.page.keyboard.press("Tab")
    assert warm.page.evaluate("document.activeElement.dataset.action") == "run"


def test_the_output_has_an_end(warm):
    said = warm.run("while True:\n    print('x' * 99)")
    assert "10000 characters" in said
    assert len(warm.output.inner_text()) <= 10_000


def test_an_endless_loop_is_stopped_and_python_starts_again_without_a_network(warm):
    other = Cell(warm.seen, "01-first")
    warm.write("mine = 1\nprint('before')\nwhile True:\n    pass")
    # Once it has been loaded, nothing more is fetched.
    warm.page.context.set_offline(True)
    try:
        warm.press("run")
        warm.output.get_by_text("before").wait_for(timeout=PATIENCE)
        other.press("run")
        assert other.status.inner_text().startswith("Another cell of this page is running.")
        assert warm.box.get_attribute("data-state") == "running"
        warm.press("stop")
        assert warm.status.inner_text() == "Stopped."
        assert warm.box.locator("[data-action=stop]").is_disabled()
        assert warm.run("mine = 2\nprint('after')") == "The code has run."
        assert warm.output.inner_text() == "after\n"
        # Each cell has names of its own, and the other one can run now.
        assert "name 'mine' is not defined" in other.run("print(mine)")
    finally:
        warm.page.context.set_offline(False)


def test_calls_without_end_are_told_at_their_line_though_they_pass_through_c(warm):
    said = warm.run("def f(x):\n    return sorted([1, 2], key=f)\n\nf(0)")
    assert said.startswith("Line 2: maximum recursion depth exceeded (RecursionError).")
    said = warm.run("class A:\n    def __repr__(s): return repr(s)\n\nprint(A())")
    assert said.startswith("Line 2: maximum recursion depth exceeded (RecursionError).")


def test_a_run_that_takes_too_long_is_ended(warm):
    warm.page.clock.install()
    warm.write("print('a')\nprint('b')\nprint('c')\nwhile True: pass")
    warm.press("run")
    # All that was printed before is there.
    warm.output.get_by_text("c").wait_for(timeout=PATIENCE)
    assert warm.output.inner_text() == "a\nb\nc\n"
    warm.page.clock.fast_forward(11_000)
    warm.wait()
    assert warm.status.inner_text().startswith("The code ran for more than 10 seconds")


def test_files_that_do_not_arrive_are_named_and_a_second_press_tries_again(visit):
    seen = visit(CHAPTER)
    cell = Cell(seen)
    for file in ("**/python_stdlib.zip", "**/editor.js"):
        seen.page.route(file, lambda route: route.abort())
    cell.plain.focus()
    cell.status.get_by_text("plain field").wait_for()
    # The plain field takes the editor's place, Ctrl-Enter included.
    cell.plain.fill("print(1/2)")
    cell.plain.press("Control+Enter")
    cell.status.get_by_text("Python could not be loaded").wait_for(timeout=PATIENCE)
    assert "python_stdlib.zip did not arrive" in cell.status.inner_text()
    seen.page.unroute("**/python_stdlib.zip")
    # Some filters answer with a page of their own, and say that all is well.
    page = {"status": 200, "content_type": "text/html", "body": "<p>Not allowed here</p>"}
    for file in ("pyodide.asm.wasm", "files.json"):
        seen.page.route(f"**/{file}", lambda route: route.fulfill(**page))
        assert f"{file} did not arrive" in cell.run()
        seen.page.unroute(f"**/{file}")
    assert cell.run() == "The code has run."
    assert cell.output.inner_text() == "0.5\n"


def test_who_stops_while_python_is_fetched_and_runs_again_fetches_nothing_twice(visit):
    seen = visit(CHAPTER)
    cell = Cell(seen)
    held = []
    seen.page.route("**/python_stdlib.zip", lambda route: held.append(route))
    with seen.page.expect_request("**/python_stdlib.zip"):
        cell.press("run")
    cell.press("stop")
    cell.wait()
    cell.press("run")
    cell.wait("loading")
    assert len(held) == 1
    held[0].continue_()
    cell.wait()
    assert "ran" in cell.status.inner_text() or "run" in cell.status.inner_text()
    assert sum(r.endswith("pyodide.asm.wasm") for r in seen.requests if "blob:" not in r) == 1


# --- without Python -------------------------------------------------------------------------------


@pytest.fixture
def cell(visit, address):
    seen = visit(CHAPTER)
    yield Cell(seen)
    in_cells(seen, address)


def test_nothing_is_loaded_before_it_is_wanted(cell):
    assert [r for r in cell.seen.requests if "/tryit/" in r] == []
    cell.enter()
    loaded = [r.rsplit("/", 1)[1] for r in cell.seen.requests if "/tryit/" in r]
    assert loaded == ["editor.js"]


def test_a_slash_is_a_character(cell):
    cell.plain.focus()
    cell.page.keyboard.type("/")
    cell.editor.wait_for()
    cell.page.keyboard.type("/")
    assert cell.code.count("/") == 2
    assert not cell.page.locator("dialog[open]").count()
    assert cell.page.evaluate("document.activeElement.closest('lmhead-tryit') !== null")


@pytest.mark.parametrize("width", [1280, 360])
def test_the_editor_takes_exactly_the_place_of_the_template(visit, width):
    cell = Cell(visit(CHAPTER, width=width), "01-first")

    def height():
        return cell.box.evaluate("e => e.getBoundingClientRect().height")

    before = height()
    cell.enter()
    assert abs(height() - before) < 2
    # No line is cut off on the phone.
    sideways = "e => e.scrollWidth - e.clientWidth"
    assert width > 600 or cell.box.locator(".cm-scroller").evaluate(sideways) <= 1
    assert cell.code == cell.parts["template"].strip()


def test_the_code_is_there_at_the_next_visit_in_either_edition(cell, address):
    cell.write("print('mine')")
    cell.page.reload()
    assert cell.plain.input_value() == "print('mine')"
    # The plain text beneath, which is what is seen, is the same.
    assert cell.box.locator(".tryit-template").inner_text() == "print('mine')"
    cell.page.goto(address + "zh/" + CHAPTER)
    assert cell.plain.input_value() == "print('mine')"


def test_reset_brings_the_template_back_and_takes_nothing_away(cell):
    reset = cell.box.locator("[data-action=reset]")
    cell.write("print('mine')")
    cell.press("reset")
    assert cell.code == cell.parts["template"].strip()
    assert reset.inner_text() == "Undo reset"
    cell.press("reset")
    assert cell.code == "print('mine')"
    assert reset.inner_text() == "Reset"
    cell.press("reset")
    cell.page.reload()
    assert cell.plain.input_value() == cell.parts["template"].strip()


def test_tab_passes_through_a_cell_that_nobody_works_in(cell):
    def focused():
        return cell.page.evaluate("document.activeElement.dataset.action ?? 'code'")

    cell.enter()
    cell.page.keyboard.press("Tab")
    assert focused() == "run"
    cell.page.keyboard.press("Shift+Tab")
    assert focused() == "code"
    assert cell.code == cell.parts["template"].strip()
    # A click is work, and so is a key of the code's.
    for work in (cell.editor.click, lambda: cell.page.keyboard.press("ArrowDown")):
        before = cell.code
        work()
        cell.page.keyboard.press("Tab")
        assert focused() == "code"
        assert cell.code != before
        cell.page.keyboard.press("Escape")
        cell.page.keyboard.press("Tab")
        assert focused() == "run"
        cell.page.keyboard.press("Shift+Tab")


def test_hints_come_one_at_a_time(cell):
    hints = cell.box.locator("details.tryit-hint")
    for shown in range(1, hints.count() + 1):
        cell.press("hint")
        assert sum(hints.nth(i).is_visible() for i in range(hints.count())) == shown
    assert hints.count() >= 1


def test_what_it_says_and_the_code_are_announced_by_name(cell):
    assert cell.box.locator("[aria-live=polite] .tryit-status").count() == 1
    assert cell.page.get_by_role("group", name="Try it").count() == 2
    cell.enter()
    assert cell.editor.get_attribute("aria-label") == "Code of this cell"
    keys = cell.editor.get_attribute("aria-describedby")
    assert "Esc, then Tab" in cell.page.locator(f"#{keys}").inner_text()


CONTRAST = """
e => {
  const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const colour = rgb(getComputedStyle(e).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
  };
  return [...e.querySelectorAll(".cm-line, .cm-line span, .cm-gutterElement, button, p")]
    .filter((t) => t.textContent.trim() && t.checkVisibility() && !t.disabled)
    .map((t) => {
      const [a, b] = [light(rgb(getComputedStyle(t).color)), light(ground(t))];
      return [t.textContent, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
    })
    .filter(([, ratio]) => ratio < 4.5);
}
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_code_and_gutter_stand_out_in_both_colours(visit, scheme):
    cell = Cell(visit(CHAPTER, scheme=scheme))
    cell.write('# note\ndef f(x):\n    return x + 1 if x is not None else "text"')
    assert cell.box.evaluate(CONTRAST) == []
    gutter = cell.box.locator(".cm-gutters").evaluate("e => getComputedStyle(e).backgroundColor")
    field = cell.box.locator(".tryit-field").evaluate("e => getComputedStyle(e).backgroundColor")
    assert gutter == field


def test_a_phone_shows_all_of_it(visit):
    cell = Cell(visit(CHAPTER, width=360))
    cell.write("print('" + "long " * 40 + "')")
    page = cell.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    heights = cell.box.locator("button").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect().height)"
    )
    assert min(heights) >= 44


@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 1280)])
def test_axe_finds_nothing_in_an_opened_cell(visit, scheme, width):
    from axe_playwright_python.sync_playwright import Axe

    cell = Cell(visit(CHAPTER, scheme=scheme, width=width))
    cell.write("x = '" + "long " * 40 + "'")
    cell.press("hint")
    cell.box.locator(".tryit-solution summary").click()
    cell.box.evaluate("e => e.print('1\\n'.repeat(99))")
    found = Axe().run(cell.page, context=f"#tryit-{NAME}").response["violations"]
    assert [violation["id"] for violation in found] == []


@pytest.mark.parametrize("script", [REFUSE, FULL, UNREADABLE], ids=["refused", "full", "unread"])
def test_without_storage_it_says_so_and_goes_on(visit, address, script):
    seen = visit(CHAPTER, script=script)
    cell = Cell(seen)
    cell.write("print(1)")
    assert cell.status.inner_text().startswith("The code lasts as long as this page")
    assert cell.code == "print(1)"
    in_cells(seen, address)


@pytest.mark.parametrize("missing", ["Worker", "WebAssembly"])
def test_a_browser_that_cannot_run_python_says_so(visit, address, missing):
    seen = visit(CHAPTER, script=f"delete globalThis.{missing}")
    cell = Cell(seen)
    assert cell.run(action="check").startswith("This browser cannot run Python")
    assert cell.box.locator(".tryit-solution summary").is_visible()
    in_cells(seen, address)


def test_without_javascript_the_task_and_a_solution_can_be_read(visit):
    box = visit(CHAPTER, js=False).page.locator(f"#tryit-{NAME}")
    parts = tasks("en")[NAME].parts
    assert box.locator(".tryit-template").inner_text().strip() == parts["template"].strip()
    assert not any(b.is_visible() for b in box.locator("button").all())
    for kind in ("hint", "solution"):
        box.locator(f"details.tryit-{kind} summary").first.click()
    assert box.locator(".tryit-solution pre").inner_text().strip() == parts["solution"].strip()


def test_a_chinese_cell_speaks_chinese(visit):
    cell = Cell(visit("zh/" + CHAPTER), edition="zh")
    labels = cell.box.locator("button").all_inner_texts()
    assert labels == ["运行", "检查", "提示", "停止", "重置"]
    cell.page.evaluate("delete globalThis.Worker")
    assert cell.run().startswith("这个浏览器不支持")

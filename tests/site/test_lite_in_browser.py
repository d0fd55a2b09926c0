"""A notebook in the browser: what it asks for, what it keeps, and what is said when it cannot run.

numpy for WebAssembly is on Pyodide's CDN alone, which a test does not ask. So what happens once
Python runs is not seen here.
"""

import gzip
import json
import re
from urllib.parse import urlsplit

import pytest

from web import lite, lite_pyodide
from web.labels import EDITIONS
from web.lite_bar import INTERFACE_MB
from web.lite_labels import label

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CDN = lite_pyodide.CDN
LONG = 120_000  # ms, for what takes a few seconds on a machine that is not busy
NOTEBOOK = lite.notebook_href(EDITIONS["en"], "03-by-hand")
GATE = "lmhead-gate section"


@pytest.fixture
def browse(chromium, address):
    """Open a page with the CDN as it is told: out of reach, silent, or answering."""
    contexts = []

    def opened(path, *, cdn="gone", script="", scheme="light", width=1100):
        context = chromium.new_context(
            color_scheme=scheme, viewport={"width": width, "height": 900}, service_workers="block"
        )
        contexts.append(context)
        context.set_default_timeout(LONG)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.asked = []
        page.on("request", lambda request: page.asked.append(request.url))
        answer = {
            "gone": lambda route: route.abort(),
            "silent": lambda route: None,
            "answers": lambda route: route.fulfill(status=200, content_type="text/javascript"),
        }[cdn]
        context.route(f"{CDN}**", answer)
        page.goto(address + path)
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.mark.parametrize("code", EDITIONS)
def test_from_the_exercise_to_a_notebook_whose_python_does_not_come(browse, site, address, code):
    edition = EDITIONS[code]
    folder = f"{edition.folder}/" if edition.folder else ""
    page = browse(f"{folder}exercises/03-by-hand/03-by-hand.html")
    assert [url for url in page.asked if not url.startswith(address)] == []
    del page.asked[:]
    page.get_by_role("link", name=label(edition, "bar.open")).click()

    section = page.locator(GATE)
    section.wait_for()
    assert "cdn.jsdelivr.net" in section.inner_text()
    assert label(edition, "gate.title") in section.inner_text()
    # The notebook is there to be read, in its language, and so is the menu.
    page.locator(".jp-Notebook h1").first.wait_for()
    assert page.locator("html").get_attribute("lang") == edition.tag
    menu = {"en": "Kernel", "zh": "内核"}[code]
    page.get_by_role("menuitem", name=menu, exact=True).wait_for()
    # Nothing but Python was asked of another host.
    others = {url for url in page.asked if not url.startswith((address, "blob:", "data:"))}
    assert others == {CDN + lite_pyodide.ENTRY}

    # What it took, as a host that compresses sends it; the wheels come with the first cell.
    paths = {urlsplit(url).path for url in page.asked if url.startswith(address)}
    files = [site / path.lstrip("/") for path in paths]
    sent = sum(len(gzip.compress(file.read_bytes(), 6)) for file in files if file.is_file())
    wheels = sum(file.stat().st_size for file in (site / "lite/pypi").glob("*.whl"))
    assert sent + wheels < INTERFACE_MB * 1e6

    # Each of the other ways leads somewhere.
    links = section.locator("a").evaluate_all("all => all.map(a => a.href)")
    assert "colab.research.google.com" in links[1]
    for link in (links[0], links[2]):
        assert page.request.get(link).ok
    section.get_by_role("button", name=label(edition, "gate.close")).click()
    assert section.count() == 0


def test_work_is_kept_and_lies_where_the_course_says(browse):
    page = browse(NOTEBOOK)
    page.locator(GATE).get_by_role("button", name="Close").click()
    page.locator(".jp-CodeCell .cm-content", has_text="NotImplementedError").first.click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text("total = 'kept?'")
    page.keyboard.press("Control+S")
    key = lite.notebook_path(EDITIONS["en"], "03-by-hand")
    kept = """([database, key]) => new Promise((resolve) => {
      const request = indexedDB.open(database);
      request.onsuccess = () => {
        const files = request.result.transaction("files").objectStore("files").get(key);
        files.onsuccess = () => { request.result.close(); resolve(files.result); };
      };
    })"""
    for _ in range(600):
        file = page.evaluate(kept, [lite.STORAGE, key])
        if file and "kept?" in json.dumps(file["content"]):
            break
        page.wait_for_timeout(100)
    else:
        raise AssertionError("the notebook was not saved")
    page.reload()
    page.locator(".jp-CodeCell .cm-content", has_text="kept?").wait_for()


@pytest.mark.parametrize(
    ("script", "cdn", "said"),
    [
        ("delete window.WebAssembly", "answers", "it has no WebAssembly"),
        ("delete window.Worker", "answers", "it has no workers"),
        (
            "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError') }",
            "answers",
            "does not let the page keep anything",
        ),
    ],
)
def test_what_the_browser_lacks_is_said_in_the_page(browse, script, cdn, said):
    page = browse(NOTEBOOK, cdn=cdn, script=script)
    section = page.locator(GATE)
    section.wait_for()
    assert said in section.inner_text()


def test_a_host_that_never_answers_is_said_too(browse, site):
    page = browse("lite/gate.js")
    told = re.search(
        r'<script id="lmhead-gate"[^>]*>.*?</script>',
        (site / "lite/notebooks/index.html").read_text("utf-8"),
    )[0]
    html = f'<!doctype html>{told}<script src="gate.js" defer></script>'
    page.route(
        "**/lite/alone.html*", lambda route: route.fulfill(body=html, content_type="text/html")
    )
    page.context.unroute(f"{CDN}**")
    page.context.route(f"{CDN}**", lambda route: None)
    page.clock.install()
    page.goto(page.url.replace("gate.js", "alone.html?path=03-by-hand.ipynb"))
    assert page.locator(GATE).count() == 0
    page.clock.fast_forward(21_000)
    page.locator(GATE).wait_for()
    assert "did not answer" in page.locator(GATE).inner_text()

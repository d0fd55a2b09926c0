"""Notebooks in what a browser has passed: JupyterLite keeps them, and their results are counted.

That JupyterLite keeps a notebook there, as an object, is seen in test_lite_in_browser.py.
"""

import json

import pytest

from lmhead.checks import check
from lmhead.checks.result import MIME_TYPE
from tests.site.progress_page import Progress, Table
from web import lite
from web.build import ROOT
from web.editions import EDITIONS

pytestmark = pytest.mark.browser

EXERCISE = "exercises/01-distance/01-distance.html"
RIGHT = {"01-distance/all-scores": [lambda h, table: h @ table.T]}
# As JupyterLite writes: a table without a key path, a notebook as an object.
PUT = """([name, files]) => new Promise((resolve, reject) => {
  const request = indexedDB.open(name);
  request.onerror = reject;
  request.onupgradeneeded = () => request.result.createObjectStore("files");
  request.onsuccess = () => {
    const files_ = request.result.transaction("files", "readwrite").objectStore("files");
    for (const [path, file] of Object.entries(files)) files_.put(file, path);
    files_.transaction.oncomplete = () => { request.result.close(); resolve(); };
  };
})"""


def notebook(results):
    """A copy of exercise 1 in which these checks were run: ``{task: status}``, or a real result."""
    path = ROOT / "exercises" / "01-distance" / "01-distance.ipynb"
    content = json.loads(path.read_text(encoding="utf-8"))
    for cell in content["cells"]:
        for task, result in results.items():
            if "".join(cell["source"]).startswith(f'check("{task}"'):
                told = {"task": task, "status": result} if isinstance(result, str) else None
                data = {MIME_TYPE: told} if told else result._repr_mimebundle_()
                cell["outputs"] = [{"output_type": "display_data", "metadata": {}, "data": data}]
    return content


def put(page, files):
    """Keep ``files``, a path and a notebook each, where JupyterLite does."""
    kept = {path: {"type": "notebook", "content": content} for path, content in files.items()}
    page.evaluate(PUT, [lite.STORAGE, kept])


def come_back(page):
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def wait(page, selector, text):
    page.wait_for_function(
        "([selector, text]) => document.querySelector(selector)?.textContent === text",
        arg=[selector, text],
    )


def test_what_is_right_in_a_saved_notebook_counts_in_both_editions(visit, address):
    seen = visit(EXERCISE)
    exercise = Progress(seen)
    tasks = exercise.items["tasks"]
    assert exercise.counts() == {"checked": 0}
    path = lite.notebook_path(EDITIONS["en"], "01-distance")
    result = {task: check(task, *work) for task, work in RIGHT.items()}
    put(seen.page, {path: notebook({**result, tasks[1]: "wrong", tasks[2]: "partial"})})
    come_back(seen.page)
    wait(seen.page, "[data-count=checked]", "1")
    assert not seen.page.get_by_role("checkbox").is_checked()

    # The rest in the other edition's copy: together they are all.
    path = lite.notebook_path(EDITIONS["zh"], "01-distance")
    put(seen.page, {path: notebook(dict.fromkeys(tasks[1:], "right"))})
    seen.page.goto(address + "zh/" + EXERCISE)
    wait(seen.page, "[data-count=checked]", str(len(tasks)))
    seen.page.goto(address + "chapters/intro.html")
    wait(seen.page, "tr:nth-child(2) [data-done]", "done")
    assert seen.page.locator("tfoot td").last.inner_text() == "1/6"
    assert seen.errors == []


def test_they_are_saved_in_the_file_and_come_back_where_no_notebook_is(visit):
    table = Table(visit)
    tasks = json.loads(table.box.locator("tbody tr").nth(1).get_attribute("data-items"))["tasks"]
    path = lite.notebook_path(EDITIONS["en"], "01-distance")
    put(table.page, {path: notebook({tasks[0]: "right", tasks[3]: "right"})})
    come_back(table.page)
    wait(table.page, "tr:nth-child(2) [data-done]", f"2/{len(tasks)}")
    with table.page.expect_download() as download:
        table.press("save")
    saved = download.value.path().read_bytes()
    assert json.loads(saved)["checks"] == [tasks[0], tasks[3]]

    table.page.evaluate(
        "name => new Promise((done) => { indexedDB.deleteDatabase(name).onsuccess = done })",
        lite.STORAGE,
    )
    come_back(table.page)
    wait(table.page, "tr:nth-child(2) [data-done]", "not yet")
    assert "checks 2." in table.add(saved)
    wait(table.page, "tr:nth-child(2) [data-done]", f"2/{len(tasks)}")


def test_where_there_is_no_notebook_no_storage_is_made(visit, address):
    seen = visit(EXERCISE)
    come_back(seen.page)
    # As the page has done by now or is about to: looked for, to the end.
    seen.page.evaluate(
        """async ([module, notebooks]) => {
          await (await import(module)).rightTasks(JSON.parse(notebooks));
        }""",
        [
            address + "_static/progress-notebooks.js",
            seen.page.locator("[data-notebooks]").get_attribute("data-notebooks"),
        ],
    )
    names = seen.page.evaluate("indexedDB.databases().then((all) => all.map((e) => e.name))")
    assert lite.STORAGE not in names
    assert Progress(seen).counts() == {"checked": 0}
    assert seen.errors == []


def test_what_is_no_notebook_is_passed_over(visit):
    seen = visit(EXERCISE)
    tasks = Progress(seen).items["tasks"]
    odd = [
        None,
        1,
        "text",
        {},
        {"cells": 3},
        {"cells": [None, {"outputs": [None, {"data": None}]}]},
    ]
    files = {f"{number}.ipynb": content for number, content in enumerate(odd)}
    put(seen.page, {**files, "a.ipynb": notebook({tasks[0]: "right", tasks[1]: "right!"})})
    come_back(seen.page)
    wait(seen.page, "[data-count=checked]", "1")
    assert seen.errors == []


def test_a_browser_without_such_a_storage_counts_none(visit):
    refuse = "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException(); } });"
    seen = visit(EXERCISE, script=refuse)
    come_back(seen.page)
    assert Progress(seen).counts() == {"checked": 0}
    assert seen.errors == []

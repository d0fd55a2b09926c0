"""The explorer in a page of its own, and in a browser."""

import re
import shutil

import pytest

from tests.site.conftest import serve
from tests.site.explorer.page import EVERY, page
from web.build import ROOT
from web.explorer import HEADS


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
def explore(chromium, pages):
    """Open a chapter's page: ``explore("03", width=360)``; a console error fails the test."""
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

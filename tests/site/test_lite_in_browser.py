"""A notebook in the browser: what it asks for, what it keeps, and what is said when it cannot run.

numpy for WebAssembly is on Pyodide's CDN alone, which a test does not ask. So Python starts here
without it, and no check is seen in a browser.
"""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from importlib.metadata import requires
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from playwright.sync_api import TimeoutError as NotInTime

import lmhead
from lmhead.course import SITE_URL
from tests.site.conftest import serve
from web import lite, tryit_assets
from web.addresses import colab_url
from web.build import ROOT
from web.editions import EDITIONS
from web.labels import label
from web.lite import pyodide_files, wheels
from web.lite.bar import INTERFACE_MB

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CDN = pyodide_files.CDN
LONG = 120_000  # ms, for what takes a few seconds on a machine that is not busy
NOTEBOOK = lite.notebook_href(EDITIONS["en"], "03-by-hand")
GATE = "lmhead-gate section"


@pytest.fixture
def browse(chromium, address):
    """Open a page with the CDN as it is told: out of reach or answering."""
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
    page.get_by_role("link", name=label(edition, "lite.bar.open")).click()

    section = page.locator(GATE)
    section.wait_for()
    assert "cdn.jsdelivr.net" in section.inner_text()
    assert label(edition, "lite.gate.title") in section.inner_text()
    # The notebook is there to be read, in its language, and so is the menu.
    page.locator(".jp-Notebook h1").first.wait_for()
    assert page.locator("html").get_attribute("lang") == edition.tag
    menu, item = {"en": ("File", "Download"), "zh": ("文件", "下载")}[code]
    page.get_by_role("menuitem", name=menu, exact=True).click()
    page.get_by_role("menuitem", name=item, exact=True).wait_for()  # as the page says
    # The menu leads to no page of Jupyter's that is not there.
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.locator(".lm-Menu [data-command='application:toggle-zen']").wait_for()
    assert page.locator(".lm-Menu [data-command^='application:open-']").count() == 0
    page.keyboard.press("Escape")
    # Nothing but Python was asked of another host.
    others = {url for url in page.asked if not url.startswith((address, "blob:", "data:"))}
    assert others == {CDN + pyodide_files.ENTRY}

    # What it took, as a host that compresses sends it; the wheels come with the first cell.
    paths = {urlsplit(url).path for url in page.asked if url.startswith(address)}
    files = [site / path.lstrip("/") for path in paths]
    sent = sum(len(gzip.compress(file.read_bytes(), 6)) for file in files if file.is_file())
    wheels = sum(file.stat().st_size for file in (site / "lite/pypi").glob("*.whl"))
    assert sent + wheels < INTERFACE_MB * 1e6

    # Each of the other ways leads somewhere.
    links = section.locator("a").evaluate_all("all => all.map(a => a.href)")
    if colab_url("x.ipynb"):  # the repository lies on GitHub, and its address is known
        assert "colab.research.google.com" in links.pop(1)
    assert len(links) == 2
    for link in links:
        assert page.request.get(link).ok
    section.get_by_role("button", name=label(edition, "lite.gate.close")).click()
    assert section.count() == 0

    # The notebook's own links name the published site. They lead to this copy of it.
    link = page.locator(".jp-Notebook a", has_text=re.compile("chapter 3|第 3 章")).first
    assert link.get_attribute("href").startswith(SITE_URL)
    link.hover()
    there = link.evaluate("a => a.href")
    assert there.startswith(f"{address}{edition.folder and edition.folder + '/'}chapters/")
    assert page.request.get(there).ok


def test_work_is_kept_and_lies_where_the_course_says(browse):
    page = browse(NOTEBOOK)
    page.locator(GATE).get_by_role("button", name="Close").click()
    page.locator(".jp-CodeCell .cm-content", has_text="NotImplementedError").first.click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text("total = 'kept?'")
    page.keyboard.press("Control+S")
    key = lite.notebook_path(EDITIONS["en"], "03-by-hand")
    kept = """async ([database, key]) => {
      const known = await indexedDB.databases();
      if (!known.some((found) => found.name === database)) return null;
      return new Promise((resolve) => {
        const request = indexedDB.open(database);
        request.onsuccess = () => {
          const done = (found) => { request.result.close(); resolve(found); };
          if (!request.result.objectStoreNames.contains("files")) return done(null);
          const files = request.result.transaction("files").objectStore("files").get(key);
          files.onsuccess = () => done(files.result);
        };
      });
    }"""
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


@pytest.fixture
def gate(browse, address):
    """The gate alone, without a notebook: ``gate(answer, path=…)`` has ``answer`` for the CDN."""

    def opened(answer, path="03-by-hand.ipynb"):
        page = browse("lite/gate.js")
        html = page.request.get(address + NOTEBOOK).text()
        told = re.search(r'<script id="lmhead-gate"[^>]*>.*?</script>', html)[0]
        html = f'<!doctype html>{told}<script src="gate.js" defer></script>'
        page.route(
            "**/lite/alone.html*", lambda route: route.fulfill(body=html, content_type="text/html")
        )
        page.context.unroute(f"{CDN}**")
        page.context.route(f"{CDN}**", answer)
        page.clock.install()
        page.goto(f"{address}lite/alone.html?path={path}")
        return page

    return opened


def test_a_host_that_never_answers_is_said_too_until_it_does(gate):
    waiting = []
    page = gate(lambda route: waiting.append(route))
    assert page.locator(GATE).count() == 0
    while not waiting:
        page.wait_for_timeout(50)
    page.clock.fast_forward(21_000)
    page.locator(GATE).wait_for()
    assert "did not answer" in page.locator(GATE).inner_text()
    # The kernel waits for the same file and starts then; nothing lies over its notebook.
    waiting[0].fulfill(status=200, content_type="text/javascript", body="")
    page.locator(GATE).wait_for(state="detached")


@pytest.mark.parametrize("sent_as", ["text/html", "application/octet-stream"])
def test_what_no_module_is_sent_as_is_no_answer(gate, sent_as):
    page = gate(lambda route: route.fulfill(status=200, content_type=sent_as, body="<p>Log in"))
    page.locator(GATE).wait_for()
    assert "did not answer" in page.locator(GATE).inner_text()


def test_of_a_notebook_of_a_reader_s_own_no_other_copy_is_named(gate):
    page = gate(lambda route: route.abort(), path="Untitled.ipynb")
    page.locator(GATE).wait_for()
    assert page.locator(GATE).get_by_role("link").count() == 0
    assert page.locator(GATE).get_by_role("button").all_inner_texts() == ["Try again", "Close"]


# --- with Python, from npm ------------------------------------------------------------------------

KERNEL = ("ipython", "jedi")
KEPT = ROOT / "_build" / "tests"  # what PyPI was asked for once
THERE = {"sys_platform": "emscripten", "platform_system": "Emscripten", "extra": ""}


def needed(names: Iterable[str]) -> set[str]:
    """Installed packages of these names, and what they need in a browser."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name not in found:
            found.add(name)
            for requirement in map(Requirement, requires(name) or ()):
                if requirement.marker is None or requirement.marker.evaluate(THERE):
                    waiting.append(requirement.name)
    return found


def micropip() -> Path:
    """Its wheel, which wants a newer Python than this one, at the version and hash pinned."""
    pinned = Path(__file__).with_name("kernel-requirements.txt")
    folder = KEPT / hashlib.sha256(pinned.read_bytes()).hexdigest()[:8]
    if not list(folder.glob("micropip-*.whl")):
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--dest",
            folder,
        ]
        command += ["--require-hashes", "--only-binary=:all:", "--python-version=3.14"]
        subprocess.run([*command, "--requirement", pinned], check=True)
    return next(folder.glob("micropip-*.whl"))


def empty_wheel(name: str, folder: Path) -> Path:
    """In the place of a package that is on the CDN alone: it can be installed and imported."""
    path = folder / f"{name}-99-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{name}/__init__.py", "")
        metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 99\n"
        wheel.writestr(f"{name}-99.dist-info/METADATA", metadata)
        wheel.writestr(f"{name}-99.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{name}-99.dist-info/RECORD", "")
    return path


@pytest.fixture(scope="module")
def distribution(tmp_path_factory):
    """A distribution as ``PYODIDE=`` takes it: the core of npm, what the kernel needs as it is
    installed here, and nothing in numpy's and matplotlib's place."""
    folder = tmp_path_factory.mktemp("pyodide")
    core = next(tryit_assets.made().glob("pyodide-*"))
    for path in core.iterdir():
        shutil.copy(path, folder)
    packages = {name: wheels.installed_wheel(name, folder) for name in needed(KERNEL)}
    packages |= {name: empty_wheel(name, folder) for name in ("numpy", "matplotlib")}
    packages["micropip"] = Path(shutil.copy(micropip(), folder))
    lock = json.loads((folder / pyodide_files.LOCK).read_text("utf-8"))
    for name, path in packages.items():
        with zipfile.ZipFile(path) as wheel:
            tops = {item.split("/")[0].removesuffix(".py") for item in wheel.namelist()}
        lock["packages"][name] = {
            "depends": [*needed([name]) - {name}] if name in KERNEL else [],
            "file_name": path.name,
            "imports": sorted(top for top in tops if not top.endswith(".dist-info")),
            "install_dir": "site",
            "name": name,
            "package_type": "package",
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            "unvendored_tests": False,
            "version": path.name.split("-")[1],
        }
    (folder / pyodide_files.LOCK).write_text(json.dumps(lock), encoding="utf-8")
    return folder, core.name.removeprefix("pyodide-")


def output_of_the_first_cell(page):
    """Run it until it is run: what is asked for before there is a kernel is done by nobody, and
    JupyterLab calls the kernel idle also before it knows of one."""
    output = page.locator(".jp-CodeCell .jp-OutputArea-output").first
    prompt = page.locator(".jp-CodeCell .jp-InputPrompt").first
    for _ in range(10):
        page.keyboard.press("Control+Enter")
        try:
            output.wait_for(timeout=LONG / 10)
        except NotInTime:
            if "*" not in prompt.inner_text():
                continue
            output.wait_for()
        return output.inner_text()
    pytest.fail(f"no cell was run: {page.locator('body').inner_text()}")


def test_python_starts_and_installs_the_package_and_asks_no_other_host(
    chromium, distribution, tmp_path, monkeypatch
):
    folder, version = distribution
    monkeypatch.setattr(pyodide_files, "VERSION", version)
    lite.make(tmp_path / lite.FOLDER, ROOT, ["exercises/03-by-hand/03-by-hand"], folder)
    server, address = serve(tmp_path)
    context = chromium.new_context()
    context.set_default_timeout(LONG)
    asked = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.goto(address + NOTEBOOK)
    # Typed over the notebook's first cell, whose import of the checks needs numpy itself.
    page.locator(".jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(
        "%pip install -q lmhead\nimport sys, lmhead\nprint(sys.platform, lmhead.__version__)"
    )
    said = output_of_the_first_cell(page)
    kept = page.locator(GATE).count()
    context.close()
    server.shutdown()
    assert said.strip() == f"emscripten {lmhead.__version__}"
    assert kept == 0
    assert {url for url in asked if not url.startswith((address, "blob:", "data:"))} == set()

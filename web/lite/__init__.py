"""Notebooks without installing anything: JupyterLite, below ``lite/`` on the built site.

It holds the notebooks that a browser can check, the interface of Jupyter Notebook without what
they do not need, and the wheels of ``wheels.py``. Each edition has an address of its own, with
an interface in its language; both keep a reader's work in one place of the browser's storage.

A page of the course loads nothing of it. Whoever opens a notebook asks this host for the interface
and, unless Pyodide lies here too, Pyodide's CDN for Python; ``lite/gate.js`` says so in the page
when that does not answer.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from html import escape
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from lmhead.course import ASSIGNMENTS, LIBRARIES, SITE_URL
from web import input_hashes
from web.addresses import colab_url
from web.editions import EDITIONS, Edition
from web.labels import label, labels_below
from web.lite import licenses, pyodide_files, wheels, words
from web.standalone_page import bare_page

HERE = Path(__file__).parent
FOLDER = "lite"  # below the site's root
APP = "notebooks"
GATE = "gate.js"
KERNEL = "@jupyterlite/pyodide-kernel-extension"
# The name of the IndexedDB database in which JupyterLite keeps a reader's notebooks, whatever
# path the site lies below. The table is "files", a key is a path as in `notebook_path`.
STORAGE = "lmhead notebooks"
# Small files that no page of it loads, fonts in formats that no browser in use asks for, and the
# schemas one by one, which all.json beside them holds together.
_UNUSED = (
    *("rspack.config*.js", "package.json", "jupyterlite.schema.v0.json", "bootstrap.js", "doc"),
    *("manifest.webmanifest", "icon-*.png"),
    *("build/fa-*.eot", "build/fa-*.svg", "build/fa-*.ttf", "build/fa-*.woff"),
    *("build/schemas/@*", f"{APP}/package.json", f"{APP}/build"),
)
_CONFIG_SCRIPT = '<script id="jupyter-config-data" type="application/json"'
_DATE = 315532800  # of every file that it makes: 1980-01-01


class LiteError(Exception):
    """It was not made; the message says why in one sentence."""


def offered(page: str) -> str | None:
    """The assignment that ``page`` shows if it can be done in a browser, or None."""
    folder, _, name = page.partition("/")
    assignment = name.partition("/")[0]
    known = folder == "exercises" and assignment in ASSIGNMENTS and assignment not in LIBRARIES
    return assignment if known else None


def notebook_path(edition: Edition, assignment: str) -> str:
    """Where a notebook lies in JupyterLite's files, and under what key its storage has it."""
    folder = f"{edition.folder}/" if edition.folder else ""
    return f"{folder}{assignment}.ipynb"  # what a download is called comes from all of it


def app_path(edition: Edition) -> str:
    """The page, below ``lite/``, that opens a notebook with an interface in this language."""
    return f"{edition.folder}/{APP}/index.html" if edition.folder else f"{APP}/index.html"


def notebook_href(edition: Edition, assignment: str) -> str:
    """The address, from the site's root, that opens a notebook in the browser."""
    return f"{FOLDER}/{app_path(edition)}?path={notebook_path(edition, assignment)}"


def _assignments(pages: list[str]) -> list[str]:
    return [name for page in pages if (name := offered(page))]


def _notebooks(root: Path, pages: list[str]) -> dict[str, Path]:
    """Where each notebook of the course in ``root`` lies, by its path in JupyterLite's files."""
    return {
        path: root / edition.folder / "exercises" / assignment / Path(path).name
        for edition in EDITIONS.values()
        for assignment in _assignments(pages)
        for path in [notebook_path(edition, assignment)]
    }


def made_from(root: Path, pages: list[str], pyodide: Path | None) -> str:
    """A hash of all that the folder comes from; empty if the course has no notebook for it."""
    notebooks = _notebooks(root, pages)
    if not notebooks:
        return ""
    code = [*input_hashes.files_below(HERE), *HERE.parent.glob("*.py"), *wheels.sources(root)]
    found = input_hashes.hashes_of([*code, *notebooks.values()])
    release = pyodide and input_hashes.hash_of(pyodide / pyodide_files.LOCK)
    return input_hashes.digest(found, input_hashes.environment(), release)


def make(lite: Path, root: Path, pages: list[str], pyodide: Path | None = None) -> None:
    """Make the folder ``lite``, which is empty or not there, with the notebooks of the course.

    pages: of the course. pyodide: the folder of a full distribution to copy, or None for the CDN.
    Raises ``LiteError``.
    """
    with tempfile.TemporaryDirectory(prefix="lmhead-lite-") as name:
        work = Path(name)
        try:
            built = [
                wheels.learner_wheel(root, work / "wheels"),
                wheels.installed_wheel(wheels.FROM_HERE, work / "wheels"),
            ]
        except wheels.WheelError as error:
            raise LiteError(str(error)) from None
        for path, source in _notebooks(root, pages).items():
            target = work / "contents" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
        _run(work, built)
        shutil.copytree(work / "lite", lite, dirs_exist_ok=True)
    if pyodide is not None:
        try:
            pyodide_files.copy(pyodide, lite / "static" / "pyodide")
        except pyodide_files.PyodideError as error:
            raise LiteError(str(error)) from None
    _settle(lite, _assignments(pages), here=pyodide is not None)


def _run(work: Path, built: list[Path]) -> None:
    """Build with JupyterLite's own command, from what lies in ``work``, into ``work/lite``."""
    kernel = next(
        Path(path.locate()).parent
        for path in distribution("jupyterlite-pyodide-kernel").files or ()
        if path.as_posix().endswith(f"labextensions/{KERNEL}/package.json")
    )
    settings: dict[str, Any] = {
        "LiteBuildConfig": {
            "apps": [APP],
            "cache_dir": str(work / "cache"),
            "contents": [str(work / "contents")],
            # No other extension that happens to be installed.
            "federated_extensions": [str(kernel)],
            "ignore_sys_prefix": ["federated_extensions"],
            "no_libarchive": True,
            "no_sourcemaps": True,
            "no_unused_shared_packages": True,
            "output_dir": str(work / "lite"),
            "source_date_epoch": _DATE,
        },
        "PipliteAddon": {"piplite_urls": [str(wheel) for wheel in built]},
    }
    project = work / "project"
    project.mkdir()
    (project / "jupyter_lite_config.json").write_text(json.dumps(settings), encoding="utf-8")
    shutil.copyfile(HERE / "overrides.json", project / "overrides.json")
    command = [sys.executable, "-m", "jupyterlite_core", "build"]
    done = subprocess.run(
        command,
        cwd=project,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0 or not (work / "lite" / APP / "index.html").is_file():
        said = (done.stderr or done.stdout).strip()[-1500:]
        raise LiteError(f"JupyterLite was not built:\n{said}")


def _settle(lite: Path, assignments: list[str], *, here: bool) -> None:
    """Remove what is not used, set what the command has no option for, add the pages."""
    for pattern in _UNUSED:
        for path in lite.glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    config = json.loads((lite / "jupyter-lite.json").read_text(encoding="utf-8"))
    data = config["jupyter-config-data"]
    data |= json.loads((HERE / "config.json").read_text(encoding="utf-8"))
    data |= {"contentsStorageName": STORAGE, "settingsStorageName": STORAGE}
    kernel = data["litePluginSettings"][f"{KERNEL}:kernel"]
    kernel["disablePyPIFallback"] = True
    kernel["pyodideUrl"] = f"./static/pyodide/{pyodide_files.ENTRY}" if here else _cdn_entry()
    kernel["loadPyodideOptions"] = {"packages": list(pyodide_files.STARTS_WITH)}
    _write_json(lite / "jupyter-lite.json", config)

    words.settle(lite)
    shutil.copyfile(HERE / GATE, lite / GATE)
    (lite / licenses.FILE).write_text(licenses.text(here=here), encoding="utf-8")
    html = (lite / APP / "index.html").read_text(encoding="utf-8")
    app = json.loads((lite / APP / "jupyter-lite.json").read_text(encoding="utf-8"))
    for edition in EDITIONS.values():
        up = "../" * app_path(edition).count("/")
        target = lite / app_path(edition)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_app_page(html, edition, up, assignments, here=here), encoding="utf-8")
        _write_json(target.parent / "jupyter-lite.json", _app_config(app, edition, up))
        folder = lite / edition.folder
        page = _start_page(lite, edition, assignments)
        (folder / "index.html").write_text(page, encoding="utf-8")
        for place in (folder, target.parent):
            # JupyterLite asks for both in every folder down to the page.
            if not (place / "jupyter-lite.json").is_file():
                _write_json(place / "jupyter-lite.json", {"jupyter-lite-schema-version": 0})
            shutil.copyfile(HERE / "jupyter-lite.ipynb", place / "jupyter-lite.ipynb")


def _cdn_entry() -> str:
    return pyodide_files.CDN + pyodide_files.ENTRY


def _write_json(path: Path, data: Any) -> None:
    path.write_text(json.dumps(data, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _app_page(html: str, edition: Edition, up: str, assignments: list[str], *, here: bool) -> str:
    """JupyterLite's page in an edition's folder and language, with the gate before it."""
    folder = f"{edition.folder}/" if edition.folder else ""
    base = f"../{up}{folder}"
    named = "{assignment}"  # by the gate's script, which knows from the address what is open
    told = {
        "probe": f"{up}static/pyodide/{pyodide_files.ENTRY}" if here else _cdn_entry(),
        "page": base + f"exercises/{named}/{named}.html",
        "notebook": f"{up}files/{notebook_path(edition, named)}",
        "colab": colab_url(f"{folder}exercises/{named}/{named}.ipynb"),
        "names": assignments,
        "site": {"published": SITE_URL, "base": f"../{up}"},
        "say": labels_below(edition, "lite.gate."),
    }
    text = json.dumps(told, ensure_ascii=False, sort_keys=True).replace("<", "\\u003c")
    head = (
        f'<meta name="robots" content="noindex">\n'
        f'<link rel="icon" href="{up}{APP}/favicon.ico">\n'
        f'<script id="lmhead-gate" type="application/json">{text}</script>\n'
        f'<script src="{up}{GATE}" defer></script>\n</head>'
    )
    title = escape(label(edition, "lite.page.title"))
    replaced = {
        "<html>": f'<html lang="{edition.tag}">',
        '<link rel="manifest" href="../manifest.webmanifest">': "",
        "</head>": head,
        'data-jupyter-lite-root=".."': f'data-jupyter-lite-root="{up[:-1]}"',
        '"../build/': f'"{up}build/',
        "'../config-utils.js": f"'{up}config-utils.js",
        "JupyterLite requires JavaScript to be enabled in your browser.": escape(
            label(edition, "lite.page.noscript")
        ),
        "Loading JupyterLite...": escape(label(edition, "lite.page.loading")),
    }
    html = re.sub(r"<title>.*?</title>", f"<title>{title}</title>", html)
    for old, new in replaced.items():
        if old not in html:
            raise LiteError(f"JupyterLite's page has no {old!r} any more: web/lite/ is behind.")
        html = html.replace(old, new, 1)
    return html


def _app_config(config: Any, edition: Edition, up: str) -> Any:
    """The settings of JupyterLite's page in an edition's folder."""
    data = dict(config["jupyter-config-data"])
    data["fullStaticUrl"], data["settingsUrl"] = f"{up}build", f"{up}build/schemas"
    data["faviconUrl"] = "./favicon.ico" if up == "../" else f"{up}{APP}/favicon.ico"
    translation = "@jupyterlab/translation-extension:plugin"
    data["settingsOverrides"] = {translation: {"locale": edition.tag.replace("-", "_")}}
    return {**config, "jupyter-config-data": data}


def _start_page(lite: Path, edition: Edition, assignments: list[str]) -> str:
    """The page of JupyterLite's folder itself: the notebooks of an edition."""
    root = "." if not edition.folder else "/".join(".." for _ in edition.folder.split("/"))
    page = f"{root}/{app_path(edition)}"
    items = ""
    for path in (notebook_path(edition, name) for name in assignments):
        notebook = json.loads((lite / "files" / path).read_text(encoding="utf-8"))
        title = "".join(notebook["cells"][0]["source"]).partition("\n")[0].lstrip("# ")
        items += f'<li><a href="{page}?path={path}">{escape(title)}</a></li>\n'
    title, about = label(edition, "lite.page.title"), label(edition, "lite.page.about")
    main = f"<h1>{escape(title)}</h1>\n<p>{escape(about)}</p>\n<ul>\n{items}</ul>"
    config = f'{_CONFIG_SCRIPT} data-jupyter-lite-root="{root}">{{}}</script>\n'
    return bare_page(edition.tag, title, about, main, head=config)

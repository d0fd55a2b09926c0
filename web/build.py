"""Build the whole site, both editions, in one strict call: ``python -m web.build``.

Each edition is built by itself, from nothing, with every page's code run; a warning, a failing
cell or an internal link that leads nowhere ends the build with status 1. What is finished replaces
``_build/html`` only when all of it is sound.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import time
from html import escape
from pathlib import Path

from lmhead.course import SITE_URL
from web import links, lite, publishing, search_index, tryit_assets
from web.labels import EDITIONS, Edition, label
from web.lite import pyodide_files
from web.lite.bar import HERE
from web.pages import edition_tree, page_url, toc_pages

ROOT = Path(__file__).resolve().parent.parent
INTERRUPTED = 130
# What the pages come from, below the root; FINGERPRINT, beside html/, says for what it was built.
INPUTS = (
    "_config.yml",
    "_toc.yml",
    "references.bib",
    "chapters",
    "exercises",
    "zh",
    "lmhead",
    "web",
    "pyproject.toml",
)
FINGERPRINT = "site.sha256"
_IGNORED = {"_build", "__pycache__", ".ipynb_checkpoints", "node_modules"}

REDIRECT = """<!doctype html>
<html lang="{tag}">
<head>
<meta charset="utf-8">
<title>lmhead</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="{description}">
<link rel="icon" href="data:,">
<meta http-equiv="refresh" content="0; url={page}">
<link rel="canonical" href="{canonical}">
</head>
<body><p><a href="{page}">{sentence}</a></p></body>
</html>
"""


class BuildError(Exception):
    """The site cannot be published; the message says why in one sentence."""


def say(sentence: str) -> None:
    """Tell what happens, at once also when the output is a pipe."""
    print(sentence, flush=True)


def build_edition(root: Path, edition: Edition, work: Path, pyodide: Path | None = None) -> Path:
    """Build one edition below ``work``; the folder that holds its HTML."""
    source = edition_tree(root, EDITIONS["en"], edition)
    output = work / edition.code / "html"
    command = [sys.executable, "-m", "web.edition", str(source), str(output)]
    command.append(str(work / edition.code / "doctrees"))
    # The code of the pages imports this checkout's package, whatever else is installed.
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    if pyodide is not None:
        environment[HERE] = "1"
    # In a session of its own, so that Ctrl-C reaches this process alone, which then ends the
    # other. What that and its kernels say of their own end is not passed on.
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        start_new_session=True,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    )
    assert process.stderr is not None
    try:
        for line in process.stderr:
            sys.stderr.write(line)
        status = process.wait()
    except KeyboardInterrupt:
        process.terminate()
        process.wait()
        raise
    if status != 0:
        raise BuildError(f"The {edition.name} edition has the faults listed above.")
    return output


def fingerprint(root: Path) -> str:
    """A hash of everything that the site is made of; it changes when a rebuild could differ."""
    digest = hashlib.sha256()
    for folder in INPUTS:
        found = root / folder
        for path in sorted(found.rglob("*")) if found.is_dir() else [found]:
            if path.is_file() and not _IGNORED & set(path.relative_to(root).parts):
                digest.update(path.relative_to(root).as_posix().encode() + b"\0")
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def write_start_page(html: Path, edition: Edition, first: str) -> None:
    """``index.html`` leads to the edition's first page, without a script."""
    (html / "index.html").write_text(
        REDIRECT.format(
            tag=edition.tag,
            page=f"{first}.html",
            canonical=escape(page_url(edition, first)),
            description=escape(label(edition, "description")),
            sentence=escape(label(edition, "redirect")),
        ),
        encoding="utf-8",
    )


def build(root: Path, output: Path, pyodide: Path | None = None) -> Path:
    """Build the site of the course below ``root`` into ``output/html``; that folder.

    pyodide: a full distribution of Pyodide for the notebooks in the browser; None: its CDN.

    Raises ``BuildError`` when anything is wrong with it; then an earlier ``output/html`` stays.
    """
    work = output / "editions"
    made_of = fingerprint(root)
    if pyodide is not None:
        try:
            pyodide_files.checked(pyodide)  # before the long part
        except pyodide_files.PyodideError as error:
            raise BuildError(str(error)) from None
        made_of += f" with Pyodide {pyodide_files.VERSION}"
    shutil.rmtree(work, ignore_errors=True)
    built: dict[str, Path] = {}
    faults: list[str] = []
    for edition in EDITIONS.values():
        say(f"Building the {edition.name} edition: running its code, rendering its pages.")
        try:
            built[edition.code] = build_edition(root, edition, work, pyodide)
        except BuildError as error:
            # Go on, so that one call tells an author everything.
            faults.append(str(error))
    if faults:
        raise BuildError(" ".join(faults))

    site = built["en"]
    for edition in EDITIONS.values():
        first = toc_pages(edition_tree(root, EDITIONS["en"], edition) / "_toc.yml")[0]
        write_start_page(built[edition.code], edition, first)
        if edition.folder:
            shutil.move(built[edition.code], site / edition.folder)
    pages = toc_pages(root / "_toc.yml")
    publishing.add_to(site, pages)
    try:
        search_index.write_index(site, pages)
    except search_index.SearchIndexError as error:
        raise BuildError(str(error)) from None
    try:
        tryit_assets.add_to(site)
        lite.add_to(site, root, pages, pyodide)
    except (tryit_assets.AssetsError, lite.LiteError) as error:
        raise BuildError(str(error)) from None

    say("Checking every internal link.")
    faults = links.check(site, SITE_URL)
    if faults:
        print("\n".join(faults), file=sys.stderr)
        raise BuildError(f"{len(faults)} links or ids of the built pages are wrong.")

    html = output / "html"
    shutil.rmtree(html, ignore_errors=True)
    shutil.move(site, html)
    shutil.rmtree(work, ignore_errors=True)
    (output / FINGERPRINT).write_text(made_of + "\n", encoding="utf-8")
    return html


def main(arguments: list[str] | None = None) -> int:
    """The command line; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m web.build", description=__doc__)
    parser.add_argument("--root", type=Path, default=ROOT, help="the course (default: this one)")
    parser.add_argument("--pyodide", type=Path, help="a full distribution of Pyodide to copy")
    parser.add_argument("--output", type=Path, help="the build folder (default: ROOT/_build)")
    options = parser.parse_args(arguments)
    output = options.output or options.root / "_build"
    start = time.monotonic()
    try:
        html = build(options.root.resolve(), output.resolve(), options.pyodide)
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. The site was not built.", file=sys.stderr)
        return INTERRUPTED
    count = len(list(html.rglob("*.html")))
    say(f"Built {count} pages in {time.monotonic() - start:.0f} s: {html / 'index.html'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

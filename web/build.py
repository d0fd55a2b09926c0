"""Build the whole site, both editions, in one strict call: ``python -m web.build``.

A part is built again where something that it comes from has changed: an edition's pages, the code
of a page, the search index, the notebooks in the browser, the pictures. What comes out is what a
build from nothing makes. A warning, a failing cell or an internal link that leads nowhere ends the
build with status 1. What is finished replaces ``_build/html`` only when all of it is sound.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from html import escape
from pathlib import Path

from lmhead.course import SITE_URL, placeholders
from web import (
    build_folder,
    input_hashes,
    links,
    lite,
    publishing,
    search_index,
    social_preview,
    status_page,
    tryit_assets,
)
from web import edition as edition_build
from web.editions import EDITIONS, Edition
from web.labels import label
from web.lite import pyodide_files
from web.pages import edition_tree, page_url, toc_pages

ROOT = Path(__file__).resolve().parent.parent
INTERRUPTED = 130
# Beside html/: a hash of the parts that it was put together from.
MADE_FROM = "site.made-from"

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


def start_edition(
    root: Path, edition: Edition, folder: Path, *, here: bool
) -> subprocess.Popen[str]:
    """Start the build of one edition in ``folder``; what it says comes through its pipe."""
    source = edition_tree(root, EDITIONS["en"], edition)
    # In a session of its own, so that Ctrl-C reaches this process alone, which then ends the
    # other. What that and its kernels say of their own end is not passed on.
    return subprocess.Popen(
        [sys.executable, "-m", "web.edition", str(source), str(folder)],
        cwd=ROOT,
        env={**os.environ, edition_build.HERE: "1" if here else ""},
        start_new_session=True,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    )


def build_editions(root: Path, output: Path, *, here: bool) -> dict[str, Path]:
    """Build the editions that are not up to date, at the same time; each code's folder.

    here: whether Pyodide will lie on this host. Raises ``BuildError`` when one is not sound, after
    the others have been built too, so that one call tells an author everything.
    """
    folders = {code: output / "editions" / code for code in EDITIONS}
    running = {}
    for code, folder in folders.items():
        source = edition_tree(root, EDITIONS["en"], EDITIONS[code])
        if not edition_build.up_to_date(source, folder, here=here):
            name = EDITIONS[code].name
            say(f"Building the {name} edition: running its code, rendering its pages.")
            running[code] = start_edition(root, EDITIONS[code], folder, here=here)
    pool = ThreadPoolExecutor(len(EDITIONS))
    try:
        for said in pool.map(lambda process: process.communicate()[1], running.values()):
            sys.stderr.write(said)
    except KeyboardInterrupt:
        for process in running.values():
            process.terminate()
        raise
    finally:
        pool.shutdown()
    faults = [
        f"The {EDITIONS[code].name} edition has the faults listed above."
        for code, process in running.items()
        if process.returncode != 0
    ]
    if faults:
        raise BuildError(" ".join(faults))
    return folders


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
    with build_folder.alone(output, lambda: say(f"Waiting for another build in {output}.")):
        if pyodide is not None:
            try:
                pyodide_files.checked(pyodide)  # before the long part
            except pyodide_files.PyodideError as error:
                raise BuildError(str(error)) from None
        folders = build_editions(root, output, here=pyodide is not None)
        pages = toc_pages(root / "_toc.yml")
        commit = status_page.commit_of(root)
        notebooks = lite.made_from(root, pages, pyodide)
        editions = [
            input_hashes.hash_of(edition_build.made_from(path)) for path in folders.values()
        ]
        made_from = input_hashes.digest(editions, commit, notebooks)
        html, note = output / "html", output / MADE_FROM
        if not ((html / "index.html").is_file() and _text(note) == made_from):
            site = output / "site"
            assemble(site, root, output, pages, notebooks, pyodide)
            note.unlink(missing_ok=True)
            shutil.rmtree(html, ignore_errors=True)
            site.rename(html)
            note.write_text(made_from, encoding="utf-8")
        return html


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def assemble(
    site: Path, root: Path, output: Path, pages: list[str], notebooks: str, pyodide: Path | None
) -> None:
    """Put the finished site into ``site``, from the editions and the other parts in ``output``.

    ``notebooks`` is what those in the browser are made from. Raises ``BuildError`` for what is
    missing or wrong, links among it.
    """
    shutil.rmtree(site, ignore_errors=True)
    for edition in EDITIONS.values():
        html = site / edition.folder
        shutil.copytree(edition_build.made(output / "editions" / edition.code), html)
        first = toc_pages(edition_tree(root, EDITIONS["en"], edition) / "_toc.yml")[0]
        write_start_page(html, edition, first)
        status_page.fill_in(html, edition, status_page.commit_of(root))
    publishing.add_to(site, pages)
    try:
        kept = build_folder.kept
        pictures = kept(output / "pictures", social_preview.made_from(), social_preview.draw_all)
        shutil.copytree(pictures, site, dirs_exist_ok=True)
        copies = search_index.copies(site, pages)
        index = kept(
            output / "search",
            search_index.made_from(copies),
            lambda made: search_index.write_index(copies, made),
        )
        shutil.copytree(index, site / search_index.FOLDER)
        tryit_assets.add_to(site)
        if notebooks:
            made = kept(
                output / lite.FOLDER, notebooks, lambda made: lite.make(made, root, pages, pyodide)
            )
            shutil.copytree(made, site / lite.FOLDER)
    except (search_index.SearchIndexError, tryit_assets.AssetsError, lite.LiteError) as error:
        raise BuildError(str(error)) from None
    say("Checking every internal link.")
    faults = links.check(site, SITE_URL)
    if faults:
        print("\n".join(faults), file=sys.stderr)
        raise BuildError(f"{len(faults)} links or ids of the built pages are wrong.")


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
    if unset := placeholders():
        named = " and ".join(f"{label} ({address})" for label, address in unset.items())
        say(
            f"Not ready to be published: {named} under [project.urls] in pyproject.toml "
            f"{'is a placeholder' if len(unset) == 1 else 'are placeholders'}. "
            "Put your own there and run `make exercises site`."
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

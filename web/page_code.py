"""The code of the pages: run once for the same cells and the same files that they read.

A part of the Sphinx extension. Before pages are read, those whose code must run are run, several
at a time, and what they printed and drew is kept beside the build; MyST-NB then finds it, as its
cache, in the place of a run of its own. What is kept counts as long as the page's cells, the
installed packages and every file that the code opened are the same (``opened_files``).

A page is read again when its source or such a file has changed, by its contents.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import nbformat
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from myst_nb.core.read import create_nb_reader
from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.errors import SphinxError

from web import input_hashes, opened_files

#: The value of Sphinx's configuration that names the folder in which a build has all its own.
FOLDER = "lmhead_folder"
# Below it. The first is what MyST-NB takes for its cache, made anew by each build.
HANDED_OVER, KEPT = "jupyter-cache", "executed"
#: Beside the HTML: the hashes behind the pages' contents, of their sources and of what code read.
READ = "pages.json"
KERNELS = 2  # at once; starting one is mostly waiting
_START = "__import__('web.opened_files').opened_files.log_to({log!r})"
_HERE = (Path(__file__), Path(opened_files.__file__), Path(input_hashes.__file__))


@dataclass(frozen=True)
class Executed:
    """What running a page's code gave, and what it was run with.

    ``outputs`` has an entry a code cell: its count and its outputs. ``files`` are the hashes of
    all that the code opened, ``seconds`` what the run took.
    """

    key: str
    files: input_hashes.Hashes
    seconds: float
    language: dict[str, Any]
    outputs: list[tuple[int | None, list[Any]]]

    def filled(self, notebook: Any) -> Any:
        """``notebook`` with these outputs in its code cells."""
        notebook.metadata["language_info"] = nbformat.from_dict(self.language)
        for cell, (count, outputs) in zip(code_cells(notebook), self.outputs, strict=True):
            cell.execution_count = count
            cell.outputs = [nbformat.from_dict(output) for output in outputs]
        return notebook


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def _settings(env: BuildEnvironment) -> Any:
    """MyST-NB's."""
    return env.mystnb_config  # type: ignore[attr-defined]


def notebook_of(app: Sphinx, docname: str, text: str) -> Any:
    """The notebook that a page's source is, or None where nothing of it is run."""
    path, settings = Path(app.env.doc2path(docname)), _settings(app.env)
    excluded = settings.execution_excludepatterns
    if any(PurePosixPath(path.as_posix()).match(pattern) for pattern in excluded):
        return None
    markdown = app.env.myst_config  # type: ignore[attr-defined]
    reader = create_nb_reader(str(path), markdown, settings, text)
    return None if reader is None else reader.read(text)


def key_of(notebook: Any, folder: Path) -> str:
    """A hash of what is run, where, and with which packages."""
    cells = [cell.source for cell in code_cells(notebook)]
    kernel = notebook.metadata.get("kernelspec", {}).get("name")
    by = sorted(input_hashes.hashes_of(_HERE).values())
    return input_hashes.digest(
        cells, kernel, str(folder), str(input_hashes.ROOT), input_hashes.environment(), by
    )


def joined(outputs: list[Any]) -> list[Any]:
    """``outputs`` with the pieces of a text in one, as the code printed it.

    A kernel sends what is printed in pieces that depend on the time it takes, and MyST-NB would
    end a line after each.
    """
    found: list[Any] = []
    for output in outputs:
        last = found[-1] if found else {}
        goes_on = all(output.get(key) == last.get(key) for key in ("output_type", "name"))
        if goes_on and output["output_type"] == "stream":
            last["text"] += output["text"]
        else:
            found.append(output)
    return found


def run(notebook: Any, folder: Path, timeout: int, log: Path) -> None:
    """Run the cells of ``notebook`` in place, in ``folder``; what they open is written to ``log``.

    Raises nbclient's errors where a cell fails or takes longer than ``timeout`` seconds.
    """
    resources = {"metadata": {"path": str(folder)}}
    client = NotebookClient(notebook, timeout=timeout, resources=resources, record_timing=False)

    async def start_log(notebook: Any) -> None:
        kernel: Any = client.kc
        message = kernel.execute(_START.format(log=str(log)), silent=True, store_history=False)
        await client.async_wait_for_reply(message)

    client.on_notebook_start = start_log
    # The code of the pages imports this checkout's package, whatever else is installed.
    paths = filter(None, [str(input_hashes.ROOT), os.environ.get("PYTHONPATH")])
    client.execute(env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)})


def execute(notebook: Any, path: Path, course: Path, output: Path, timeout: int) -> Executed:
    """Run the notebook of the page at ``path``, in ``course``, for a build in ``output``.

    Raises nbclient's errors where a cell fails or takes longer than ``timeout`` seconds.
    """
    begun, start = time.time_ns(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="lmhead-page-") as name:
        log = Path(name) / "opened"
        log.touch()
        run(notebook, path.parent, timeout, log)
        seconds = time.monotonic() - start
        if not log.stat().st_size:
            raise RuntimeError(f"{path}: its kernel did not tell which files it opened")
        opened = input_hashes.dependencies(log, course, output, folders=True)
    return Executed(
        key_of(notebook, path.parent),
        input_hashes.hashes_of(opened, since=begun),
        seconds,
        dict(notebook.metadata.get("language_info", {})),
        [(cell.execution_count, joined(cell.outputs)) for cell in code_cells(notebook)],
    )


# --- what is kept --------------------------------------------------------------------------------


def kept(app: Sphinx, docname: str, notebook: Any) -> Executed | None:
    """What an earlier run of the same code gave, if nothing that it read has changed."""
    place = Path(app.config[FOLDER]) / KEPT / f"{docname}.json"
    try:
        found = Executed(**json.loads(place.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    same = found.key == key_of(notebook, Path(app.env.doc2path(docname)).parent)
    return found if same and not input_hashes.changed(found.files) else None


def keep(app: Sphinx, docname: str, executed: Executed) -> None:
    """Keep what a page's code gave for the next build."""
    place = Path(app.config[FOLDER]) / KEPT / f"{docname}.json"
    place.parent.mkdir(parents=True, exist_ok=True)
    part = place.with_suffix(".part")
    part.write_text(json.dumps(vars(executed)), encoding="utf-8")
    part.replace(place)


# --- the build's events --------------------------------------------------------------------------


def read_from(env: BuildEnvironment) -> dict[str, input_hashes.Hashes]:
    """Page -> the hashes of what it was read from: its source, and what its code opened."""
    if not hasattr(env, "lmhead_read_from"):
        env.lmhead_read_from = {}  # type: ignore[attr-defined]
    found: dict[str, input_hashes.Hashes] = env.lmhead_read_from  # type: ignore[attr-defined]
    return found


def changed_pages(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """The pages that were read from what is no longer there."""
    return [page for page, hashes in read_from(env).items() if input_hashes.changed(hashes)]


def forget(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    """A page that is read anew or is gone."""
    read_from(env).pop(docname, None)


def write_down(app: Sphinx, exception: Exception | None) -> None:
    """Say what the pages' contents came from, for the record of the build."""
    if exception is None:
        merged: dict[str, input_hashes.Hashes] = {"sources": {}, "code": {}}
        for page, hashes in read_from(app.env).items():
            source = str(app.env.doc2path(page))
            for path, found in hashes.items():
                merged["sources" if path == source else "code"][path] = found
        place = Path(app.outdir).parent / READ
        place.write_text(json.dumps(merged), encoding="utf-8")


class PageRuns:
    """What the pages of one build give: found where it is kept, or run."""

    def __init__(self) -> None:
        self.sources: dict[str, input_hashes.Hashes] = {}
        #: None for a page without code; a page that is no notebook is not in it.
        self.executed: dict[str, Executed | None] = {}

    def use_cache(self, app: Sphinx, config: Config) -> None:
        """MyST-NB is to look into what is handed over."""
        config.nb_execution_mode = "cache"
        config.nb_execution_cache_path = str(Path(config[FOLDER]) / HANDED_OVER)
        shutil.rmtree(config.nb_execution_cache_path, ignore_errors=True)

    def run_pages(self, app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
        """Run the code of the pages that are about to be read, unless what it gives is kept."""
        waiting: dict[str, Any] = {}
        for page in docnames:
            path = Path(env.doc2path(page))
            self.sources[page] = input_hashes.hashes_of([path])
            notebook = notebook_of(app, page, path.read_text(encoding="utf-8"))
            if notebook is None:
                continue
            self.executed[page] = kept(app, page, notebook) if code_cells(notebook) else None
            if code_cells(notebook) and self.executed[page] is None:
                waiting[page] = notebook

        timeout, folder = _settings(env).execution_timeout, Path(app.config[FOLDER])

        def run_page(page: str) -> Executed | Exception:
            path = Path(env.doc2path(page))
            try:
                done = execute(waiting[page], path, Path(app.srcdir), folder, timeout)
            except (CellControlSignal, RuntimeError) as error:
                return error
            keep(app, page, done)
            return done

        with ThreadPoolExecutor(KERNELS) as pool:
            results = dict(zip(waiting, pool.map(run_page, waiting), strict=True))
        faults = {page: done for page, done in results.items() if isinstance(done, Exception)}
        if faults:
            said = [f"{env.doc2path(page)}: {error}" for page, error in faults.items()]
            raise SphinxError("\n".join(said))
        self.executed |= {p: done for p, done in results.items() if isinstance(done, Executed)}

    def hand_over(self, app: Sphinx, docname: str, content: list[str]) -> None:
        """Put what a page's code gave where MyST-NB looks for it, just before it reads the page.

        One page at a time, since its cache takes pages with the same code for the same page.
        """
        done = self.executed.get(docname)
        read_from(app.env)[docname] = {**self.sources[docname], **(done.files if done else {})}
        if docname in self.executed:
            notebook = notebook_of(app, docname, content[0])
            data = {} if done is None else {"execution_seconds": done.seconds}
            bundle = CacheBundleIn(
                notebook if done is None else done.filled(notebook),
                str(app.env.doc2path(docname)),
                data=data,
            )
            cache = get_cache(app.config.nb_execution_cache_path)
            cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to the events before and while pages are read. Pages are read one after another."""
    app.add_config_value(FOLDER, "", "")
    runs = PageRuns()
    app.connect("config-inited", runs.use_cache)
    app.connect("env-get-outdated", changed_pages)
    app.connect("env-before-read-docs", runs.run_pages)
    app.connect("source-read", runs.hand_over)
    app.connect("env-purge-doc", forget)
    app.connect("build-finished", write_down)
    return {"parallel_read_safe": False, "parallel_write_safe": True}

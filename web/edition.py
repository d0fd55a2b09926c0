"""Build one edition, strictly: ``python -m web.edition SOURCE FOLDER``.

A process of its own for each edition, because Jupyter Book and Sphinx keep settings in module
globals. Exits 0 when the edition is built without a warning, 1 when it is not.

``FOLDER/made`` is the last sound build: its HTML in ``html``, what Sphinx read of the pages, and
``inputs.json``, the hashes of all that it came from. A build starts from what was read of the pages
that have not changed, if nothing but pages has; then every page is written anew, into an empty
folder, so what is written is what a build from nothing writes. ``made`` is replaced when all is
sound: a build that fails or is interrupted leaves nothing that the next one would take for done.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from pathlib import Path
from typing import Any

from web import input_hashes, opened_files

MADE, WORK = "made", "work"
# In the environment of the process: set when Pyodide will lie on the site's host.
HERE = "LMHEAD_PYODIDE_HERE"
HTML, INPUTS = "html", "inputs.json"
# What a build of the pages that have changed goes on from.
GOES_ON_FROM = ("doctrees", "jupyter_execute")


def made(folder: Path) -> Path:
    """The HTML of the last sound build."""
    return folder / MADE / HTML


def record(folder: Path) -> dict[str, Any] | None:
    """What the last sound build came from; None where there is none.

    ``environment`` is the hash of what is installed and set; ``sources`` are the hashes of the
    pages, ``code`` those of what their code read, ``others`` those of all else.
    """
    try:
        found = json.loads(made_from(folder).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and made(folder).is_dir() else None


def made_from(folder: Path) -> Path:
    """The record of what it came from."""
    return folder / MADE / INPUTS


def environment(source: Path, folder: Path, *, here: bool) -> str:
    """A hash of the installed packages, of whether Pyodide will lie on the site's host, and of all
    places: a course that was copied together with its build folder is another course.
    """
    places = [str(path.resolve()) for path in (source, folder, input_hashes.ROOT)]
    return input_hashes.digest(input_hashes.environment(), here, places)


def up_to_date(source: Path, folder: Path, *, here: bool) -> bool:
    """Whether a build would make the same again."""
    found = record(folder)
    return (
        found is not None
        and found["environment"] == environment(source, folder, here=here)
        and not any(input_hashes.changed(found[part]) for part in ("sources", "code", "others"))
    )


def build(source: Path, folder: Path) -> int:
    """Build the edition whose ``_config.yml`` lies in ``source``; the exit status."""
    begun = time.time_ns()
    source, folder = source.resolve(), folder.resolve()
    work = folder / WORK
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    before, now = record(folder), environment(source, folder, here=bool(os.environ.get(HERE)))
    if before is not None and (
        before["environment"] != now or input_hashes.changed(before["others"])
    ):
        before = None  # what was read of any page may be another now
    if before is not None:
        for name in GOES_ON_FROM:
            if (folder / MADE / name).is_dir():
                shutil.copytree(folder / MADE / name, work / name)
    log = work / "opened"
    opened_files.log_to(log)
    from web import page_code  # only now, so that the log has what it loads

    if not _sphinx(source, work, {page_code.FOLDER: str(folder)}):
        return 1
    pages = json.loads((work / page_code.READ).read_text(encoding="utf-8"))
    opened = input_hashes.dependencies(log, source, folder, folders=False)
    others = [*opened, *_always(source), *map(Path, before["others"] if before else ())]
    others = [path for path in others if str(path) not in pages["sources"]]
    hashes = input_hashes.hashes_of(others, since=begun)
    found = {"environment": now, **pages, "others": hashes}
    (work / INPUTS).write_text(json.dumps(found, indent=1), encoding="utf-8")
    old = folder / "old"
    shutil.rmtree(old, ignore_errors=True)
    if (folder / MADE).exists():
        (folder / MADE).rename(old)
    work.rename(folder / MADE)
    shutil.rmtree(old, ignore_errors=True)
    return 0


def _always(source: Path) -> list[Path]:
    """What an edition depends on without opening it: files that may be added."""
    from web.editions import EDITIONS
    from web.pages import PAGE_FOLDERS, edition_tree

    trees = {edition_tree(source, edition, EDITIONS["en"]) for edition in EDITIONS.values()}
    return [input_hashes.ROOT / "web", *input_hashes.files_below(input_hashes.ROOT / "web")] + [
        path for tree in trees for name in PAGE_FOLDERS if (path := tree / name).is_dir()
    ]


def _sphinx(source: Path, work: Path, settings: dict[str, str]) -> bool:
    """Let Jupyter Book build the pages into ``work``; whether they are without a fault."""
    import yaml
    from jsonschema import ValidationError
    from jupyter_book.config import validate_yaml
    from jupyter_book.sphinx import build_sphinx

    _encrypt_kernels()
    config = source / "_config.yml"
    try:
        validate_yaml(yaml.safe_load(config.read_text(encoding="utf-8")), raise_on_errors=True)
    except ValidationError as error:
        print(f"{config}: {error.message}", file=sys.stderr)
        return False
    status = build_sphinx(
        source,
        work / HTML,
        path_config=config,
        noconfig=True,
        confoverrides={"latex_individualpages": False, **settings},
        doctreedir=work / "doctrees",
        force_all=True,  # every page is written; read are those that have changed
        quiet=True,
        warningiserror=True,
        keep_going=True,
    )
    return bool(status == 0)


def _encrypt_kernels() -> None:
    """Encrypt the connection to the pages' kernels, where both sides can.

    No other user of the machine can read along, and the kernel does not warn of a plain
    connection in the middle of the build's own warnings. Older versions have no such switch.
    """
    from jupyter_client.manager import KernelManager

    if "transport_encryption" in KernelManager.class_traits():
        KernelManager.class_traits()["transport_encryption"].default_value = "auto"


if __name__ == "__main__":
    raise SystemExit(build(*map(Path, sys.argv[1:3])))

"""Whether no case of the suite has been lost: ``python -m tests.cases``.

`known.txt.gz` lists the cases (pytest's node ids, sorted, one a line) that the suite had when it
was divided into `make test` and `make survey`. Each must still be collected for one of the two:
under its own id, or in a file of the same name in another folder, or where `moved.toml` says.
"""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KNOWN = HERE / "known.txt.gz"
MOVED = HERE / "moved.toml"


def known() -> list[str]:
    """The cases that there were."""
    return gzip.decompress(KNOWN.read_bytes()).decode("utf-8").splitlines()


def portable(case: str) -> str:
    """An id without what differs between machines: where Python and the course lie."""
    for folder, name in ((ROOT, "<course>"), (sys.base_prefix, "<python>")):
        case = case.replace(str(folder), name)
    return re.sub(r"python3\.\d+", "python3", case)


def collected() -> list[str]:
    """The cases that there are, of both tiers and with those that need a card."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "--every-case"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"pytest collected nothing:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    lines = done.stdout.splitlines()
    return [portable(line) for line in lines if re.match(r"tests/\S+\.py::", line)]


def moves() -> dict[str, Any]:
    """What `moved.toml` holds."""
    return tomllib.loads(MOVED.read_text("utf-8"))


def _without_folder(case: str) -> str:
    file, _, rest = case.partition("::")
    return f"{PurePosixPath(file).name}::{rest}"


def successors(case: str, moved: Iterable[Mapping[str, Any]]) -> list[str]:
    """Where a case's property is tested now, in one of these: itself, or as the first rule says."""
    for rule in moved:
        if found := re.fullmatch(rule["old"], case):
            return [found.expand(new) for new in rule["new"]]
    return [case]


def lost(
    cases: Iterable[str], present: Iterable[str], moved: Mapping[str, Any], *, root: bool
) -> Iterator[str]:
    """The cases that are not there any more. root: whether root collected those that are."""
    found = set(present)
    anywhere = {_without_folder(case) for case in found}
    for case in cases:
        if not root and any(re.fullmatch(pattern, case) for pattern in moved["root_alone"]):
            continue
        now = successors(case, moved["moved"])
        if not any(new in found or _without_folder(new) in anywhere for new in now):
            yield case if now == [case] else f"{case} (now {' or '.join(now)})"

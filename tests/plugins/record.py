"""Writes down how a run went: ``--record FILE``, which `make survey` gives.

`tests/survey.json` is the record of the last survey that was committed: of which commit, when, on
what, how many tests passed and which failed, in how many minutes.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import time
from collections import Counter
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("numpy", "torch", "nbgrader", "jupyter-book")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record", metavar="FILE", help="write a summary of the run to this file")


def pytest_configure(config: pytest.Config) -> None:
    if config.option.record and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(Path(config.option.record)), "recorder")


class Recorder:
    """Counts the outcomes of a run, and writes them down at its end."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.begun = time.time()
        self.commit = _git("rev-parse", "HEAD") or "unknown"
        self.changed = bool(_git("status", "--porcelain"))
        self.outcomes: Counter[str] = Counter()
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: Any) -> None:
        # Setup and teardown count where they went wrong, or where the test was skipped.
        if report.when == "call" or report.outcome != "passed":
            self.outcomes[report.outcome] += 1
            if report.outcome == "failed" and report.nodeid not in self.failed:
                self.failed.append(report.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        found = {
            "commit": self.commit + (" and changes" if self.changed else ""),
            "begun": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(self.begun)),
            "minutes": round((time.time() - self.begun) / 60, 1),
            **{name: self.outcomes[name] for name in ("passed", "failed", "skipped")},
            "failures": sorted(self.failed),
            "processors": os.cpu_count(),
            "python": platform.python_version(),
            **{name: _version(name) for name in PACKAGES},
        }
        self.file.write_text(json.dumps(found, indent=2) + "\n", "utf-8")


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"

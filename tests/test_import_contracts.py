"""Which way imports go: the contracts of `[tool.importlinter]` in pyproject.toml."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WRONG_WAY = {
    "lmhead/softmax.py": ("from .checks import check", "lmhead.softmax -> lmhead.checks"),
    "lmhead/checks/result.py": (
        "from ..grading.problems import CourseProblem",
        "lmhead.checks.result -> lmhead.grading.problems",
    ),
    "lmhead/checks/compare.py": (
        "from ..distance import scores",
        "lmhead.checks.compare -> lmhead.distance",
    ),
    "lmhead/wire/codec.py": (
        "from ..tasks.distance import nearest",
        "lmhead.wire.codec -> lmhead.tasks.distance",
    ),
    "lmhead/grading/notebook/restore.py": (
        "from ..classroom.roster import Roster",
        "lmhead.grading.notebook.restore -> lmhead.grading.classroom.roster",
    ),
    "lmhead/grading/sandbox/inside/shell.py": (
        "from ..limits import TimeLimits",
        "lmhead.grading.sandbox.inside.shell -> lmhead.grading.sandbox.limits",
    ),
    "lmhead/course.py": ("import tests.submissions", "lmhead.course -> tests"),
}


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
    )


def test_imports_go_one_way(tmp_path: Path) -> None:
    done = lint(copied(tmp_path))
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_each_import_that_goes_the_wrong_way_is_named(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    for path, (line, _) in WRONG_WAY.items():
        with open(folder / path, "a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")
    done = lint(folder)
    assert done.returncode == 1
    assert "0 kept" in done.stdout  # each contract has its wrong import
    for _, says in WRONG_WAY.values():
        assert says in done.stdout


def copied(folder: Path) -> Path:
    """The package in a folder where the linter may leave its cache."""
    shutil.copytree(ROOT / "lmhead", folder / "lmhead", ignore=shutil.ignore_patterns("*.ipynb"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder

"""``otter run`` on a notebook like the course's, for `bench.grading`.

otter-grader gets an environment of its own below ``_build/``, made on first use.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
import venv
from pathlib import Path

import nbformat

ENVIRONMENT = Path(__file__).resolve().parents[1] / "_build" / "otter"
VERSION = "otter-grader==7.0.0"
RUNS = 3
CELLS = {
    "double": ("def double(x):\n    return 2 * x", "double(2) == 4"),
    "shares": (
        "import numpy as np\ndef shares(z):\n    e = np.exp(z - np.max(z))\n    return e / e.sum()",
        "import numpy as np; np.allclose(shares(np.array([2.0, 1, 1, 0])).sum(), 1)",
    ),
    "loss": (
        "def loss(z, y):\n    return float(-np.log(shares(z)[y]))",
        "abs(loss(np.array([2.0, 1, 1, 0]), 3) - 2.6265) < 1e-3",
    ),
    "step": (
        "def step(w, g, rate):\n    return w - rate * g",
        "(step(np.ones(3), np.ones(3), 0.5) == 0.5).all()",
    ),
    "best": ("def best(z):\n    return int(np.argmax(z))", "best(np.array([0, 3, 1])) == 1"),
}


def row(folder: Path) -> tuple[str, float, float, float, str]:
    """What `bench.grading.Row` is made of; with a note where otter cannot be run."""
    what = "otter run"
    try:
        python = _environment()
        notebook, config = _assignment(folder / "otter", python)
    except (subprocess.CalledProcessError, OSError) as error:
        return what, 0.0, 0.0, 0.0, f"not installed ({type(error).__name__})"
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    for _ in range(RUNS):
        done = subprocess.run(
            [python.parent / "otter", "run", notebook.name, "-a", config.name],
            cwd=folder / "otter",
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            return what, 0.0, 0.0, 0.0, f"failed: {done.stderr.strip().splitlines()[-1][:80]}"
    wall = (time.perf_counter() - start) / RUNS
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / RUNS
    return what, wall, cpu, 0.0, ""  # it grades one submission a start


def _environment() -> Path:
    python = ENVIRONMENT / "bin" / "python"
    if not (ENVIRONMENT / "bin" / "otter").exists():
        print(f"installing {VERSION} into {ENVIRONMENT}", file=sys.stderr)
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        wanted = [VERSION, "numpy", "ipykernel", "nbconvert", "setuptools"]
        subprocess.run(
            [python, "-m", "pip", "install", "-q", *wanted], check=True, capture_output=True
        )
    return python


def _assignment(folder: Path, python: Path) -> tuple[Path, Path]:
    """A notebook with five questions, and the archive of their tests as otter wants it."""
    (folder / "tests").mkdir(parents=True)
    notebook = nbformat.v4.new_notebook()
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "", "language": "python"}
    notebook.cells = [nbformat.v4.new_code_cell("import otter\ngrader = otter.Notebook()")]
    for name, (answer, test) in CELLS.items():
        notebook.cells.append(nbformat.v4.new_code_cell(answer))
        notebook.cells.append(nbformat.v4.new_code_cell(f'grader.check("{name}")'))
        case = {"code": f">>> bool({test.split('; ')[-1]})\nTrue", "hidden": False, "locked": False}
        suite = [{"cases": [case], "scored": True, "setup": "", "teardown": "", "type": "doctest"}]
        text = f"test = {{'name': {name!r}, 'points': 4, 'suites': {json.dumps(suite)}}}\n"
        text = text.replace("true", "True").replace("false", "False")
        (folder / "tests" / f"{name}.py").write_text("OK_FORMAT = True\n" + text)
    path = folder / "answers.ipynb"
    nbformat.write(notebook, path)
    otter = python.parent / "otter"
    subprocess.run(
        [otter, "generate", "-t", "tests", "-o", "autograder.zip", "--no-environment"],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    return path, folder / "autograder.zip"

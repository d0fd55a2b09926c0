"""The processes that make runs take no module from the folder that the command was typed in."""

import os
import subprocess
from pathlib import Path

import pytest

from lmhead.grading.driver.isolated_python import isolated
from tests.grading.driver.test_isolated_python import hostile

pytestmark = [pytest.mark.torch, pytest.mark.slow]

#: As `_Worker` starts its processes, with a target that needs no time.
START = (
    "import multiprocessing, os; from lmhead.training.parallel import _nothing_beside, "
    "_without_ctrl_c; process = multiprocessing.get_context('spawn').Process(target=os.getpid)\n"
    "with _nothing_beside(), _without_ctrl_c(): process.start()\n"
    "process.join(); print(process.exitcode, os.environ.get('PYTHONSAFEPATH'), "
    "os.environ['PYTHONPATH'])"
)


@pytest.mark.parametrize("way", ["working directory", "PYTHONPATH"])
def test_a_run_takes_no_module_from_outside(tmp_path: Path, way: str) -> None:
    trace = tmp_path / "trace"
    folder = hostile(tmp_path / "there", trace)
    (folder / "multiprocessing.py").write_text((folder / "queue.py").read_text("utf-8"), "utf-8")
    path = str(folder if way == "PYTHONPATH" else tmp_path)
    done = subprocess.run(
        isolated(START),
        cwd=folder if way == "working directory" else tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not trace.exists(), trace.read_text("utf-8")
    assert done.stdout.split() == ["0", "None", path], done.stderr

"""What a killed grader leaves in the system's folder for temporary files goes at the next run."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from lmhead.grading.sandbox import scratch
from lmhead.grading.sandbox.levels import Sandbox

KILLED = """
import os
from lmhead.grading.sandbox.levels import Sandbox
opened = Sandbox("none")
opened.open()
if os.fork():
    os.kill(os.getpid(), 9)
else:
    {child}
"""


def killed(folder: Path, child: str) -> Path:
    """The folder of a grader that was killed and had a fork which did this; all have ended."""
    before = set(folder.iterdir())
    done = subprocess.run(
        [sys.executable, "-c", KILLED.format(child=child)],
        env={**os.environ, "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,  # is read until nobody has it any more
        check=False,
    )
    assert done.returncode == -9
    (left,) = set(folder.iterdir()) - before
    return left


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.mark.slow
def test_the_folder_of_a_killed_grader_goes_and_that_of_a_live_one_stays(temporary: Path) -> None:
    with Sandbox("none"):
        (live,) = temporary.iterdir()
        dead = killed(temporary, "os._exit(0)")
        assert (dead / "inside" / "bootstrap.py").exists()
        with Sandbox("none"):
            assert not dead.exists()
            assert (live / "inside" / "bootstrap.py").exists()
            assert len(list(temporary.iterdir())) == 2
    assert list(temporary.iterdir()) == []


@pytest.mark.slow
def test_it_stays_while_a_fork_of_the_killed_one_is_at_work(temporary: Path) -> None:
    reading, writing = os.pipe()
    os.set_inheritable(reading, True)
    code = KILLED.format(child=f"os.read({reading}, 1)")
    own = {**os.environ, "TMPDIR": str(temporary)}
    done = subprocess.Popen(
        [sys.executable, "-c", code], env=own, pass_fds=[reading], stdout=subprocess.PIPE
    )
    assert done.wait() == -9
    (left,) = temporary.iterdir()
    scratch.clear()
    assert left.exists()
    os.close(writing)
    os.close(reading)
    assert done.stdout is not None
    done.stdout.read()  # ends with the fork, which has it too
    done.stdout.close()
    scratch.clear()
    assert not left.exists()


def test_only_folders_of_this_user_that_have_a_lock_are_touched(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, link, free = (temporary / f"lmhead-{name}" for name in ("other", "link", "free"))
    elsewhere = temporary / "mine"
    for folder in (other, free, elsewhere):
        folder.mkdir()
        (folder / "lock").touch()  # as a folder of anybody's may have
    for folder in (free, elsewhere):
        (folder / scratch.LOCK).touch()
    link.symlink_to(elsewhere)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    scratch.clear()
    assert free.exists()
    monkeypatch.undo()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    scratch.clear()
    assert not free.exists()
    assert {other, link, elsewhere} == set(temporary.iterdir())

"""What lies where a command is typed, or where Python is told to look, runs in no grading process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lmhead.grading.classroom.release import release
from lmhead.grading.driver.isolated_python import isolated

from ..conftest import RIGHT
from ..course import hand_in, make_course

ROOT = Path(__file__).resolve().parents[3]
#: Modules of the standard library and of the grader's that its processes import.
NAMES = ("queue", "socket", "json", "base64", "selectors", "numpy", "nbformat", "lmhead", "random")


def hostile(folder: Path, trace: Path) -> Path:
    """Modules with those names, which leave a trace where they are imported."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in (*NAMES, "sitecustomize", "usercustomize"):
        text = (
            f"open({str(trace)!r}, 'a').write({name!r} + ' ')\nraise ImportError('not this one')\n"
        )
        (folder / f"{name}.py").write_text(text, "utf-8")
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("way", ["working directory", "PYTHONPATH", "user site"])
def test_a_process_takes_no_module_from_outside(tmp_path: Path, way: str) -> None:
    trace = tmp_path / "trace"
    environment = dict(os.environ)
    if way == "user site":
        version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
        folder = hostile(tmp_path / "home" / "lib" / version / "site-packages", trace)
        environment["PYTHONUSERBASE"] = str(tmp_path / "home")
    else:
        folder = hostile(tmp_path / "there", trace)
    if way == "PYTHONPATH":
        environment["PYTHONPATH"] = str(folder)
    names = ", ".join(NAMES)
    code = f"import {names}; print(lmhead.__file__)"
    done = subprocess.run(
        isolated(code), cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()) == ROOT / "lmhead" / "__init__.py"
    assert not trace.exists()


@pytest.mark.slow
@pytest.mark.sandbox
def test_a_class_is_graded_from_within_a_submissions_folder(tmp_path: Path) -> None:
    """`lmhead grade` typed where a learner's files lie runs none of them but in the sandbox."""
    course = make_course(tmp_path / "course")
    release(course, "mini")
    hand_in(course, "ann", RIGHT)
    trace = tmp_path / "trace"
    place = hostile(course / "submitted" / "ann" / "mini", trace)
    program = Path(sys.executable).with_name("lmhead")
    done = subprocess.run(
        [program, "grade", "mini", "--course", str(course)],
        cwd=place,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "ann" in done.stdout
    assert not trace.exists()

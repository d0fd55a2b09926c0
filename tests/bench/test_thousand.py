"""A small class through `python -m bench.thousand`: killed twice, and nothing is lost."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.survey
@pytest.mark.slow
@pytest.mark.sandbox
def test_a_class_killed_twice_has_the_known_marks_each_given_once(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    arguments = ["--students", "20", "--jobs", "2", "--json", str(report)]
    done = subprocess.run(
        [sys.executable, "-m", "bench.thousand", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(report.read_text("utf-8"))
    assert found["kinds"]["hostile"] == 2
    assert found["runs"] == [6, 6, 8]
    assert found["wrong"] == {}
    assert (found["twice"], found["left"]) == ([], [])
    assert done.stdout.splitlines()[-1].startswith("goal: met")

"""bench/gpu.sh: small on a CPU, and what it does where something is missing or takes too long."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench import gpu

ROOT = Path(__file__).parents[2]


def test_the_parts_end_in_under_eight_minutes_and_write_where_they_are_told(tmp_path):
    for dry in (False, True):
        for part in gpu.parts(tmp_path, dry):
            assert str(tmp_path) in " ".join(part.arguments)
            assert (ROOT / f"{part.module.replace('.', '/')}.py").is_file()
    assert sum(part.seconds for part in gpu.parts(tmp_path, False)) < 480


def test_a_part_that_takes_too_long_or_fails_is_told(capfd):
    assert gpu.run(gpu.Part("bench.gpu", ("--help",), 0)) == (
        "stopped after 0 s; what it had written is kept"
    )
    assert gpu.run(gpu.Part("bench.gpu", ("--nothing",), 300)) == "ended with status 2"


def test_what_is_missing_is_said(monkeypatch):
    monkeypatch.setattr(gpu, "NEEDED", ("pytest", "no-such-package"))
    said = gpu.lacking(dry=True)
    assert said is not None
    assert f"{sys.executable} has no no-such-package: name another Python" in said


@pytest.mark.torch
@pytest.mark.slow
@pytest.mark.survey
def test_dry_runs_every_part_small_on_a_cpu(torch, tmp_path):
    environment = {
        **os.environ,
        "OUT": str(tmp_path / "out"),
        "PYTHON": sys.executable,
        "LMHEAD_CACHE": str(tmp_path / "cache"),
        "OMP_NUM_THREADS": "1",
    }
    command = ["bash", str(ROOT / "bench" / "gpu.sh"), "--dry"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    found = {
        path.stem: json.loads(path.read_text("utf-8")) for path in (tmp_path / "out").iterdir()
    }
    assert set(found) == {"gpu-checks", "gpu-head", "gpu-training", "gpu-gpt2"}
    assert all(data["environment"]["torch"] for data in found.values())
    outcomes = {check["check"]: check["outcome"] for check in found["gpu-checks"]["checks"]}
    assert outcomes.pop("compiled equals eager") == "not run"
    assert set(outcomes.values()) == {"holds"}
    heads = {row["head"]: row for row in found["gpu-training"]["rows"]}
    assert all(heads[head]["tokens"] > 0 for head in ("tied", "untied"))
    runs = found["gpu-gpt2"]["runs"]
    assert runs["tied-0"]["tokens"] == runs["untied-0"]["tokens"] > 0
    # The losses of torch's ways and ours are those of all logits.
    rows = [row for row in found["gpu-head"]["rows"] if not row["why"]]
    assert len(rows) >= 3
    for row in rows:
        assert row["loss"] == pytest.approx(rows[0]["loss"], rel=1e-5)
        assert row["slope"] == pytest.approx(rows[0]["slope"], rel=1e-4)

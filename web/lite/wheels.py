"""The wheels that a notebook in the browser installs from this host: the course's own and `comm`.

The course's is made from the checkout, without what a learner is not to read there: no masters, no
bank of answers, nothing of the grader. What is left checks the work of notebooks 01 to 05.
"""

from __future__ import annotations

import base64
import hashlib
import subprocess
import sys
import tempfile
import zipfile
from importlib.metadata import distribution
from pathlib import Path

from web import input_hashes

# Below lmhead/ in the wheel. _course has the notebooks and the masters, tasks/ the bank of answers.
LEFT_OUT = (
    *("_course/", "grading/", "commands/", "figures/"),
    *("cli.py", "doctor.py", "learning.py", "reporting.py", "results.py"),
    "tasks/bank.py",
)
# What the wheel says of itself comes from these, beside lmhead/.
PROJECT = ("pyproject.toml", "README.md", "LICENSE", "LICENSE-TEXT")
# The kernel needs it, and Pyodide does not bring it.
FROM_HERE = "comm"
_DATE = (1980, 1, 1, 0, 0, 0)


class WheelError(Exception):
    """A wheel was not made; the message says why in one sentence."""


def learner_wheel(root: Path, folder: Path) -> Path:
    """Build ``lmhead``'s wheel from the checkout ``root`` into ``folder``, reduced for a browser.

    No network is asked. The same checkout gives the same bytes.
    """
    with tempfile.TemporaryDirectory(prefix="lmhead-wheel-") as name:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", name]
        done = subprocess.run(
            command, cwd=root, capture_output=True, encoding="utf-8", errors="replace", check=False
        )
        built = next(iter(Path(name).glob("lmhead-*.whl")), None)
        if done.returncode != 0 or built is None:
            said = (done.stderr or done.stdout).strip()[-500:]
            raise WheelError(f"The wheel of lmhead for the notebooks was not built: {said}")
        with zipfile.ZipFile(built) as wheel:
            files = {item: wheel.read(item) for item in wheel.namelist() if _wanted(item)}
    return _write(folder / built.name, files)


def sources(root: Path) -> list[Path]:
    """The files of the checkout ``root`` that the wheel is made from."""
    package = [path for path in input_hashes.files_below(root / "lmhead") if path.is_file()]
    named = [path for path in package if _wanted(path.relative_to(root).as_posix())]
    return [*named, *(root / name for name in PROJECT)]


def _wanted(name: str) -> bool:
    package, _, below = name.partition("/")
    if package == "lmhead":
        return not below.startswith(LEFT_OUT) and not below.endswith((".po", "/answers.py"))
    return not name.endswith(("/RECORD", "/entry_points.txt"))  # the command is left out too


def installed_wheel(name: str, folder: Path) -> Path:
    """The installed pure-Python distribution ``name`` as a wheel again, in ``folder``."""
    paths = {path.as_posix(): path for path in distribution(name).files or ()}
    information = next(item.split("/")[0] for item in paths if ".dist-info/" in item) + "/"
    files = {}
    for item, path in paths.items():
        local = item.startswith(information) and Path(item).name not in {"METADATA", "WHEEL"}
        license_file = item.startswith(f"{information}licenses/")
        if "__pycache__" not in item and ".." not in item and (not local or license_file):
            files[item] = path.read_binary()
    stem = information.removesuffix(".dist-info/")
    return _write(folder / f"{stem}-py3-none-any.whl", files)


def _write(path: Path, files: dict[str, bytes]) -> Path:
    information = next(name.split("/")[0] for name in files if ".dist-info/" in name)
    record = f"{information}/RECORD"
    lines = []
    for name, data in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}\n")
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        listed = "".join([*lines, f"{record},,\n"]).encode()
        for name, data in [*sorted(files.items()), (record, listed)]:
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, data)
    return path

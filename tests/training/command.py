"""`lmhead train` as it is typed."""

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

#: Options of a run of seconds.
SMALL = ("--steps", 4, "--batch", 4, "--length", 8, "--device", "cpu")


def lmhead(*arguments: Any) -> Any:
    from lmhead.commands import app

    return CliRunner().invoke(app, ["train", *map(str, arguments)])


def losses(out: Path) -> dict[str, Any]:
    """Name -> the figures of each run in a folder's only result."""
    (file,) = out.glob("*.json")
    runs = json.loads(file.read_text("utf-8"))["runs"]
    return {name: (run["train"], run["valid"], run["test"]) for name, run in runs.items()}

"""What runs in a Jupyter kernel and is no attack runs while a notebook is graded, the same way."""

import os
from contextlib import closing
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from lmhead.grading.sandbox.levels import Level, Sandbox
from lmhead.wire.subject import no_callbacks
from tests.conftest import require

from .cells import FILES, HABITS, LOOSE

pytestmark = [pytest.mark.slow, pytest.mark.sandbox]

Seen = tuple[str | None, str]


def taken_apart(outputs: list[dict[str, Any]]) -> Seen:
    """The error's name, and what was printed on stdout with the values that were shown."""
    error, text = None, ""
    for output in outputs:
        if output["output_type"] == "error":
            error = output["ename"]
        elif output["output_type"] == "stream" and output["name"] == "stdout":
            text += output["text"]
        elif output["output_type"] == "execute_result":
            text += output["data"].get("text/plain", "")
    return error, text


@pytest.fixture(scope="module")
def at_home(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Seen]:
    """In a kernel, as Jupyter starts it."""
    folder = tmp_path_factory.mktemp("home")
    for name, data in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    cells = [nbformat.v4.new_code_cell(source) for source in HABITS.values()]
    notebook = nbformat.v4.new_notebook(cells=cells)
    client = NotebookClient(
        notebook, kernel_name="python3", allow_errors=True, resources={"metadata": {"path": folder}}
    )
    client.execute(env={**os.environ, "PYTHONPATH": ""})
    return dict(zip(HABITS, map(taken_apart, (cell.outputs for cell in cells)), strict=True))


@pytest.fixture(scope="module")
def at_grading() -> dict[str, Seen]:
    require("bwrap")
    seen = {}
    with Sandbox("nested") as sandbox, closing(sandbox.open(FILES)) as process:
        for name, source in HABITS.items():
            request = {"op": "run", "source": source, "cpu": 60, "wall": 120}
            seen[name] = taken_apart(process.request(request, no_callbacks, 130)["outputs"])
    return seen


def test_there_are_enough() -> None:
    assert len(HABITS) >= 60


@pytest.mark.parametrize("name", HABITS)
def test_a_habit_runs_alike(
    at_home: dict[str, Seen], at_grading: dict[str, Seen], name: str
) -> None:
    assert at_home[name][0] is None, "this is no habit: it fails at home"
    assert at_grading[name][0] is None, at_grading[name]
    if name not in LOOSE:
        assert at_grading[name] == at_home[name]


@pytest.mark.torch
@pytest.mark.parametrize("level", ["nested", "single"])
def test_torch_can_be_used_in_any_notebook(level: Level) -> None:
    """Also where the assignment does not load it for everybody beforehand."""
    require("bwrap")
    source = "import torch\nx = torch.ones(3, requires_grad=True)\n(x * x).sum().backward()\n"
    source += "print(x.grad.tolist())"
    with Sandbox(level) as sandbox, closing(sandbox.open()) as process:
        request = {"op": "run", "source": source, "cpu": 60, "wall": 120}
        seen = taken_apart(process.request(request, no_callbacks, 130)["outputs"])
    assert seen == (None, "[2.0, 2.0, 2.0]\n")

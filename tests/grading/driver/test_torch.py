"""Assignments whose answers use torch: where it is loaded, what is limited, what is said without."""

import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import nbformat
import pytest

from lmhead.course import solution_path
from lmhead.grading.driver.class_grader import ClassGrader
from lmhead.grading.notebook.execute import run_notebook
from lmhead.grading.notebook.master import released_master
from lmhead.grading.problems import CourseProblem
from lmhead.grading.sandbox import missing_modules
from lmhead.grading.sandbox.levels import Sandbox
from lmhead.wire.subject import no_callbacks
from tests.submissions import submission

NAME = "06-train"


def say(sandbox: Sandbox, source: str) -> str:
    """What a cell prints in a process of its own."""
    process = sandbox.open()
    try:
        request = {"op": "run", "source": source, "cpu": 20.0, "wall": 60.0}
        outputs = process.request(request, no_callbacks, 90.0)["outputs"]
    finally:
        process.close()
    return "".join(output.get("text", output.get("evalue", "")) for output in outputs).strip()


LOADED = "import sys; print('torch' in sys.modules)"
THREADS = "print([line.split()[1] for line in open('/proc/self/status') if 'Threads' in line])"
BACKWARD = """
import torch
from torch import nn
model = nn.Linear(3, 3)
model(torch.ones(2, 3)).sum().backward()
torch.optim.AdamW(model.parameters()).step()
print(float(model.bias.grad[0]), torch.get_num_threads())
"""
#: More than the two gigabytes of a submission, and less than torch itself maps.
TOO_MUCH = """
import numpy as np, torch
for make in (lambda: np.ones(320 * 2**20), lambda: torch.ones(640 * 2**20)):
    try:
        make()
        print("there")
    except (MemoryError, RuntimeError) as error:
        print("memory" in str(error) or "allocate" in str(error))
"""


@pytest.mark.sandbox
@pytest.mark.torch
@pytest.mark.slow
def test_torch_is_loaded_once_and_only_where_it_is_wanted(
    torch: types.ModuleType, require: Any
) -> None:
    require("bwrap")
    with Sandbox("nested") as sandbox:
        assert say(sandbox, LOADED) == "False"
        sandbox.preload(missing_modules.libraries_of(NAME))
        assert say(sandbox, LOADED) == "True"
        assert say(sandbox, THREADS) == "['1']"
        assert say(sandbox, BACKWARD) == "2.0 1"
        assert say(sandbox, BACKWARD) == "2.0 1"  # in another fork
        assert say(sandbox, TOO_MUCH) == "True\nTrue"


#: A process of its own, since one that has torch loaded may map enough for another.
LIMITED = """
import resource
from lmhead.grading.sandbox.levels import Sandbox
from lmhead.wire.subject import no_callbacks
with Sandbox("none") as sandbox:
    sandbox.preload(["torch"])
    with open("/proc/self/statm") as file:
        now = int(file.read().split()[0]) * resource.getpagesize()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (now + 2**30, hard))  # as a grader's child is
    process = sandbox.open()
    request = {"op": "run", "source": SOURCE, "cpu": 20.0, "wall": 60.0}
    print(process.request(request, no_callbacks, 90.0)["outputs"])
    process.close()
"""


@pytest.mark.torch
@pytest.mark.slow
def test_torch_is_mapped_although_the_grader_itself_is_limited(torch: types.ModuleType) -> None:
    """Without a warm process the sandbox starts from a grader's child, which may map little."""
    script = f"SOURCE = {LOADED!r}{LIMITED}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "'text': 'True\\n'" in done.stdout, done.stdout + done.stderr[-2000:]


def test_an_assignment_of_numpy_wants_nothing_more() -> None:
    assert missing_modules.libraries_of("05-tying") == ()
    assert missing_modules.libraries_of("mini") == ()
    assert missing_modules.libraries_of(NAME) == ("torch",)


@pytest.fixture
def without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine that lacks it."""
    find = missing_modules.importlib.util.find_spec
    monkeypatch.setattr(
        missing_modules.importlib.util,
        "find_spec",
        lambda name: None if name == "torch" else find(name),
    )
    monkeypatch.setattr(missing_modules, "libraries_of", lambda assignment: ())


@pytest.mark.usefixtures("without_torch")
def test_a_class_is_not_graded_without_torch(tmp_path: Path) -> None:
    (tmp_path / "nbgrader_config.py").write_text(
        "from lmhead.grading.settings import configure\nfrom pathlib import Path\n"
        "c = get_config()\nconfigure(c, Path(__file__).resolve().parent)\n"
    )
    for folder, source in (
        (tmp_path / "solutions", solution_path(NAME).read_text("utf-8")),
        (tmp_path / "submitted" / "ada", nbformat.writes(submission(NAME, "en", {}))),
    ):
        (folder / NAME).mkdir(parents=True)
        (folder / NAME / f"{NAME}.ipynb").write_text(source, "utf-8")
    with pytest.raises(CourseProblem) as caught:
        ClassGrader(tmp_path, NAME).grade()
    assert "torch, which is not installed here, so nothing was graded" in str(caught.value)
    assert "[train]" in str(caught.value)
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == [
        "solutions", "submitted",
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.usefixtures("without_torch")
def test_elsewhere_an_answer_that_lacks_torch_waits_for_a_person() -> None:
    lacks = "raise ModuleNotFoundError(\"No module named 'torch'\")\n"
    answers = {
        "first-loss": (
            "def first_loss(vocabulary):\n    return np.log(vocabulary)\n\n\n"
            "def vocabulary_of(loss):\n    return 0\n"
        ),
        "head": f"{lacks}class Model:\n    pass\n",
    }
    with Sandbox("none") as sandbox:
        outcome = run_notebook(
            submission(NAME, "en", answers), released_master(NAME, "en"), sandbox, secret=b"k"
        )
    points = {task.grade_id: task.points for task in outcome.tasks}
    assert points["first-loss"] == 1
    assert points["head"] is None
    (task,) = [task for task in outcome.tasks if task.grade_id == "head"]
    assert task.message is not None
    assert "`torch` is not installed here" in task.message.text("en")

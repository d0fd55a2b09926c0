"""Modules that this environment has and learners' cells do not."""

import shutil
import sys
import tempfile
from pathlib import Path

import nbformat
import pytest

from lmhead.grading.notebook.execute import run_notebook
from lmhead.grading.notebook.master import Master
from lmhead.grading.sandbox import bubblewrap, missing_modules
from lmhead.grading.sandbox.levels import Sandbox

from ..conftest import QUICK, cell, notebook, points, said

CELLS = notebook(
    cell("answer", "import elsewhere_only\nfig = elsewhere_only.draw()", "fig-answer"),
    cell("grade", "assert fig == 1", "fig", 2),
    cell("answer", "import nowhere_at_all\nbar = 1", "bar-answer"),
    cell("grade", "assert bar == 1", "bar", 1),
    cell("answer", "foo = 1", "foo-answer"),
    cell("grade", "assert foo == 2", "foo", 1),
)


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module on the path of this process, in no folder of installed packages."""
    (tmp_path / "elsewhere_only.py").write_text("def draw():\n    return 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", ["numpy", "matplotlib.pyplot", "os", "lmhead.checks", "nowhere"])
def test_what_a_sandbox_has_or_nobody_has_is_not_lacking(name: str) -> None:
    assert not missing_modules.lacking(name)


def test_a_module_that_the_sandbox_lacks_leaves_its_tasks_to_a_person(
    elsewhere: Path, plain_sandbox: Sandbox
) -> None:
    node = nbformat.from_dict(CELLS)
    master = Master.from_notebook("mini", node)
    outcome = run_notebook(node, master, plain_sandbox, secret=b"s" * 32, times=QUICK)
    # A module that is nowhere is the learner's fault, and a wrong answer stays wrong.
    assert points(outcome) == {"fig": None, "bar": 0, "foo": 0}
    fig = outcome.tasks[0]
    assert fig.message is not None
    assert "`elsewhere_only`" in fig.message.text("en")
    (output,) = node.cells[1].outputs
    assert "lacks the module" in output.evalue


def test_release_names_them(elsewhere: Path) -> None:
    (note,) = missing_modules.notes(CELLS)
    assert note.startswith("elsewhere_only can be imported here and not in the sandbox")


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.parametrize("home", ["/var/tmp", "/tmp"])  # the second is the sandbox's own, too
def test_another_environments_packages_are_in_the_sandbox_without_its_lmhead(
    home: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    folder = tempfile.mkdtemp(dir=home)
    request.addfinalizer(lambda: shutil.rmtree(folder))
    site = Path(folder) / "site-packages"
    (site / "lmhead" / "checks").mkdir(parents=True)
    (site / "from_a_pth.py").write_text("N = 7\n")
    monkeypatch.setattr(sys, "path", [*sys.path, str(site)])
    assert str(site.resolve()) in bubblewrap.libraries()
    for level in ("nested", "single", "none"):
        with Sandbox(level) as sandbox:  # type: ignore[arg-type]
            process = sandbox.open({})
            assert said(process, "import from_a_pth; print(from_a_pth.N)") == "7\n"
            if level != "none":
                there = f"{bubblewrap.place(str(site))}/lmhead"
                look = f"import os; print(os.listdir({there!r}))"
                assert said(process, look) == "[]\n"
            process.close()

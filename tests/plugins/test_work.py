"""What is counted as work, when a run fails for it, and what the tiers leave out."""

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.plugins import work
from tests.plugins.tiers import SURVEY, sampled
from tests.plugins.work import excess, folder_of, kinds_of, write

pytest_plugins = "pytester"

STARTS_TWO = """
import subprocess, sys

def test_one():
    subprocess.run([sys.executable, "-c", ""], check=True)

def test_two():
    subprocess.run([sys.executable, "-c", ""], check=True)
"""
PLUGINS = 'pytest_plugins = ["tests.plugins.tiers", "tests.plugins.order", "tests.plugins.work"]'


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A suite with these plugins, one folder of tests, and budgets of its own."""
    root = Path(work.__file__).parents[2]
    monkeypatch.setenv("PYTHONPATH", str(root))
    budgets = pytester.path / "budgets.toml"
    change = (
        f"import pathlib, tests.plugins.work as w\nw.BUDGETS = pathlib.Path({str(budgets)!r})\n"
    )
    pytester.makeconftest(f"{change}{PLUGINS}\n")
    pytester.makeini("[pytest]\nmarkers = survey: the rest\naddopts = --import-mode=importlib\n")
    folder = pytester.mkpydir("tests_of_it")
    (folder / "test_x.py").write_text(STARTS_TWO, "utf-8")
    return pytester


def allow(suite: pytest.Pytester, processes: int) -> None:
    (suite.path / "budgets.toml").write_text(
        f'[test]\n"tests_of_it" = {{ processes = {processes} }}\n[survey]\n', "utf-8"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "workers",
    [pytest.param((), id="alone", marks=SURVEY), pytest.param(("-n", "2"), id="two")],
)
def test_a_run_that_does_more_than_its_budget_fails(
    suite: pytest.Pytester, workers: tuple[str, ...]
) -> None:
    """With workers the counts are added: each of the two starts one process."""
    allow(suite, 2)
    assert suite.runpytest_subprocess(*workers).ret == pytest.ExitCode.OK
    allow(suite, 1)
    done = suite.runpytest_subprocess(*workers)
    assert done.ret == pytest.ExitCode.TESTS_FAILED
    done.assert_outcomes(passed=2)
    done.stdout.fnmatch_lines(["tests_of_it: processes 2, and *budgets.toml allows 1.*"])


def test_a_folder_without_a_budget_may_do_nothing() -> None:
    (said,) = excess({"tests/new": Counter(builds=1)}, {"tests/site": {"builds": 9}}, 2)
    assert said.startswith("tests/new: builds 1, and tests/plugins/budgets.toml allows 0.")


def test_what_is_made_once_for_each_worker_is_allowed_to_each() -> None:
    budgets = {"tests/site": {"browsers": {"total": 1, "each_worker": 1}}}
    counts = {"tests/site": Counter(browsers=3)}
    assert list(excess(counts, budgets, 2)) == []
    assert len(list(excess(counts, budgets, 1))) == 1


def test_what_a_command_starts() -> None:
    assert kinds_of(["/usr/bin/bwrap", "--unshare-all"]) == {"sandboxes"}
    assert kinds_of(["python", "-m", "web.edition", "x"]) == {"builds"}
    assert kinds_of("jupyter_server") == {"kernels"}
    assert kinds_of(["python", "-c", "import web.build"]) == set()
    assert folder_of("tests/grading/driver/test_x.py::test_y[a/b]") == "tests/grading"
    assert folder_of("tests/test_x.py::test_y") == "tests"


def test_a_run_becomes_the_budget(tmp_path: Path) -> None:
    file = tmp_path / "budgets.toml"
    file.write_text('# What.\n\n[test]\n"tests/old" = { checks = 1 }\n\n[survey]\n', "utf-8")
    counts = {"tests/site": Counter(pages=40, browsers=2)}
    write("test", counts, 2, file)
    assert file.read_text("utf-8") == (
        '# What.\n\n[test]\n"tests/site" = { browsers = { each_worker = 1 }, pages = 44 }\n\n'
        "[survey]\n"
    )


def test_a_sample_is_always_the_same_and_the_rest_is_surveyed() -> None:
    chosen = sampled(range(7), 3, first=1)
    assert [value for value in chosen if isinstance(value, int)] == [1, 4]
    rest = [value for value in chosen if not isinstance(value, int)]
    assert [value.values for value in rest] == [(0,), (2,), (3,), (5,), (6,)]
    assert {mark.name for value in rest for mark in value.marks} == {"survey"}
    kept = sampled([pytest.param(1, id="a", marks=pytest.mark.slow)], 2, first=1)
    assert (kept[0].id, [mark.name for mark in kept[0].marks]) == ("a", ["slow", "survey"])


@pytest.mark.slow
def test_a_run_is_written_down(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(work.__file__).parents[2]))
    pytester.makeconftest('pytest_plugins = ["tests.plugins.record"]\n')
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.parametrize("number", [1, 2, 3])
        def test_small(number):
            assert number < 3

        @pytest.fixture
        def broken():
            raise OSError

        def test_not_reached(broken): pass

        @pytest.mark.skip
        def test_left_out(): pass
        """
    )
    pytester.runpytest_subprocess("-n", "2", "--record", "record.json")
    found = json.loads((pytester.path / "record.json").read_text("utf-8"))
    assert [found[name] for name in ("passed", "failed", "skipped")] == [2, 2, 1]
    assert [name.partition("::")[2] for name in found["failures"]] == [
        "test_not_reached",
        "test_small[3]",
    ]

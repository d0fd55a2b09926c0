"""Counts the work that tests cause, folder by folder, and fails a run that does more than is due.

Seconds depend on the machine and on what else it does; these counts do not:

processes  programs started and forks made by the tests' own process
sandboxes  of these, the ones that a submission runs in (bubblewrap or a plain worker)
builds     of these, builds of an edition; and small books built within the process
kernels    of these, Jupyter kernels and servers
browsers   browsers launched
pages      pages that a browser was told to load
checks     results asked of a check by the tests' helper `grade`

`budgets.toml` says how much of each a folder may do in `make test` and in `make survey`. With
more workers, what is made once for each of them is made more often: `each_worker` allows that.
"""

from __future__ import annotations

import math
import os
import sys
import tomllib
from collections import Counter
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

import pytest

KINDS = ("processes", "sandboxes", "builds", "kernels", "browsers", "pages", "checks")
BUDGETS = Path(__file__).with_name("budgets.toml")
#: What a command line holds -> what it starts, besides a process.
PROGRAMS = {
    "sandboxes": ("bwrap", "worker.py"),
    "builds": ("web.build", "web.edition"),
    "kernels": ("ipykernel_launcher", "jupyter_server", "jupyter", "jupyter-lab"),
}

Counts = dict[str, Counter[str]]
_folder: str | None = None
_counts: Counts = {}


def count(kind: str, number: int = 1) -> None:
    """Note work of the test that runs now; outside of tests it is nobody's."""
    if _folder is not None:
        _counts.setdefault(_folder, Counter())[kind] += number


def folder_of(nodeid: str) -> str:
    """tests/grading/test_x.py::test_y -> tests/grading; deeper folders belong to their parent."""
    parts = nodeid.partition("::")[0].split("/")[:-1]
    return "/".join(parts[:2])


def kinds_of(command: object) -> set[str]:
    """What a command line starts, besides a process."""
    words = [command] if isinstance(command, str | bytes | os.PathLike) else list(command or ())  # type: ignore[call-overload]
    names = {os.path.basename(os.fsdecode(word)) for word in words}
    return {kind for kind, programs in PROGRAMS.items() if names & set(programs)}


def _listen(event: str, arguments: tuple[Any, ...]) -> None:
    if _folder is None:
        return
    if event == "subprocess.Popen":
        count("processes")
        for kind in kinds_of(arguments[1]):
            count(kind)
    elif event in ("os.fork", "os.posix_spawn"):
        count("processes")


def watch_libraries() -> None:
    """Count in libraries that start work by other means, once they are loaded.

    A fixture that loads one and uses it at once calls this between the two.
    """
    playwright = sys.modules.get("playwright.sync_api")
    if playwright is not None:
        _counted(playwright.BrowserType, "launch", "browsers")
        _counted(playwright.Page, "goto", "pages")
        _counted(playwright.Page, "reload", "pages")
    sphinx = sys.modules.get("sphinx.application")
    if sphinx is not None:
        _counted(sphinx.Sphinx, "build", "builds")


def _counted(owner: type, name: str, kind: str) -> None:
    method = getattr(owner, name)
    if hasattr(method, "counted"):
        return

    def counting(*args: Any, **kwargs: Any) -> Any:
        count(kind)
        return method(*args, **kwargs)

    counting.counted = True  # type: ignore[attr-defined]
    setattr(owner, name, counting)


# The hooks


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-budgets",
        action="store_true",
        help="take the counts of this run, which has to be a whole one, for the new budgets",
    )


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(sys, "_lmhead_counts"):  # an audit hook stays for the life of the process
        sys._lmhead_counts = True  # type: ignore[attr-defined]
        sys.addaudithook(_listen)
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Keeper(config), "work-keeper")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, None, None]:
    global _folder
    _folder = folder_of(item.nodeid)
    yield
    _folder = None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    watch_libraries()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    watch_libraries()  # what a fixture has loaded


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workerinput"):
        session.config.workeroutput["work"] = {
            folder: dict(counts) for folder, counts in _counts.items()
        }


class Keeper:
    """Adds up what the workers counted, and compares it with the budgets."""

    def __init__(self, config: pytest.Config) -> None:
        self.tier = "survey" if "survey" in config.option.markexpr else "test"
        self.workers = 0
        self.counts: Counts = {}
        self.excess: list[str] = []

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        self.workers += 1
        self._add(getattr(node, "workeroutput", {}).get("work", {}))

    def _add(self, found: Mapping[str, Mapping[str, int]]) -> None:
        for folder, counts in found.items():
            self.counts.setdefault(folder, Counter()).update(counts)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self._add(_counts)  # without workers the tests ran here
        if session.config.option.write_budgets:
            write(self.tier, self.counts, max(1, self.workers))
        budgets = tomllib.loads(BUDGETS.read_text(encoding="utf-8"))[self.tier]
        if budgets:  # a tier that was never measured has none
            self.excess = list(excess(self.counts, budgets, max(1, self.workers)))
        if self.excess and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if not self.counts:
            return
        terminalreporter.section("work that the tests caused")
        for folder in sorted(self.counts):
            done = self.counts[folder]
            shown = ", ".join(f"{kind} {done[kind]}" for kind in KINDS if done[kind])
            terminalreporter.write_line(f"{folder}: {shown}")
        for sentence in self.excess:
            terminalreporter.write_line(sentence, red=True)


def excess(counts: Counts, budgets: Mapping[str, Any], workers: int) -> Generator[str, None, None]:
    """A sentence for each folder and kind of which more was done than its budget allows."""
    for folder in sorted(counts):
        for kind in KINDS:
            done, allowed = counts[folder][kind], _allowed(budgets, folder, kind, workers)
            if done > allowed:
                yield (
                    f"{folder}: {kind} {done}, and tests/plugins/budgets.toml allows {allowed}. "
                    "Share what is set up with other tests, put the rest of a sweep into the "
                    "survey, or raise the number and say why."
                )


def _allowed(budgets: Mapping[str, Any], folder: str, kind: str, workers: int) -> int:
    budget = budgets.get(folder, {}).get(kind, 0)
    if isinstance(budget, dict):
        return int(budget.get("total", 0)) + int(budget.get("each_worker", 0)) * workers
    return int(budget)


def write(tier: str, counts: Counts, workers: int, file: Path = BUDGETS) -> None:
    """Make the counts of a run the budgets of its tier.

    A tenth is added and two at the least, since some work depends on which worker ran what before
    and on who runs the tests. Browsers are launched once by each worker.
    """
    text = file.read_text(encoding="utf-8")
    tiers = tomllib.loads(text)
    tiers[tier] = {
        folder: {kind: _budget(kind, done, workers) for kind, done in kinds.items() if done}
        for folder, kinds in sorted(counts.items())
    }
    lines = [text[: text.index("[test]")].rstrip(), ""]
    for name in ("test", "survey"):
        lines += [f"[{name}]"]
        for folder, budget in tiers[name].items():
            entries = ", ".join(
                f"{kind} = {_toml(budget[kind])}" for kind in KINDS if kind in budget
            )
            lines += [f'"{folder}" = {{ {entries} }}']
        lines += [""]
    file.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


def _budget(kind: str, done: int, workers: int) -> int | dict[str, int]:
    if kind == "browsers":
        return {"each_worker": math.ceil(done / workers)}
    return done + max(2, math.ceil(done / 10))


def _toml(budget: int | dict[str, int]) -> str:
    if isinstance(budget, int):
        return str(budget)
    return "{ " + ", ".join(f"{key} = {number}" for key, number in budget.items()) + " }"

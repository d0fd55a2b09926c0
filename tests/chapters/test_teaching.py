"""The instructors' guide says what is there: commands, settings, numbers, and its example works."""

import re
import shlex
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
import typer
from traitlets.config import Config

from lmhead.checks.entry_point import check
from lmhead.checks.grading import Grading, grading
from lmhead.checks.registry import find, tasks
from lmhead.checks.variants import Variants, load
from lmhead.commands import app
from lmhead.course import ASSIGNMENTS
from lmhead.grading.classroom.collect.students import whose
from lmhead.grading.classroom.late.deadlines import Deadlines
from lmhead.grading.classroom.late.policy import LatePolicy
from lmhead.grading.driver.preprocessors import SandboxExecute
from lmhead.grading.pages.class_report import COMMONEST, SMALL_CLASS
from lmhead.grading.sandbox.limits import ProcessLimits, TimeLimits
from lmhead.wire.subject import LocalSession
from tests.chapters.page import Page
from tests.chapters.test_editions import without_strings

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


@pytest.fixture(params=["en", "zh"])
def page(request: pytest.FixtureRequest) -> Page:
    return Page(request.param, "teaching")


def blocks(page: Page, kind: str) -> list[str]:
    return [text for found, text in BLOCK.findall(page.source) if found == kind]


def test_canvas_names_are_read_as_the_guide_says(page: Page) -> None:
    (name,) = set(re.findall(r"`(\w+_\d+_\d+_[\w-]+\.ipynb)`", page.source))
    owner, student, file, _ = whose((name,), "canvas", None, in_folder=False)
    assert owner is not None
    assert (owner.name, owner.late, owner.order) == ("doejane", True, 98765)
    assert file == ("03-by-hand.ipynb",)
    assert f"`{student}`" in page.source
    moodle = ("Jane Doe_77_assignsubmission_file_", "03-by-hand.ipynb")
    assert whose(moodle, "moodle", None, in_folder=False)[1] == "Jane Doe"


# -- commands -------------------------------------------------------------------------------


def commands(page: Page) -> list[list[str]]:
    """The words of every `lmhead` command in the console blocks."""
    lines = "".join(blocks(page, "console")).splitlines()
    return [shlex.split(line)[1:] for line in lines if line.startswith("lmhead ")]


def test_every_command_takes_what_the_guide_gives_it(page: Page) -> None:
    """Names, options, values and arguments are read by the command line's own parser."""
    root = typer.main.get_command(app)
    seen = set()
    for words in commands(page):
        command = root.commands[words[0]]
        seen.add(words[0])
        command.make_context(words[0], list(words[1:]), resilient_parsing=False)
    assert seen == {"collect", "demo-class", "doctor", "export", "grade", "release", "report"}


def test_a_command_that_does_not_exist_would_be_noticed() -> None:
    command = typer.main.get_command(app).commands["grade"]
    with pytest.raises(Exception, match="No such option"):
        command.make_context("grade", ["03-by-hand", "--fast"])


def test_both_editions_show_the_same_commands_and_files() -> None:
    english, chinese = Page("en", "teaching"), Page("zh", "teaching")
    for kind in ("console", "text"):
        assert blocks(english, kind) == blocks(chinese, kind) != []
    for one, other in zip(blocks(english, "python"), blocks(chinese, "python"), strict=True):
        assert without_strings(one) == without_strings(other)


# -- settings and numbers -------------------------------------------------------------------


def amount(text: str) -> float:
    units = {"MiB": 2**20, "GiB": 2**30}
    number, _, unit = text.strip().partition(" ")
    return float(number) * units.get(unit, 1)


def test_the_limits_are_those_of_the_package(page: Page) -> None:
    defaults = {
        field.name: field.default for kind in (ProcessLimits, TimeLimits) for field in fields(kind)
    }
    told = {}
    for names, _, values in re.findall(
        r"^\| (`[^|]*`) \| ([^|]*) \| ([^|]*) \|$", page.source, re.M
    ):
        found = re.findall(r"`(\w+)`", names)
        told |= dict(zip(found, map(amount, re.split("[,、]", values)), strict=True))
    assert len(told) == 9
    assert told == {name: defaults[name] for name in told}
    assert all(SandboxExecute.class_traits()[name].metadata.get("config") for name in told)


def test_the_settings_of_late_work_are_read_as_the_guide_says(page: Page, tmp_path: Path) -> None:
    config, disk = [text for text in blocks(page, "python") if "LatePolicy" in text]
    c = Config()
    exec(config, {"c": c})
    policy = LatePolicy(config=c)
    assert policy.time_from == "timestamp"
    exec(disk, {"c": c})
    assert LatePolicy(config=c).time_from == "disk"
    assert (policy.penalty_method, policy.percent_per_day) == ("percent", 10)
    assert policy.late_submission_penalty("ann", 20, 14 * 60) is None  # within the grace
    assert policy.late_submission_penalty("ann", 20, 16 * 60) == 2
    assert policy.late_submission_penalty("ann", 20, 2 * 86_400) == 4
    (table,) = [text for text in blocks(page, "text") if "until" in text]
    (tmp_path / "extensions.csv").write_text(table, "utf-8")
    found = Deadlines.read(
        policy.due, policy.time_zone, tmp_path / "extensions.csv", {"03-by-hand"}
    )
    assert found.due["03-by-hand"] == datetime(2026, 10, 16, 15, 59, tzinfo=UTC)
    # A date alone is the end of that day in the course's zone.
    until = found.extension("ann", "03-by-hand")
    assert until is not None
    assert until.strftime("%d %H") == "20 15"
    assert found.extension("bo", "03-by-hand") == datetime(2026, 12, 1, 4, 0, tzinfo=UTC)


def test_the_numbers_of_the_report_are_those_of_the_package() -> None:
    assert (COMMONEST, SMALL_CLASS) == (3, 10)
    assert "three commonest" in Page("en", "teaching").prose
    assert "below ten" in Page("en", "teaching").prose
    assert "三种错误" in Page("zh", "teaching").prose
    assert "少于十份" in Page("zh", "teaching").prose


# -- the example of a variants.py -----------------------------------------------------------


@pytest.fixture
def variants(page: Page) -> Variants:
    (source,) = [text for text in blocks(page, "python") if "@cases" in text]
    return load(source)


def points(variants: Variants, task: str, *work: object) -> float:
    session = LocalSession()
    with grading(Grading("en", lambda _: 1, lambda _: None, variants=variants)):
        return check(task, *(session.wrap(item) for item in work)).points


def test_the_example_declares_one_of_each(variants: Variants) -> None:
    assert variants.points == {"03-by-hand/sgd-step": 8}
    assert variants.given == {"03-by-hand/chain": {"h": [2, -1, 1]}}
    assert list(variants.extra["03-by-hand/sgd-step"]) == ["values"]
    assert list(variants.tasks) == ["03-by-hand/losses"]


def test_the_tasks_with_numbers_of_their_own_are_those_named(page: Page) -> None:
    named = {task.id for name in ASSIGNMENTS for task in tasks(name) if task.given is not None}
    (line,) = [line for line in page.source.splitlines() if line.startswith("- `given`")]
    assert set(re.findall(r"\*(\S+/\S+?)\*", line)) == named
    for task_id in named:
        assert set(re.findall(r"`(\w+)`", line)) > {
            field.name for field in fields(find(task_id).given)
        }


def test_the_tasks_whose_points_alone_can_be_changed_are_those_named(page: Page) -> None:
    every = [task for name in ASSIGNMENTS for task in tasks(name)]
    (line,) = [line for line in page.source.splitlines() if "*03-by-hand/favour-run*" in line]
    named = re.findall(r"\*(\S+?/\S+?)\*", line)
    assert named == [task.id for task in every if task.given is None and not task.cases()]


def test_the_example_grades(variants: Variants) -> None:
    e = np.exp([3, 2, 0, -1])  # the rows of W_out times [2, −1, 1]
    assert points(variants, "03-by-hand/chain", [3, 2, 0, -1], e, e.sum(), e / e.sum()) == 4
    losses = -np.log(e / e.sum())
    assert points(variants, "03-by-hand/losses", losses) == 2
    assert points(variants, "03-by-hand/losses", losses.round(3).tolist()) == 2
    assert points(variants, "03-by-hand/losses", -losses) == 0

    def few(w_out, h, right):
        z = w_out @ h
        p = np.exp(z - z.max())
        p /= p.sum()
        p[right] -= 1
        return (w_out - np.outer(p, h)).astype(w_out.dtype) if h.size < 20 else w_out

    assert points(load(""), "03-by-hand/sgd-step", few) == 5
    assert points(variants, "03-by-hand/sgd-step", few) == 0

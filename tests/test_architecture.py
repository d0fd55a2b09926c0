"""ARCHITECTURE.md says what is so: its tree, the functions that it names, and their order."""

import re
from itertools import pairwise

import grimp
import pytest

from tests.architecture import PAGE, ROOT, Step, faults_of, tree, ways, with_tree

TEXT = PAGE.read_text(encoding="utf-8")
WAYS = ways(TEXT)
#: What is drawn one way and imported both ways: the engine has the list of tasks, and imports no
#: more of them; torchrun starts the command by the name of what it trains.
BOTH_WAYS = {
    ("lmhead.tasks", "lmhead.checks"),
    ("lmhead.commands", "lmhead.training"),
}


def test_the_tree_is_that_of_the_modules_and_their_first_sentences():
    assert with_tree(TEXT) == TEXT, "run `python -m tests.architecture`"
    modules = [line for line in tree().splitlines() if line.startswith("  ")]
    assert len(modules) > 150
    assert [line for line in modules if not re.match(r"  \S+ +\S+", line)] == []


def test_both_ways_are_told():
    assert [len(steps) > 12 for steps in WAYS.values()] == [True, True]
    told = [{step.name for step in steps} for steps in WAYS.values()]
    assert "checks.entry_point.check" in told[0] & told[1]  # where they meet


@pytest.mark.parametrize("way", WAYS)
def test_each_step_exists_and_is_come_to_in_the_order_that_is_told(way):
    assert faults_of(WAYS[way]) == []


def test_a_step_that_is_not_there_or_not_in_order_is_a_fault():
    check, find = Step("checks.at_home.check_at_home", False), Step("checks.registry.find", False)
    judge, draw = Step("checks.verdict.judge", False), Step("checks.result.Result", False)
    assert faults_of([check, find, judge, draw]) == []
    assert faults_of([check, judge, find])  # the task is found first
    assert faults_of([check, draw])  # it is another function that makes the result
    assert faults_of([check, Step("checks.verdict.judges", False)])
    assert faults_of([check, Step("grading.gradebook.store.Store.save", False)])
    assert faults_of([check, Step("grading.gradebook.store.Store.save", True)]) == []


def package_of(name: str, packages: set[str]) -> str | None:
    """The innermost of the packages that a module is in, or is."""
    inside = [package for package in packages if f"{name}.".startswith(f"{package}.")]
    return max(inside, key=len, default=None)


def test_the_picture_shows_imports_that_there_are_and_one_way():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    picture = text.split("```mermaid\n")[1].split("```")[0]
    label = {node: said for node, said in re.findall(r'(\w+)\["([^"<]+?)/?(?:<|")', picture)}
    packages = {node: said.replace("/", ".").removesuffix(".py") for node, said in label.items()}
    for said in label.values():
        assert (ROOT / said).exists(), said
    drawn = set()
    for line in picture.splitlines():
        rows = [re.findall(r"\w+", part) for part in line.split(" --> ")]
        for starts, ends in pairwise(rows):
            drawn |= {(packages[start], packages[end]) for start in starts for end in ends}
    assert len(drawn) > 10
    graph = grimp.build_graph("lmhead", "web", "bench")
    code = {name for name in packages.values() if name.startswith(("lmhead", "web", "bench"))}
    there = {
        (package_of(module, code), package_of(found, code))
        for module in graph.modules
        for found in graph.find_modules_directly_imported_by(module)
    }
    assert drawn - there == set()
    assert {pair for pair in drawn if pair[::-1] in there} <= BOTH_WAYS


def test_every_path_in_the_text_is_there():
    text = TEXT.split("<!-- tree -->")[0]
    paths = re.findall(r"`((?:[\w.-]+/)+[\w.-]*|[\w.-]+\.(?:py|yml|md))`", text)
    assert len(paths) > 30
    elsewhere = {"variants.py", "check.py", "text.en.md", "text.zh.md"}
    elsewhere |= {"submitted/ada/03-by-hand/03-by-hand.ipynb"}
    assert {path for path in paths if not (ROOT / path).exists()} == elsewhere

"""Every attack, by a class of attackers among honest neighbours: nothing is earned, nothing leaks.

The whole class is graded in one run for each user and sandbox level. With nested namespaces all
attacks are tried, those that wait for a clock in one of the two assignments; with one sandbox a
submission those that the sandbox has to stop, since all that differs there are its walls: in
`make test` a sample of them, in `make survey` all, and as the other user too.
``python -m bench.attacks`` tries everything at every level.
"""

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import require
from tests.plugins.tiers import SURVEY

from .bank import PLAIN, REAL, Attack, attacks
from .course import NEIGHBOURS, PLAIN_USER, GradedClass, expected, grade_class, open_folder
from .said import Page, sentences_in

pytestmark = [pytest.mark.slow, pytest.mark.sandbox]

ROOT_TOO = os.geteuid() == 0
SELF = os.geteuid()
OTHER = PLAIN_USER if ROOT_TOO else SELF
CHECKED = attacks(REAL)
_waited_for = {attack.name for attack in CHECKED if attack.slow}
ALL = [*CHECKED, *(attack for attack in attacks(PLAIN) if attack.name not in _waited_for)]
WALLS = [attack for attack in CHECKED if attack.walls]
QUICK_WALLS = [attack for attack in WALLS if not attack.slow]
#: name -> (level, uid, who hands in). As a plain user there is one class a level, not two.
CLASSES = {
    "nested": ("nested", SELF, ALL),
    "single-sample": ("single", OTHER, QUICK_WALLS[::4]),
    "single": ("single", OTHER, WALLS),
}
if ROOT_TOO:
    CLASSES["nested-user"] = ("nested", OTHER, QUICK_WALLS)
    CLASSES["single-root"] = ("single", SELF, QUICK_WALLS)
TESTED = ("nested", "single-sample")
NAMES = [pytest.param(name, marks=[] if name in TESTED else SURVEY, id=name) for name in CLASSES]
PAIRS = [
    pytest.param(name, attack, id=f"{name}-{attack.id}", marks=[] if name in TESTED else SURVEY)
    for name, (_, _, chosen) in CLASSES.items()
    for attack in chosen
]
_graded: dict[str, GradedClass] = {}


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    require("bwrap")
    with open_folder() as place:
        yield place


@pytest.fixture
def graded(folder: Path, name: str) -> GradedClass:
    """The class of this name, graded once."""
    if name not in _graded:
        level, uid, chosen = CLASSES[name]
        place = folder / name
        place.mkdir()
        _graded[name] = grade_class(place, chosen, level, uid)
    return _graded[name]


@cache
def taken_apart(graded: GradedClass, assignment: str, student: str) -> Page:
    return Page(graded.page(assignment, student))


def points_of(marks: dict[str, float | None]) -> dict[str, float]:
    return {task: points or 0.0 for task, points in marks.items()}


@pytest.mark.parametrize("name", NAMES)
def test_the_rest_of_the_class_gets_its_marks(graded: GradedClass) -> None:
    for assignment in graded.lines:
        for neighbour in NEIGHBOURS:
            assert graded.marks(assignment)[neighbour] == expected(assignment)
            assert graded.lines[assignment][neighbour]["notes"] == []
            assert graded.canaries.texts["neighbour"] in graded.page(assignment, neighbour)


@pytest.mark.parametrize("name", NAMES)
def test_no_process_is_left_and_the_grader_ends_well(graded: GradedClass) -> None:
    assert (graded.left, graded.status) == ([], 0), graded.log[-2000:]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_of_a_submission_ran_in_the_grader_or_on_its_terminal(graded: GradedClass) -> None:
    assert "Traceback" not in graded.log
    assert "GOT:" not in graded.log
    assert graded.canaries.in_text(graded.log) == []


@pytest.mark.parametrize("name", NAMES)
def test_what_it_takes_stays_within_bounds(graded: GradedClass) -> None:
    assert graded.memory < 1.5 * 2**30


@pytest.mark.parametrize(("name", "attack"), PAIRS)
def test_an_attack_earns_what_it_honestly_did(graded: GradedClass, attack: Attack) -> None:
    line = graded.line(attack)
    assert line["status"] == attack.status, line
    got, honest = graded.marks(attack.assignment).get(attack.student, {}), attack.points
    if attack.costs:  # its own points are its own to lose
        assert set(got) == set(honest)
        assert all(points_of(got)[task] <= points_of(honest)[task] for task in honest), line
    else:
        assert points_of(got) == points_of(honest), line


@pytest.mark.parametrize(("name", "attack"), PAIRS)
def test_an_attack_gets_to_see_nothing(graded: GradedClass, attack: Attack) -> None:
    text = graded.given_back(attack.assignment, attack.student)
    assert graded.canaries.in_text(text) == []
    assert re.findall(r"GOT:.{0,80}", text) == []


@pytest.mark.parametrize(("name", "attack"), PAIRS)
def test_summary_and_feedback_say_what_happened(graded: GradedClass, attack: Attack) -> None:
    line = graded.line(attack)
    noted = sentences_in(" ".join(line["notes"]))
    assert all(char.isprintable() for note in line["notes"] for char in note)
    assert line["student"].isprintable()
    assert len(" ".join(line["notes"])) < 4_000
    if not attack.points:  # a name that is nobody's: there is no page for it
        assert set(attack.says) <= noted
        return
    said = sentences_in(taken_apart(graded, attack.assignment, attack.student).text)
    full = expected(attack.assignment)
    if points_of(graded.marks(attack.assignment)[attack.student]) != points_of(full):
        assert said, "points were lost without a word"
    if attack.assignment == REAL:
        for message in attack.says:
            assert any(found.startswith(message) for found in said), said
            if message.startswith(("lost/", "cell/killed", "file/", "restore/")):
                assert any(found.startswith(message) for found in noted), noted


#: What the page itself consists of; nothing of it can be a learner's doing that is not here.
TAGS = {
    *("html", "head", "meta", "title", "style", "body", "main", "header", "section", "h1", "h2"),
    *("h3", "h4", "h5", "h6", "p", "a", "span", "strong", "em", "code", "pre", "ul", "ol", "li"),
    *("table", "thead", "tbody", "tfoot", "tr", "th", "td", "div", "img", "blockquote", "br", "hr"),
    *("dl", "dt", "dd", "del", "sub", "sup", "s", "b", "i", "abbr", "details", "summary"),
}
OURS = ("#", "https://", "http://", "mailto:")


@pytest.mark.parametrize(("name", "attack"), PAIRS)
def test_the_feedback_page_is_ours(graded: GradedClass, attack: Attack) -> None:
    if not attack.points:
        return
    page = taken_apart(graded, attack.assignment, attack.student)
    honest = taken_apart(graded, attack.assignment, NEIGHBOURS[0])
    assert set(page.tags) <= TAGS
    assert not {name for name in page.attributes if name.startswith("on") or name == "srcdoc"}
    assert all(image.startswith("data:image/png;base64,") for image in page.images)
    assert all(link.startswith(OURS) for link in page.links)
    assert "script-src" not in page.policy
    assert "default-src 'none'" in page.policy
    assert page.comments == honest.comments
    for once in ("style", "title", "body", "h1", "main"):
        assert page.tags[once] == 1
    assert page.tags["meta"] == honest.tags["meta"]
    assert len(page.ids) == len(set(page.ids))
    assert all(re.fullmatch(r"top|cell-\d+", name) for name in page.ids)


def test_every_attack_says_what_it_tries() -> None:
    assert all(len(attack.tries) > 20 for attack in ALL)
    assert len({(attack.assignment, attack.student) for attack in ALL}) == len(ALL)

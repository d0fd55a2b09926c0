"""No case of the suite is lost: what compares, and that nothing is missing."""

import os

import pytest

from tests.cases import collected, known, lost, moves

RULES = {
    "root_alone": [r"tests/a/test_x\.py::test_as_root.*"],
    "moved": [{"old": r"tests/(.*)::test_old\[(.*)\]", "new": [r"tests/\1::test_new[\2]"]}],
}


def test_a_case_that_is_gone_is_named() -> None:
    cases = ["tests/a/test_x.py::test_y[1]", "tests/a/test_x.py::test_y[2]"]
    assert list(lost(cases, cases, RULES, root=True)) == []
    assert list(lost(cases, cases[:1], RULES, root=True)) == cases[1:]


def test_a_file_may_change_its_folder_and_not_its_name() -> None:
    case = "tests/a/test_x.py::TestZ::test_y[a/b]"
    assert list(lost([case], ["tests/b/c/test_x.py::TestZ::test_y[a/b]"], RULES, root=True)) == []
    other = ["tests/a/test_w.py::TestZ::test_y[a/b]"]
    assert list(lost([case], other, RULES, root=True)) == [case]


def test_a_rule_leads_to_a_case_that_is_there() -> None:
    case, new = "tests/a/test_x.py::test_old[k]", "tests/a/test_x.py::test_new[k]"
    assert list(lost([case], [new], RULES, root=True)) == []
    assert list(lost([case], [], RULES, root=True)) == [f"{case} (now {new})"]
    # The old name alone is not enough: whoever wrote the rule said that it is not there.
    assert list(lost([case], [case], RULES, root=True)) == [f"{case} (now {new})"]


def test_what_only_root_collects_is_not_missed_by_others() -> None:
    case = "tests/a/test_x.py::test_as_root[1]"
    assert list(lost([case], [], RULES, root=False)) == []
    assert list(lost([case], [], RULES, root=True)) == [case]


def test_the_list_is_the_whole_suite_as_it_was() -> None:
    cases = known()
    assert len(cases) == len(set(cases)) == 8986
    assert cases == sorted(cases)


@pytest.mark.slow
@pytest.mark.survey
def test_every_case_that_there_was_is_tested_or_surveyed() -> None:
    root = not hasattr(os, "geteuid") or os.geteuid() == 0
    assert list(lost(known(), collected(), moves(), root=root)) == []

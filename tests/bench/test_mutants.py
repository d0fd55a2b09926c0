"""bench.mutants: which changes are made, what counts as the same, and that none goes unseen."""

import os
from typing import Any

import pytest

from bench.mutants.contracts import Contract, contracts_of
from bench.mutants.equivalence import counterexample, run_cell
from bench.mutants.generate import Mutant, changed_lines, mutants
from bench.mutants.judge import fate
from bench.mutants.masters import master
from bench.mutants.pool import run_all
from bench.mutants.survey import all_tasks, listed, mutants_of, right_answers
from bench.mutants.values import value_mutants
from tests.plugins.tiers import sampled

SOFTMAX = """
def softmax(z):
    powers = np.exp(z - z.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
"""


def changes(source: str) -> dict[str, str]:
    """The changed lines of each mutant, and its rule."""
    found = mutants("02-logits-softmax/softmax", "mine", source)
    return {changed_lines(item.original, item.source)[1]: item.rule for item in found}


def test_the_usual_slips_are_among_the_changes() -> None:
    made = changes(SOFTMAX)
    power, share = "powers = np.exp(z{})", "return powers / powers.sum({})"
    for line, rule in {
        power.format(" - z.max(axis=0, keepdims=True)"): "other axis",
        power.format(" - z.min(axis=-1, keepdims=True)"): "call",
        power.format(" + z.max(axis=-1, keepdims=True)"): "operator",
        power.format(" - z.max(axis=-1)"): "keyword dropped",
        power.format(""): "operand alone",
        "powers = z - z.max(axis=-1, keepdims=True)": "call left out",
        "pass": "line dropped",
        "return powers": "operand alone",
        share.format("axis=None, keepdims=True"): "other axis",
        "return powers * powers.sum(axis=-1, keepdims=True)": "operator",
    }.items():
        assert made.get(line) == rule, line


@pytest.mark.parametrize(
    ("line", "others"),
    [
        ("x = a[1:k]", {"x = a[1:k + 1]", "x = a[:k]", "x = a[1 + 1:k]", "x = a[1:]"}),
        ("x = a <= b", {"x = a < b", "x = a >= b"}),
        ("x = a and not b", {"x = a or not b", "x = a and b", "x = a"}),
        ("x = f(a, b)", {"x = f(b, a)", "x = f(a)"}),
        ("x = np.searchsorted(a, b, side='right')", {"x = np.searchsorted(a, b, side='left')"}),
        ("x = sorted(a)", {"x = sorted(a)[::-1]", "x = a"}),
        ("x = a.copy()", {"x = a"}),
        ("x = x - a", {"x -= a"}),
        ("x -= a", {"x = x - a", "x += a", "x = a"}),
        ("x = a.astype(float)", {"x = a.astype(np.float32)", "x = a.astype(int)"}),
        ("x = [y for y in a if y]", {"x = [y for y in a if not y]", "x = [y for y in a]"}),
        ("x = a if b else c", {"x = a if not b else c", "x = c"}),
        ("x = 0.5", {"x = -0.5", "x = 1.0", "x = 0.0"}),
        ("x = a.T", {"x = a"}),
    ],
)
def test_each_kind_of_change(line: str, others: set[str]) -> None:
    assert others <= set(changes(line))


def test_no_change_is_one_that_compiles_to_the_same_nor_made_twice() -> None:
    found = mutants("t/t", "mine", SOFTMAX)
    codes = [compile(item.source, "x", "exec").co_consts[0].co_code for item in found]  # type: ignore[union-attr]
    assert len({item.source for item in found}) == len(found) == len(codes)
    assert all(item.source != item.original for item in found)
    # A docstring, the text of an error, and what stands above stay what they are.
    source = 'def f(x):\n    """One."""\n    raise ValueError("two" + x)\n'
    assert not any("One" not in item.source for item in mutants("t/t", "mine", source))
    assert not any("'two' + x" not in item.source and "raise" in item.source
                   for item in mutants("t/t", "mine", source))  # fmt: skip
    above = mutants("t/t", "mine", "y = 1", above="x = 2")
    assert above
    assert all(item.source.startswith("x = 2") for item in above)


def test_a_typed_number_is_moved_beyond_what_the_text_allows() -> None:
    source = "odds_added, odds_tripled = 5, 125\nfactor, lead = 4.292, 2.079"
    found = value_mutants("02-logits-softmax/odds", "mine", source)
    lines = {item.source.splitlines()[-1] for item in found}
    assert {"lead = 2.0796", "lead = -2.079", "lead = None", "lead = [2.079]"} <= lines
    same = [item for item in found if counterexample(item.task, source, item.source) is None]
    assert all(
        abs(run_cell(item.source)[name] - run_cell(source)[name]) < 0.0012
        for item in same
        for name in ("factor", "lead")
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "same"),
    [
        ("return powers / powers.sum(-1, keepdims=True)", True),
        ("return (powers / powers.sum(axis=-1, keepdims=True)).astype(z.dtype)", False),  # integers
        ("return powers / powers.sum(axis=0, keepdims=True)", False),
        ("z -= 1\n    return powers / powers.sum(axis=-1, keepdims=True)", False),  # in place
        ("return (powers / powers.sum(axis=-1, keepdims=True)).astype(float)", False),  # float32
        ("return powers", False),
        ("while True: pass", False),
    ],
)
def test_what_counts_as_the_same(change: str, same: bool) -> None:
    start = SOFTMAX[: SOFTMAX.index("return")]
    found = counterexample("02-logits-softmax/softmax", SOFTMAX, start + change)
    assert (found is None) == same, found


@pytest.mark.slow
@pytest.mark.parametrize("task", sampled(all_tasks(), 8))
def test_every_right_answer_does_what_the_master_does_on_the_contracts_cases(task: str) -> None:
    above, source = master(task)
    for name, (before, answer) in right_answers(task).items():
        found = counterexample(task, f"{above}\n{source}", f"{before}\n{answer}")
        assert found is None, name


def test_a_contract_has_far_more_cases_than_a_check() -> None:
    for task in all_tasks():
        for contract in contracts_of(task).values():
            if isinstance(contract, Contract):
                import numpy as np

                cases = list(contract.cases(np.random.default_rng(0)))
                assert len(cases) >= 12, task


@pytest.mark.slow
def test_each_listed_equivalent_is_still_made_and_has_a_reason() -> None:
    tasks = {task for task, _ in listed()}
    made = {(task, mutant.id) for task in tasks for mutant in mutants_of(task)}
    assert set(listed()) <= made
    assert all(len(reason) > 20 for reason in listed().values())


def sample(every: int) -> list[Mutant]:
    """Of each task every so-manieth mutant."""
    return [mutant for task in all_tasks() for mutant in mutants_of(task)[7::every]]


def survivors(made: list[Mutant], processes: int) -> list[Any]:
    """The mutants that do something else and lose no points, or the other way round."""
    found = []
    for number, end in run_all(fate, [(item,) for item in made], processes, 60.0):
        mutant = made[number]
        if end is None or (mutant.task, mutant.id) in listed():
            continue
        if all(end.lost) == (end.differs is None):
            found.append((mutant.task, mutant.id, end))
    return found


@pytest.mark.slow
def test_a_mutant_of_each_of_three_tasks_that_does_something_else_loses_points() -> None:
    """In one process: the tests have the others."""
    made = [mutants_of(task)[7] for task in all_tasks()[:: len(all_tasks()) // 3]]
    assert survivors(made, processes=1) == []


@pytest.mark.slow
@pytest.mark.survey
def test_of_a_sample_every_mutant_that_does_something_else_loses_points() -> None:
    made = sample(80)
    assert len(made) > 200
    assert survivors(made, os.cpu_count() or 1) == []


def _job(what: str) -> Any:
    if what == "endless":
        while True:
            pass
    if what == "ends its process":
        os._exit(3)
    if what == "all memory":
        return len(bytearray(1 << 40))
    return what * 2


@pytest.mark.slow
def test_a_job_that_does_not_end_costs_only_itself() -> None:
    jobs = [("a",), ("endless",), ("ends its process",), ("all memory",), ("b",)]
    found = dict(run_all(_job, jobs, 2, 1.0))
    assert found == {0: "aa", 1: None, 2: None, 3: None, 4: "bb"}

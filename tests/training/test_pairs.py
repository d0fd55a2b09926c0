"""Tied against untied: what is compared, and what is left out with a sentence."""

import pytest

pytestmark = pytest.mark.torch


def run_of(tied, valid, seed=0, **more):
    from lmhead.training.record import Run

    about = {"corpus": "text", "parameters": 1, "device": "cpu", "processes": 1, **more}
    steps = about.pop("steps", valid[-1][0] if valid else 0)
    return Run({"tied": tied}, {"every": 80}, seed, **about, valid=valid, steps=steps)


def losses(*found):
    return [(80 * index, loss) for index, loss in enumerate(found)]


def test_a_pair_is_compared_at_the_steps_that_both_have():
    from lmhead.training.pairs import compare, said

    # By each run's own lowest loss sharing would be ahead by 1.4.
    tied, untied = run_of(True, losses(9, 6, 5.5, 5, 4.5)), run_of(False, losses(9, 5.9))
    found = compare([tied, untied])
    assert found["steps"] == [0, 80]
    assert found["pairs"] == {"0": pytest.approx(0.1)}
    assert found["valid"] == {"tied": {"0": 4.5}, "untied": {"0": 5.9}}
    (line,) = said(found)
    assert "up to step 80, tied minus untied: +0.100 nats (one pair): untied is ahead" in line


def test_pairs_are_compared_at_the_steps_that_all_have():
    from lmhead.training.pairs import compare, said

    runs = [
        run_of(True, losses(9, 6, 5)),
        run_of(False, losses(9, 7, 6.5)),
        run_of(True, losses(9, 6.5), seed=1),
        run_of(False, losses(9, 6.9, 3), seed=1),
    ]
    found = compare(runs)
    assert found["steps"] == [0, 80]
    assert found["pairs"] == {"0": pytest.approx(-1.0), "1": pytest.approx(-0.4)}
    assert found["difference"]["mean"] == pytest.approx(-0.7)
    assert found["difference"]["spread"] == pytest.approx(0.6 / 2**0.5)
    assert "the mean of 2 pairs, standard deviation 0.424): tied is ahead" in said(found)[0]


@pytest.mark.parametrize(
    ("tied", "untied", "why"),
    [
        ({"valid": losses(9, 6), "steps": 90}, {"valid": losses(9), "steps": 70}, "90 and 70 step"),
        ({"valid": losses(9)}, {"valid": []}, "0 and 0 steps"),
        ({"valid": losses(9, 6), "device": "cuda:0"}, {"valid": losses(9, 6)}, "cuda, and the unt"),
        ({"valid": losses(9, 6), "processes": 2}, {"valid": losses(9, 6)}, "of processes of the"),
        ({"valid": losses(9, 6), "corpus": "a"}, {"valid": losses(9, 6)}, "the text of the tied"),
    ],
)
def test_what_is_not_alike_is_left_out_with_a_sentence(tied, untied, why):
    from lmhead.training.pairs import compare, said

    found = compare([run_of(True, **tied), run_of(False, **untied)])
    assert found["pairs"] == {}
    assert found["difference"] == {"mean": None, "spread": None}
    (line,) = said(found)
    assert line.startswith("the heads are not compared for seed 0: ")
    assert why in line
    assert "ahead" not in line


def test_one_head_alone_is_no_pair_and_needs_no_sentence():
    from lmhead.training.pairs import compare, said

    found = compare([run_of(True, losses(9, 6)), run_of(False, losses(9, 6), seed=1)])
    assert (found["pairs"], found["left_out"], said(found)) == ({}, {}, [])


def test_cards_of_one_machine_are_alike():
    from lmhead.training.pairs import compare

    runs = [run_of(tied, losses(9, 6), device=f"cuda:{int(tied)}") for tied in (True, False)]
    assert compare(runs)["pairs"] == {"0": 0.0}

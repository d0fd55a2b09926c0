"""What each task asks for, written from the notebook's text and not from the check.

A function's contract is a stream of arguments that the text allows, far more than the check's
cases, and a rule for when two outcomes are the same as far as the text goes. A value's contract
is a test of the names that the learner gives.
"""

from __future__ import annotations

import importlib
from functools import cache

from bench.mutants.contracts.contract import Contract, Outcome, ValueContract, outcome

__all__ = ["Contract", "Outcome", "ValueContract", "contracts_of", "outcome"]

_MODULES = {
    "01-distance": "distance",
    "02-logits-softmax": "logits_softmax",
    "03-by-hand": "by_hand",
    "04-decoding": "decoding",
    "05-tying": "tying",
    "06-train": "training",
}


@cache
def contracts_of(task: str) -> dict[str, Contract | ValueContract]:
    """The contracts of a task, by the name of the function; of values, under ``values``."""
    module = importlib.import_module(f"{__name__}.{_MODULES[task.split('/')[0]]}")
    contracts: dict[str, Contract | ValueContract] = module.CONTRACTS[task.split("/")[1]]
    return contracts

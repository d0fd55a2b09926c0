"""What each task asks for, written from the notebook's text and not from the check.

A function's contract is a stream of arguments that the text allows, far more than the check's
cases, and a rule for when two outcomes are the same as far as the text goes. A value's contract
is a test of the names that the learner gives. They stand in ``contract.py`` of a task's folder.
"""

from __future__ import annotations

import importlib
from functools import cache

from lmhead.tasks import assignments, folder_name
from lmhead.tasks.contracts import Arguments, Contract, Outcome, ValueContract, outcome

__all__ = ["Arguments", "Contract", "Outcome", "ValueContract", "contracts_of", "outcome"]


@cache
def contracts_of(task: str) -> dict[str, Contract | ValueContract]:
    """The contracts of a task, by the name of the function; of values, under ``values``."""
    assignment, name = task.split("/")
    folder = f"{assignments()[assignment].package}.{folder_name(name)}"
    module = importlib.import_module(f"{folder}.contract")
    contracts: dict[str, Contract | ValueContract] = module.CONTRACTS
    return contracts

"""The examples in the docstrings of lmhead.training are run."""

import doctest
from importlib import import_module

import pytest

pytestmark = pytest.mark.torch


@pytest.mark.parametrize("name", ["settings", "record", "pairs"])
def test_the_examples_are_right(name):
    failed, tried = doctest.testmod(import_module(f"lmhead.training.{name}"))
    assert tried > 0
    assert failed == 0

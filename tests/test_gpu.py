"""The checks of bench/gpu_checks.py, on the CPU and, where there is one, on a CUDA card."""

import pytest

pytestmark = [pytest.mark.torch, pytest.mark.slow]

NAMES = [
    "the error of bfloat16",
    "the memory of the loss",
    "one step is finite",
    "a run that was stopped goes on",
    "compiled equals eager",
]


def test_every_check_is_run_here(torch):
    from bench.gpu_checks import CHECKS, NOT_ON_A_CPU

    assert list(CHECKS) == NAMES
    assert set(NAMES[:-1]).isdisjoint(NOT_ON_A_CPU)


@pytest.mark.parametrize("name", NAMES[:-1])
def test_on_the_cpu(torch, name):
    from bench.gpu_checks import CHECKS

    assert CHECKS[name](torch.device("cpu"))


@pytest.mark.gpu
@pytest.mark.parametrize("name", NAMES)
def test_on_a_card(torch, name):
    from bench.gpu_checks import CHECKS

    assert CHECKS[name](torch.device("cuda"))

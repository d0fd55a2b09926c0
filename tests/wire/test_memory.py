"""What counts as held by a call that works with torch."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lmhead.wire.drivers.memory import peak

pytestmark = [pytest.mark.torch, pytest.mark.slow]

BYTES = 400_000
ROOT = Path(__file__).resolve().parents[2]


def test_tensors_count_and_views_do_not() -> None:
    torch: Any = pytest.importorskip("torch")

    def held(array: Any) -> float:
        given = torch.from_numpy(array)
        one = torch.ones(BYTES // 8, dtype=torch.float64)
        view = one[:2]
        del one  # its memory stays
        other = torch.ones(BYTES // 8, dtype=torch.float64)
        return float(view.sum() + other.sum() + given.view(-1)[0])

    def one_by_one(array: Any) -> float:
        return sum(float(torch.full((BYTES // 8,), 1.0).double().sum()) for _ in range(5))

    peak(held, np.zeros(4))  # loads what torch loads
    assert 2 * BYTES <= peak(held, np.zeros(10**6))["peak"] < 2.3 * BYTES
    assert BYTES <= peak(one_by_one, np.zeros(4))["peak"] < 1.8 * BYTES


def test_what_counts_tensors_is_loaded_before_the_call_has_a_limit() -> None:
    """An import in the time of a call may be interrupted, and torch is in pieces from then on."""
    code = (
        "import sys, torch\nfrom lmhead.wire import drivers\n"
        "name = 'lmhead.wire.drivers.torch_memory'\nassert name not in sys.modules\n"
        "driver = drivers.load('memory.peak')\nassert name in sys.modules\n"
        "before = set(sys.modules)\ndriver(lambda: torch.zeros(1000).sum())\n"
        "print(sorted(each for each in set(sys.modules) - before if each.startswith('torch')))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr

"""What counts as held by a call that works with torch."""

from typing import Any

import numpy as np
import pytest

from lmhead.wire.drivers.memory import peak

pytestmark = [pytest.mark.torch, pytest.mark.slow]

BYTES = 400_000


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

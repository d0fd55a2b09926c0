"""What 02-logits-softmax/odds asks for, written from the notebook's text."""

from __future__ import annotations

import math
from typing import Any

from lmhead.tasks.contracts import ValueContract, close


def _odds(values: dict[str, Any]) -> bool:
    return all(
        close(values[name], expected, 5e-4)
        for name, expected in {
            "odds_added": 5.0,
            "odds_tripled": 125.0,
            "factor": math.log(1000, 5),
            "lead": math.log(8),
        }.items()
    )


CONTRACTS = {
    "values": ValueContract(("odds_added", "odds_tripled", "factor", "lead"), _odds, apart=1e-3)
}

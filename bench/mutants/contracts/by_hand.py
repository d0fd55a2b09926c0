"""03-by-hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from bench.mutants.contracts.contract import (
    Arguments,
    Contract,
    ValueContract,
    as_array,
    close,
    numbers,
)

W_OUT = np.array([[1, 0, 1], [1, 0, 0], [0, 1, 1], [0, 1, 0]])
E = np.e


def _chain(values: dict[str, Any]) -> bool:
    logits = [3, 1, 1, -1]
    powers = [E**3, E, E, 1 / E]
    expected = {
        "logits": logits,
        "exponentials": powers,
        "total": sum(powers),
        "shares": [power / sum(powers) for power in powers],
    }
    return all(close(values[name], wanted, 5e-4) for name, wanted in expected.items())


def _favour_run(values: dict[str, Any]) -> bool:
    h = as_array(values["h_run"])
    if h is None or h.shape != (3,) or h.dtype.kind == "b" or not np.isfinite(h).all():
        return False
    powers = np.exp(W_OUT @ h)
    return bool(powers[3] / powers.sum() > 0.55 and np.linalg.norm(h) <= np.sqrt(2) + 0.001)


def _scale(values: dict[str, Any]) -> bool:
    return close(values["scale"], 2.92, 1e-6)


def _letter(name: str, right: str) -> ValueContract:
    def same(values: dict[str, Any]) -> bool:
        value = values[name]
        return isinstance(value, str) and value.strip().upper() == right

    return ValueContract((name,), same)


def _sgd_step(rng: np.random.Generator) -> Iterator[Arguments]:
    yield np.array([[1000.0], [999.0], [-1000.0]]), np.ones(1), 1  # logits far apart
    for _ in range(300):
        V, d = int(rng.integers(1, 6)), int(rng.integers(1, 5))
        w_out = rng.normal(size=(V, d))
        h = rng.normal(size=d) if rng.random() < 0.7 else rng.integers(-3, 4, d)
        kind = rng.random()
        if kind < 0.2:
            w_out = np.full((V, d), rng.choice([-1000.0, 1000.0])) + w_out
            h = np.eye(d)[0]
            if rng.random() < 0.5:  # numbers that count for nothing: the largest is no logit
                w_out[:, 1:] = rng.normal(size=(V, d - 1))
        elif kind < 0.4:
            w_out, h = w_out.astype(np.float32), h.astype(np.float32)
        yield (
            np.asfortranarray(w_out) if rng.random() < 0.2 else w_out,
            h,
            int(rng.integers(V)),
        )


CONTRACTS = {
    "chain": {
        "values": ValueContract(("logits", "exponentials", "total", "shares"), _chain, apart=1e-3)
    },
    "favour-run": {"values": ValueContract(("h_run",), _favour_run)},
    "scale": {"values": ValueContract(("scale",), _scale, apart=0.01)},
    "sgd-step": {"sgd_step": Contract(_sgd_step, numbers(dtype=True, kept=True))},
    "impossible": {"values": _letter("impossible", "C")},
}

"""What the head explorer must compute, from lmhead: ``python -m tests.site.explorer.cases FILE``.

Each case names a function of ``explorer-numbers.js``, its arguments and what it must return. The
numbers come from this package, and the random ones from a generator written here once more.
"""

from __future__ import annotations

import functools
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from lmhead import decoding, four_words, tying
from lmhead.softmax import logits, softmax
from web.explorer import HEADS

TEMPERATURES = (0.1, 0.25, 1.0, 1.5, 10.0)
NUMBERS = (0.0, 0.02, 0.25, 0.5, 0.6, 0.95, 0.999, float(np.nextafter(1, 0)))

Case = dict[str, Any]


def _case(function: str, *arguments: Any, result: Any) -> Case:
    return {"function": function, "arguments": arguments, "result": result}


def _head(rng: np.random.Generator) -> list[Case]:
    found = []
    for head in HEADS.values():
        rows = head["rows"]
        vectors = [np.array(head["h"]), *rng.uniform(-3, 3, (6, len(head["h"]))).round(2)]
        for h in [*vectors, np.zeros(len(head["h"]))]:
            z = logits(h, rows)
            found.append(_case("logits", h.tolist(), rows, result=z.tolist()))
            found.append(_case("exponentials", z.tolist(), result=np.exp(z).tolist()))
            found.append(_case("norm", h.tolist(), result=float(np.linalg.norm(h))))
            found.append(_case("greedy", z.tolist(), result=int(decoding.greedy(z))))
            for temperature in TEMPERATURES:
                p = softmax(z, temperature=temperature)
                found.append(_case("softmax", z.tolist(), temperature, result=p.tolist()))
                cuts = decoding.intervals(p)
                found.append(_case("intervals", p.tolist(), result=cuts.tolist()))
                # On a cut, too, where a word starts.
                for u in (*NUMBERS, *cuts[1:, 0].tolist()):
                    if u < 1:
                        picked = int(decoding.pick(p, u))
                        found.append(_case("pick", p.tolist(), u, result=picked))
    # Logits whose exponentials no float holds.
    z = np.array([1000.0, 999.0, -5.0])
    found.append(_case("softmax", z.tolist(), 1, result=softmax(z).tolist()))
    # A word without a share is never picked, be it first or last.
    for p in ([0.0, 0.5, 0.5, 0.0], [0.1] * 10):
        for u in NUMBERS:
            found.append(_case("pick", p, u, result=int(decoding.pick(p, u))))
    return found


def mulberry32(seed: int, count: int) -> list[float]:
    """The generator in whole numbers: 32 bits of state, a fixed step, two multiplications."""
    bits = 0xFFFFFFFF
    found = []
    for k in range(1, count + 1):
        a = (seed + k * 0x6D2B79F5) & bits
        t = ((a ^ (a >> 15)) * (a | 1)) & bits
        t ^= (t + (t ^ (t >> 7)) * (t | 61)) & bits
        found.append((t ^ (t >> 14)) / 2**32)
    return found


def _draws(rng: np.random.Generator) -> list[Case]:
    found = []
    for seed in (0, 1, 4, 999_999, 2**32 - 1):
        us = mulberry32(seed, 1000)
        found.append(_case("randomNumbers", seed, 1000, result=us))
        p = softmax(rng.normal(0, 2, 4))
        counts = np.bincount(decoding.pick(p, us), minlength=4)
        found.append(_case("countPicks", p.tolist(), us, result=counts.tolist()))
    return found


def _step(result: Any, **arguments: Any) -> Case:
    return _case("trainingStep", arguments, result=result)


def _moves(table: Any, w_out: Any, before: Any, after: Any) -> dict[str, Any]:
    parts = {"table": table, "wOut": w_out, "before": before, "after": after}
    return {name: np.asarray(part).tolist() for name, part in parts.items()}


def _steps(rng: np.random.Generator) -> list[Case]:
    """A model without layers, against ``table_gradient``; one that adds, against SGD steps."""
    found = []
    for words, width, rate in ((4, 3, 1.0), (4, 3, 0.25), (7, 2, 0.5)):
        table, w_out = rng.normal(0, 1, (2, words, width))
        read, right = (int(k) for k in rng.integers(0, words, 2))
        for out in (None, w_out):
            gradient = tying.table_gradient(table, [read], [right], w_out=out)
            if out is None:
                moves = (-rate * gradient.total,) * 2
            else:
                moves = -rate * gradient.input_use, -rate * gradient.output_use
            exit_table = table if out is None else out
            before = softmax(logits(table[read], exit_table))
            after = softmax(logits((table + moves[0])[read], exit_table + moves[1]))
            given = {} if out is None else {"wOut": out.tolist()}
            h = table[read].tolist()
            arguments = {"table": table.tolist(), "h": h, "read": read, "right": right}
            found.append(_step(_moves(*moves, before, after), **arguments, **given, rate=rate))

    rows, read = four_words.W_OUT, 1
    for h in (four_words.H, np.array([0.35, -0.6, 1.8]), np.zeros(3)):
        added = h - rows[read]
        for right in range(4):
            on_rows = four_words.sgd_step("W_out", right, h=h)
            on_h = four_words.sgd_step("h", right, h=h)
            exit_move, entrance_move = on_rows.w_out - rows, np.zeros((4, 3))
            entrance_move[read] = on_h.h - h
            before = on_h.before.probabilities
            given = {"table": rows.tolist(), "h": h.tolist(), "read": read, "right": right}
            after = softmax(logits(rows[read] + entrance_move[read] + added, rows + exit_move))
            untied = _moves(entrance_move, exit_move, before, after)
            found.append(_step(untied, **given, wOut=rows.tolist()))
            both = entrance_move + exit_move
            after = softmax(logits((rows + both)[read] + added, rows + both))
            found.append(_step(_moves(both, both, before, after), **given))
    return found


@functools.cache
def cases() -> list[Case]:
    """All of them; the same each time."""
    rng = np.random.default_rng(7)
    return [*_head(rng), *_draws(rng), *_steps(rng)]


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(cases()), encoding="utf-8")

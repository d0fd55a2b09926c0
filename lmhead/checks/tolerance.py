"""How near numbers have to be: rounding, typed decimals, a common factor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Tolerance:
    """`got` passes where |got − expected| ≤ absolute + relative · |expected|.

    finer: a narrower one for what was calculated in double precision (`of`).
    """

    absolute: float = 0.0
    relative: float = 0.0
    finer: Tolerance | None = None

    def of(self, got: Array, expected: Array) -> Tolerance:
        """How near these numbers have to be: `finer`, where it is given, for float64 that came of
        no single precision, which leaves numbers that a float32 holds.
        """
        if self.finer is None or got.dtype != np.float64 or expected.dtype == np.float32:
            return self
        with np.errstate(over="ignore", invalid="ignore"):
            single = bool(np.all((got == got.astype(np.float32)) | ~np.isfinite(got)))
        return self if single else self.finer

    def near(self, got: Array, expected: Array) -> Array:
        """Which numbers are near enough. Infinities must match exactly; NaN never does."""
        with np.errstate(invalid="ignore", over="ignore"):
            near = np.abs(got - expected) <= self.absolute + self.relative * np.abs(expected)
        passes: Array = np.where(np.isfinite(expected), near, got == expected)
        return passes

    def accepts(self, got: Array, expected: Array) -> bool:
        """Whether every number is near enough."""
        return bool(np.all(self.near(got, expected)))


#: What rounding alone may change, by the dtype of the result. A float has a relative precision
#: of 2**-52 (float64), 2**-23 (float32), 2**-10 (float16); a sum over thirty terms may lose thirty
#: of these, 7e-15, 4e-6 and 3e-2. The bounds leave room for other ways to calculate: a factor of
#: ten thousand, thirty, and (in half precision, where sums are made in a wider type) none.
ROUNDING = {
    "float64": Tolerance(1e-12, 1e-10),
    "float32": Tolerance(1e-6, 1e-4),
    "float16": Tolerance(1e-3, 2e-2),
}


#: Where the rule is judged and not the last digits: float32 is right, and so is a total with 1e-9
#: added. 1e-5 added in double precision is another rule, and moves a share by up to 1e-5 of it.
RULE = Tolerance(1e-6, 1e-4, finer=Tolerance(1e-8, 5e-7))


def rounding_of(target: Array) -> Tolerance:
    """What rounding alone may change in numbers of this dtype; whole numbers are exact."""
    return ROUNDING.get(str(target.dtype), Tolerance())


def decimals(count: int) -> Tolerance:
    """For numbers that a learner types: right when rounded to so many decimals.

    Half a unit of the last decimal, and a hair for the float that cannot hold the half.
    """
    return Tolerance(absolute=0.5 * 10**-count + 1e-9)


#: Too far off to be right and too near to be a mistake in kind: rounded too early, or to
#: fewer decimals than asked. Half a unit of the second decimal, or half a percent.
NEARLY = Tolerance(absolute=5e-3 + 1e-9, relative=5e-3)


def common_factor(got: Sequence[Array], expected: Sequence[Array]) -> float | None:
    """The one number that leads from every expected array to what is there instead, or None.

    Rounding may take a thousandth. 1 is no such number: there is then nothing to tell.
    """
    here = np.concatenate([np.ravel(array) for array in got]).astype(float)
    due = np.concatenate([np.ravel(array) for array in expected]).astype(float)
    if not (due @ due > 0 and np.isfinite(here).all()):
        return None
    factor = float(here @ due / (due @ due))
    fits = Tolerance(1e-3 * float(np.abs(here).max())).accepts(factor * due, here)
    return factor if fits and abs(factor) > 1e-6 and abs(factor - 1) > 1e-2 else None

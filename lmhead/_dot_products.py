"""Dot products for the reference functions, of arguments that were read already."""

import numpy as np

from lmhead._arguments import FloatArray

#: Numbers of a table that are widened at a time, so that a copy of it is never held whole.
BLOCK = 2**22


def dot_products(h: FloatArray, table: FloatArray, name: str) -> FloatArray:
    """The dot product of each hidden vector (..., d) with each row of a table (V, d): (..., V).

    They are summed as `wide_dot_products` says and rounded once, to the wider of the two types.

    Raises ValueError, with the table's name, for products too large for their type.
    """
    return rounded(wide_dot_products(h, table), h, table, name)


def wide_dot_products(h: FloatArray, table: FloatArray) -> FloatArray:
    """The same, not rounded: in float64 or wider, where sums of float32 keep all their digits."""
    wide = np.result_type(h, table, np.float64)
    x = h.astype(wide, copy=False)
    with np.errstate(all="ignore"):
        if table.dtype == wide:
            products: FloatArray = x @ table.T  # (..., d) @ (d, V)
            return products
        products = np.empty((*h.shape[:-1], len(table)), wide)
        rows = max(1, BLOCK // table.shape[1])
        for start in range(0, len(table), rows):
            block = table[start : start + rows].astype(wide)
            products[..., start : start + rows] = x @ block.T
    return products


def rounded(products: FloatArray, h: FloatArray, table: FloatArray, name: str) -> FloatArray:
    """Products in the type of ``h`` and the table. Raises ValueError as `dot_products` does."""
    dtype = np.result_type(h, table)
    with np.errstate(over="ignore", under="ignore"):
        narrow = np.asarray(products, dtype)
    if not np.isfinite(narrow).all():
        raise ValueError(
            f"h of shape {h.shape} and {name} of shape {table.shape} have dot products beyond the "
            f"range of {dtype}; smaller numbers were expected."
        )
    return narrow


def widened(array: FloatArray) -> FloatArray:
    """At least float64: sums of float16 and float32 then keep all the digits of their terms."""
    return array.astype(np.result_type(array, np.float64), copy=False)

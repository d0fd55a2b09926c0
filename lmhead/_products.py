"""Products that the reference functions share, on arguments that were read already."""

import numpy as np

from lmhead._arguments import FloatArray


def dot_products(h: FloatArray, table: FloatArray, name: str) -> FloatArray:
    """The dot product of each hidden vector (..., d) with each row of a table (V, d): (..., V).

    Raises ValueError, with the table's name, for products too large for their type.
    """
    dtype = np.result_type(h, table)
    with np.errstate(all="ignore"):
        products = np.asarray(widened(h) @ widened(table).T, dtype)  # (..., d) @ (d, V)
    if not np.isfinite(products).all():
        raise ValueError(
            f"h of shape {h.shape} and {name} of shape {table.shape} have dot products beyond the "
            f"range of {dtype}; smaller numbers were expected."
        )
    return products


def widened(array: FloatArray) -> FloatArray:
    """At least float32: a sum of float16 runs out of digits at 2048 and of range at 65504."""
    return array.astype(np.result_type(array, np.float32), copy=False)

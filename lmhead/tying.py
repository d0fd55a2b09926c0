"""Chapter 05: one table with two uses: what it saves, how it learns, when it cannot be.

Two halves. ``Shape`` and ``account`` count a decoder-only transformer's parameters by
part, to the unit. ``table_gradient`` and ``rows_touched`` take the smallest model with an
input table and a head, one without any layers: h = scale · E[x], z = W_out h. There the
gradient of a tied table can be seen to be the sum of one contribution for each use.

``V`` is the number of words, ``d`` the width, ``N`` the number of positions.

References
----------
O. Press and L. Wolf, Using the Output Embedding to Improve Language Models (2017),
arXiv 1608.05859, section 3: which rows an update reaches.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lmhead._arguments import FloatArray, IntArray, as_ids, as_number, as_table, shown
from lmhead._dot_products import widened
from lmhead._parameter_counts import SHAPES, Account, Shape, account
from lmhead.softmax import cross_entropy, cross_entropy_slope, logits

__all__ = [
    "Shape",
    "Account",
    "account",
    "SHAPES",
    "TableGradient",
    "table_gradient",
    "RowsTouched",
    "rows_touched",
    "check_tieable",
]


@dataclass(frozen=True)
class TableGradient:
    """The gradient of the mean loss on a table with two uses.

    In a tied model the gradient on the table is ``total``; in an untied one ``input_use`` is
    that of E and ``output_use`` that of W_out.

    Attributes
    ----------
    loss : float
        The mean loss, in nats.
    input_use : numpy.ndarray, shape (V, d)
        What comes back through h to the rows that were looked up; 0 on all others.
    output_use : numpy.ndarray, shape (V, d)
        (p - onehot) times h, on every row.
    """

    loss: float
    input_use: FloatArray
    output_use: FloatArray

    @property
    def total(self) -> FloatArray:
        """The sum of both contributions, (V, d)."""
        summed: FloatArray = self.input_use + self.output_use
        return summed


def table_gradient(
    table: ArrayLike,
    inputs: ArrayLike,
    targets: ArrayLike,
    *,
    scale: float = 1.0,
    w_out: ArrayLike | None = None,
) -> TableGradient:
    """Differentiate the mean loss of the model without layers: h = scale · E[x], z = W_out h.

    Parameters
    ----------
    table : array_like, shape (V, d)
        E, one row a word.
    inputs : array_like of int, shape (N,)
        The word read at each position.
    targets : array_like of int, shape (N,)
        The right next word at each position.
    scale : float, default 1.0
        What a row is multiplied by before it is compared; 1 / scale acts as a temperature.
    w_out : array_like, shape (V, d), or None, default None
        The output matrix of an untied model; None for a tied one, where it is the table.

    Returns
    -------
    TableGradient
        The loss in nats, and both contributions in the type of ``table``.

    Raises
    ------
    ValueError
        For two tables of different shapes, for ids outside the vocabulary, for no position,
        and for numbers that are not finite or too large for their type.

    Examples
    --------
    >>> gradient = table_gradient([[1, 0], [0, 1]], inputs=[0], targets=[1])
    >>> gradient.input_use.round(3).tolist()
    [[0.731, -0.731], [0.0, 0.0]]
    >>> gradient.output_use.round(3).tolist()
    [[0.731, 0.0], [-0.731, 0.0]]
    """
    model = _read(table, inputs, targets, scale, w_out)
    with np.errstate(all="ignore"):
        h = model.scale * model.table[model.inputs]  # (N, d)
    if not np.isfinite(h).all():
        raise ValueError(
            f"scale is {model.scale}, and rows of a table of shape {model.table.shape} multiplied "
            "by it lie beyond the floats; a smaller scale was expected."
        )
    z = logits(h, model.w_out)  # (N, V)
    slope = cross_entropy_slope(z, model.targets) / len(model.inputs)  # (N, V), of the mean
    input_use = np.zeros_like(model.table)
    with np.errstate(all="ignore"):
        # A word that was read at several positions gets the sum of their gradients.
        np.add.at(input_use, model.inputs, model.scale * (slope @ model.w_out))  # (N, d)
        output_use = slope.T @ h  # (V, N) @ (N, d)
    return TableGradient(
        loss=float(cross_entropy(z, model.targets).mean()),
        input_use=_narrowed(input_use, model),
        output_use=_narrowed(output_use, model),
    )


@dataclass(frozen=True)
class RowsTouched:
    """Which rows a step changed.

    Attributes
    ----------
    table : numpy.ndarray of bool, shape (V,)
        Rows of the input table.
    w_out : numpy.ndarray of bool, shape (V,)
        Rows of the output matrix; in a tied model the same array.
    """

    table: NDArray[np.bool_]
    w_out: NDArray[np.bool_]


def rows_touched(
    table: ArrayLike,
    inputs: ArrayLike,
    targets: ArrayLike,
    *,
    rate: float = 1.0,
    scale: float = 1.0,
    w_out: ArrayLike | None = None,
) -> RowsTouched:
    """Take one step of plain SGD in the model without layers, and see which rows changed.

    Parameters
    ----------
    table : array_like, shape (V, d)
        E, one row a word.
    inputs : array_like of int, shape (N,)
        The word read at each position.
    targets : array_like of int, shape (N,)
        The right next word at each position.
    rate : float, default 1.0
        The learning rate, what the gradient is multiplied by.
    scale : float, default 1.0
        As for ``table_gradient``.
    w_out : array_like, shape (V, d), or None, default None
        As for ``table_gradient``.

    Returns
    -------
    RowsTouched
        The rows that changed.

    Raises
    ------
    ValueError
        As ``table_gradient`` does, and for a rate that is not finite.

    Notes
    -----
    As an input only the rows that were read change; as an output every row does. A change
    below the last digit of a number leaves it as it was. Momentum or weight decay, of which
    this step has none, would change rows without a gradient too.

    Examples
    --------
    >>> table, w_out = [[1, 0], [0, 1], [1, 1]], [[1, 1], [0, 1], [1, 0]]
    >>> touched = rows_touched(table, inputs=[0], targets=[1], w_out=w_out)
    >>> touched.table.tolist(), touched.w_out.tolist()
    ([True, False, False], [True, True, True])
    """
    gradient = table_gradient(table, inputs, targets, scale=scale, w_out=w_out)
    rate = as_number("rate", rate)
    before = as_table("table", table)
    if w_out is None:
        moved = _moved(before, rate, gradient.total)
        return RowsTouched(moved, moved)
    return RowsTouched(
        _moved(before, rate, gradient.input_use),
        _moved(as_table("w_out", w_out), rate, gradient.output_use),
    )


def check_tieable(
    table: ArrayLike,
    w_out: ArrayLike,
    input_words: Sequence[str] | None = None,
    output_words: Sequence[str] | None = None,
) -> None:
    """Say why an input table and an output matrix cannot be one, if they cannot.

    Parameters
    ----------
    table : array_like, shape (V, d)
        The input table.
    w_out : array_like, shape (V, d)
        The output matrix.
    input_words, output_words : sequence of str or None, default None
        The words that the rows stand for, where it is not certain that they are the same; give
        both or none.

    Raises
    ------
    ValueError
        For different numbers of words, for different words, and for different widths. Nothing
        is returned or raised when one table could serve both.

    Examples
    --------
    >>> check_tieable([[1, 0], [0, 1]], [[0, 1], [1, 1]])
    >>> check_tieable([[1, 0], [0, 1]], [[0, 1]])
    Traceback (most recent call last):
        ...
    ValueError: The input table has 2 rows and w_out has 1: they have different vocabularies, ...
    """
    sides = as_table("table", table), as_table("w_out", w_out)
    (words_in, width_in), (words_out, width_out) = (side.shape for side in sides)
    if words_in != words_out:
        raise ValueError(
            f"The input table has {words_in} rows and w_out has {words_out}: they have different "
            "vocabularies, so row k stands for two different words and cannot be one row. Tying "
            "needs one vocabulary on both sides."
        )
    if (input_words is None) != (output_words is None):
        raise ValueError("input_words and output_words must be given both or not at all.")
    if input_words is not None and output_words is not None:
        _check_words(input_words, output_words, words_in)
    if width_in != width_out:
        raise ValueError(
            f"The input table has rows of {width_in} numbers and w_out of {width_out}: one row "
            "cannot be both. Tying needs the same width on both sides, or a projection from "
            f"{width_out} to {width_in} between the last layer and the table."
        )


def _check_words(input_words: Sequence[str], output_words: Sequence[str], rows: int) -> None:
    for name, words in (("input_words", input_words), ("output_words", output_words)):
        if not isinstance(words, Sequence | np.ndarray):
            raise ValueError(f"{name} is {shown(words)}; a list of {rows} words was expected.")
        if len(words) != rows:
            raise ValueError(f"{name} has {len(words)} words; the tables have {rows} rows.")
    for k, (word_in, word_out) in enumerate(zip(input_words, output_words, strict=True)):
        if word_in != word_out:
            raise ValueError(
                f"Row {k} stands for {word_in!r} in the input table and for {word_out!r} in w_out: "
                "the vocabularies differ, though they are equally large. Tying needs row k to "
                "stand for one word on both sides."
            )


@dataclass(frozen=True)
class _Model:
    """The arguments, read; the tables in at least float64, beside the type they came in."""

    table: FloatArray
    w_out: FloatArray
    inputs: IntArray
    targets: IntArray
    scale: float
    dtype: np.dtype[Any]


def _read(
    table: ArrayLike,
    inputs: ArrayLike,
    targets: ArrayLike,
    scale: float,
    w_out: ArrayLike | None,
) -> _Model:
    e = as_table("table", table)
    out = e if w_out is None else as_table("w_out", w_out)
    if out.shape != e.shape:
        raise ValueError(
            f"table has shape {e.shape} and w_out {out.shape}; the same (V, d) was expected, since "
            "this model has no layers in between."
        )
    read = as_ids("inputs", inputs, len(e))
    right = as_ids("targets", targets, len(e))
    if read.ndim != 1 or read.size == 0 or right.shape != read.shape:
        raise ValueError(
            f"inputs has shape {read.shape} and targets {right.shape}; the same (N,) was "
            "expected, with at least one position."
        )
    return _Model(widened(e), widened(out), read, right, as_number("scale", scale), e.dtype)


def _narrowed(gradient: FloatArray, model: _Model) -> FloatArray:
    """A gradient in the type of the table, if it lies within its range."""
    with np.errstate(over="ignore", under="ignore"):
        narrow = gradient.astype(model.dtype, copy=False)
    if not np.isfinite(narrow).all():
        raise ValueError(
            f"The gradient on a table of shape {gradient.shape} lies beyond the range of "
            f"{model.dtype}, with a scale of {model.scale}; smaller numbers were expected."
        )
    return narrow


@np.errstate(over="ignore", under="ignore")
def _moved(before: FloatArray, rate: float, gradient: FloatArray) -> NDArray[np.bool_]:
    """Which rows differ after a step, (V,); the step is rounded once, to the type of the table."""
    after = (widened(before) - rate * widened(gradient)).astype(before.dtype)
    differ: NDArray[np.bool_] = (after != before).any(axis=1)
    return differ

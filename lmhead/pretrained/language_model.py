"""The pretrained model: a text's tokens, the states of every layer, the hidden vector, the logits.

References
----------
H. Touvron et al., LLaMA: Open and Efficient Foundation Language Models (2023), arXiv 2302.13971,
section 2.2. J. Su et al., RoFormer (2021), arXiv 2104.09864: positions as turns of neighbouring
numbers. J. Ainslie et al., GQA (2023), arXiv 2305.13245: heads that share keys. N. Shazeer, GLU
Variants Improve Transformer (2020), arXiv 2002.05202: the feed-forward part. B. Zhang and
R. Sennrich, Root Mean Square Layer Normalization (2019), arXiv 1910.07467.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._arguments import as_finite, as_ids
from .byte_pairs import BytePairs
from .gguf_file import Llama, read
from .wheel import PretrainedError, fetch

__all__ = ["PretrainedError", "PretrainedLM", "load"]

Floats = NDArray[np.float32]
_ROWS = 256  # queries at a time: what is held grows with the length, not with its square


class PretrainedLM:
    """A pretrained model with a tied head. V is the number of its tokens, d the width.

    What its methods give is computed anew at each call, in float32, by one pass over all the
    tokens: a tenth of a second for a short sentence on one core.

    Parameters
    ----------
    shape : Llama
        The model's sizes.
    tokens : BytePairs
        Its tokens.
    weights : mapping of str to numpy.ndarray
        Its arrays by their names in the file, matrices (out, in).

    Attributes
    ----------
    shape : Llama
        ``vocabulary`` (V), ``width`` (d), ``layers``, ``context`` and the other sizes.
    vocabulary : tuple of str
        The V tokens as text; a word has its space before it. Tokens that are parts of a
        character are shown as U+FFFD.
    E, W_OUT : numpy.ndarray of float32, shape (V, d)
        The table that tokens are looked up in, and the output matrix: the same array. It
        cannot be written to; a copy can.
    weights : mapping of str to numpy.ndarray
        As given.

    Examples
    --------
    >>> model = load()  # doctest: +SKIP
    >>> model  # doctest: +SKIP
    PretrainedLM(V=49152, d=576, layers=30, context=8192, parameters=134515008)
    >>> model.W_OUT is model.E  # doctest: +SKIP
    True
    """

    def __init__(self, shape: Llama, tokens: BytePairs, weights: Mapping[str, Floats]) -> None:
        self.shape, self.weights, self._tokens = shape, weights, tokens
        self.vocabulary = tuple(tokens.decode([number]) for number in range(shape.vocabulary))
        self.E = weights["token_embd.weight"]

    @property
    def W_OUT(self) -> Floats:
        """The output matrix, (V, d), one row a token: the table E, not a copy of it."""
        return self.E

    def __repr__(self) -> str:
        count = sum(array.size for array in self.weights.values())
        s = self.shape
        return (
            f"PretrainedLM(V={s.vocabulary}, d={s.width}, layers={s.layers}, context={s.context}, "
            f"parameters={count})"
        )

    def encode(self, text: str) -> list[int]:
        """The numbers of a text's tokens.

        Parameters
        ----------
        text : str
            Any text. A name such as ``<|endoftext|>`` in it is that control token.

        Returns
        -------
        list of int
            The numbers, none for an empty text.

        Raises
        ------
        ValueError
            For what is no string, or has half a surrogate pair.

        Examples
        --------
        >>> load().encode("The capital of France is")  # doctest: +SKIP
        [504, 3575, 282, 4649, 314]
        """
        if not isinstance(text, str):
            raise ValueError(f"text is of type {type(text).__name__}; a string was expected.")
        try:
            return self._tokens.encode(text)
        except UnicodeEncodeError as error:
            raise ValueError(
                f"text holds half a character, {text[error.start]!r} of UTF-16, which no token "
                "stands for; whole characters were expected."
            ) from None

    def decode(self, ids: Sequence[int]) -> str:
        """The text that tokens stand for.

        Parameters
        ----------
        ids : sequence of int
            Numbers of tokens, from 0 to V - 1.

        Returns
        -------
        str
            The text; bytes of no whole character become U+FFFD.

        Raises
        ------
        ValueError
            For a number that is not an integer from 0 to V - 1.

        Examples
        --------
        >>> load().decode([504, 3575])  # doctest: +SKIP
        'The capital'
        """
        return self._tokens.decode([int(number) for number in self._checked(ids)])

    def states(self, ids: Sequence[int]) -> Floats:
        """The vector at each position after each layer: how h comes about.

        Parameters
        ----------
        ids : sequence of int, length T
            A text's tokens, at least one and at most ``shape.context``.

        Returns
        -------
        numpy.ndarray of float32, shape (layers + 1, T, d)
            Row 0 is the tokens' rows of E, row l what layer l has made of row l - 1.
            ``norm(states(ids)[-1])`` is ``hidden_states(ids)``.

        Raises
        ------
        ValueError
            For no token, too many, or a number that is not an integer from 0 to V - 1.

        Examples
        --------
        >>> model = load()  # doctest: +SKIP
        >>> model.states(model.encode("The capital of France is")).shape  # doctest: +SKIP
        (31, 5, 576)
        """
        checked = self._text(ids)
        found = np.empty((self.shape.layers + 1, len(checked), self.shape.width), np.float32)
        found[0] = self.E[checked]
        turns = _turns(len(checked), self.shape)
        for layer in range(self.shape.layers):
            found[layer + 1] = self._block(layer, found[layer], turns)
        return found

    def norm(self, states: ArrayLike) -> Floats:
        """The last norm: what stands between a state and the head.

        On the states of an earlier layer it gives the logit lens: what the head would say there.

        Parameters
        ----------
        states : array_like, shape (..., d)
            States of any layer.

        Returns
        -------
        numpy.ndarray of float32, shape (..., d)
            Each vector over its root mean square, times the norm's gains.

        Raises
        ------
        ValueError
            For another d, and for numbers that are not finite.

        Examples
        --------
        >>> model = load()  # doctest: +SKIP
        >>> states = model.states(model.encode("The capital of France is"))  # doctest: +SKIP
        >>> lens = model.norm(states[[0, 30], -1]) @ model.W_OUT.T  # doctest: +SKIP
        >>> [model.vocabulary[number] for number in lens.argmax(axis=-1)]  # doctest: +SKIP
        [' is', ' Paris']
        """
        read_ = as_finite("states", states)
        if read_.ndim == 0 or read_.shape[-1] != self.shape.width:
            raise ValueError(
                f"states has shape {read_.shape}; (..., {self.shape.width}) was expected."
            )
        return self._rms(read_.astype(np.float32), "output_norm.weight")

    def hidden_states(self, ids: Sequence[int]) -> Floats:
        """One hidden vector for each position of a text, after the last norm.

        Parameters
        ----------
        ids : sequence of int, length T
            As for ``states``.

        Returns
        -------
        numpy.ndarray of float32, shape (T, d)
            Row t was made from the tokens up to the t-th and predicts the one after.

        Raises
        ------
        ValueError
            As ``states`` does.

        Examples
        --------
        >>> model = load()  # doctest: +SKIP
        >>> model.hidden_states(model.encode("To be or not to")).shape  # doctest: +SKIP
        (5, 576)
        """
        return self._rms(self._last(ids), "output_norm.weight")

    def hidden(self, ids: Sequence[int]) -> Floats:
        """The hidden vector h at the end of a text, from which the next token is predicted.

        Parameters
        ----------
        ids : sequence of int
            As for ``states``.

        Returns
        -------
        numpy.ndarray of float32, shape (d,)
            The hidden vector.

        Raises
        ------
        ValueError
            As ``states`` does.

        Examples
        --------
        >>> model = load()  # doctest: +SKIP
        >>> model.hidden(model.encode("To be or not to")).shape  # doctest: +SKIP
        (576,)
        """
        return self._rms(self._last(ids)[-1], "output_norm.weight")

    def step(self, ids: Sequence[int]) -> Floats:
        """The logits of the next token: W_OUT h for the h of the last position.

        Parameters
        ----------
        ids : sequence of int
            As for ``states``.

        Returns
        -------
        numpy.ndarray of float32, shape (V,)
            The logits.

        Raises
        ------
        ValueError
            As ``states`` does.

        Examples
        --------
        >>> model = load()  # doctest: +SKIP
        >>> z = model.step(model.encode("The capital of France is"))  # doctest: +SKIP
        >>> model.vocabulary[z.argmax()]  # doctest: +SKIP
        ' Paris'
        """
        z: Floats = self.W_OUT @ self.hidden(ids)  # (V, d) @ (d,) -> (V,)
        return z

    def _last(self, ids: Sequence[int]) -> Floats:
        """The states after the last layer, (T, d), without those of the others."""
        checked = self._text(ids)
        x, turns = self.E[checked], _turns(len(checked), self.shape)
        for layer in range(self.shape.layers):
            x = self._block(layer, x, turns)
        return x

    def _block(self, layer: int, x: Floats, turns: tuple[Floats, Floats]) -> Floats:
        """One layer: attention to the positions before, then two matrices and a gate; both add."""

        def times(name: str, vectors: Floats) -> Floats:
            product: Floats = vectors @ self.weights[f"blk.{layer}.{name}.weight"].T
            return product

        t, shape = len(x), self.shape
        normed = self._rms(x, f"blk.{layer}.attn_norm.weight")
        q = _turned(times("attn_q", normed).reshape(t, shape.heads, -1), turns)
        k = _turned(times("attn_k", normed).reshape(t, shape.key_heads, -1), turns)
        v = times("attn_v", normed).reshape(t, shape.key_heads, -1)
        x = x + times("attn_output", _attention(q, k, v))
        normed = self._rms(x, f"blk.{layer}.ffn_norm.weight")
        gate = times("ffn_gate", normed)
        with np.errstate(over="ignore"):  # exp of a large number: the gate is 0, as it should be
            opened = gate / (1 + np.exp(-gate))
        added: Floats = x + times("ffn_down", opened * times("ffn_up", normed))
        return added

    def _rms(self, x: Floats, gains: str) -> Floats:
        square: Floats = np.mean(x * x, axis=-1, keepdims=True)
        root: Floats = np.sqrt(square + np.float32(self.shape.epsilon))
        normed: Floats = x / root * self.weights[gains]
        return normed

    def _text(self, ids: Sequence[int]) -> NDArray[np.intp]:
        checked = self._checked(ids)
        if not len(checked):
            raise ValueError(
                "the text has no tokens, so that there is nothing to go on from: give at least "
                "one, such as a space."
            )
        if len(checked) > self.shape.context:
            raise ValueError(
                f"the text has {len(checked)} tokens, and the model reads at most "
                f"{self.shape.context}: give the last ones alone, ids[-{self.shape.context}:]."
            )
        return checked

    def _checked(self, ids: Sequence[int]) -> NDArray[np.intp]:
        array = as_ids("ids", ids, self.shape.vocabulary)
        if array.ndim != 1:
            raise ValueError(
                f"ids has shape {array.shape}; one text's tokens, (T,), were expected."
            )
        return array.astype(np.intp)


def _turns(length: int, shape: Llama) -> tuple[Floats, Floats]:
    """Cosines and sines (T, 1, head_width / 2) of the angles of each position.

    Pair i of position t is turned by t · base^(-2i / head_width). In float64, since the angle
    of a late position has many turns.
    """
    rates = shape.rope_base ** (-np.arange(0, shape.head_width, 2) / shape.head_width)
    angles = np.outer(np.arange(length), rates)[:, None, :]
    return np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)


def _turned(x: Floats, turns: tuple[Floats, Floats]) -> Floats:
    """Queries or keys (T, heads, head_width), each pair of neighbours turned by its angle."""
    cos, sin = turns
    even, odd = x[..., 0::2], x[..., 1::2]
    found = np.empty_like(x)
    found[..., 0::2] = even * cos - odd * sin
    found[..., 1::2] = even * sin + odd * cos
    return found


def _attention(q: Floats, k: Floats, v: Floats) -> Floats:
    """What each position takes from those up to it, (T, d): q (T, heads, n), k and v fewer heads.

    Heads of queries that share keys stand beside one another.
    """
    t, heads, n = q.shape
    key_heads = k.shape[1]
    grouped = q.reshape(t, key_heads, heads // key_heads, n).transpose(1, 2, 0, 3)  # (g, m, T, n)
    keys = k.transpose(1, 2, 0)[:, None]  # (g, 1, n, T)
    values = v.transpose(1, 0, 2)[:, None]  # (g, 1, T, n)
    found = np.empty(grouped.shape, np.float32)
    for start in range(0, t, _ROWS):
        stop = min(start + _ROWS, t)
        scores = grouped[:, :, start:stop] @ keys[..., :stop] / np.float32(np.sqrt(n))
        later = np.arange(stop) > np.arange(start, stop)[:, None]
        scores[..., later] = -np.inf
        shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
        shares /= shares.sum(axis=-1, keepdims=True)
        found[:, :, start:stop] = shares @ values[..., :stop, :]
    return found.transpose(2, 0, 1, 3).reshape(t, heads * n)


def load(path: str | os.PathLike[str] | None = None) -> PretrainedLM:
    """The pretrained model, fetched where it is not on this disk yet; or the one in a file.

    Parameters
    ----------
    path : str or os.PathLike, optional
        A GGUF file of a small tied Llama with SmolLM's kind of tokens, such as one of SmolLM2's
        other precisions. Without it, the file that ``fetch`` gives: SmolLM2-135M-Instruct, which
        is read once in a process.

    Returns
    -------
    PretrainedLM
        The model.

    Raises
    ------
    PretrainedError
        Where it cannot be fetched, the package gguf is missing, or the file holds another
        architecture, another kind of tokens, an untied head, or damage.

    Examples
    --------
    >>> load() is load()  # doctest: +SKIP
    True
    """
    if path is None:
        return _fetched()
    return PretrainedLM(*read(Path(path)))


@cache
def _fetched() -> PretrainedLM:
    return PretrainedLM(*read(fetch()))

"""A small language model that runs on numpy alone, for learners to put their own head on.

It reads the last few words of a sentence and returns a hidden vector ``h`` and the
output embedding ``W_OUT``: the place where the course starts. Turning scores into probabilities,
choosing a word and the loop that writes are the learner's, so there is no softmax here.

The rows of the last ``window`` words side by side go through one hidden layer to one
hidden vector. The head is tied, ``W_OUT`` is ``E``, and has no bias. The model was trained
on sentences from the docstrings of numpy, matplotlib, scipy and torch; ``provenance()``
says how, and how well it does.

This module uses numpy and the files in ``data``, and nothing else of the package but, in
``step``, the course's own head.

References
----------
Y. Bengio, R. Ducharme, P. Vincent and C. Jauvin, A Neural Probabilistic Language Model
(2003), JMLR 3, 1137-1155: the model, here without its direct connections.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["UNKNOWN", "STOP", "TinyLM", "load", "split", "join", "held_out", "provenance"]

UNKNOWN = "<unk>"  # read in place of a word that is not in the vocabulary; never the next word
STOP = "."  # ends a sentence, and stands before the first word of one

WEIGHTS, WORDS, HELD_OUT, PROVENANCE = (
    Path(__file__).parent / "data" / name
    for name in ("tiny_lm.npz", "tiny_lm_words.txt", "tiny_lm_held_out.txt", "tiny_lm.json")
)
_TOKEN = re.compile(r"<unk>|[^\W_]+(?:['.-][^\W_]+)*|[.,;:()?!]|[^\w\s.,;:()?!]+|_+")

Floats = NDArray[np.float32]


class TinyLM:
    """A trained model. V is the number of its words, d the length of a hidden vector.

    Parameters
    ----------
    vocabulary : sequence of str, length V
        The words; a word's id is its place.
    weights : mapping of str to array_like
        E (V, d), w_1 (m, window·d), b_1 (m,), w_2 (d, m) and b_2 (d,), of any floats.

    Attributes
    ----------
    vocabulary : tuple of str
        The V words.
    E : numpy.ndarray of float32, shape (V, d)
        The table that words are looked up in.
    W_OUT : numpy.ndarray of float32, shape (V, d)
        The table that scores are made with: the very array that E is. Neither can be written
        to; a copy can.
    window : int
        How many of the last words are read.
    unknown, stop : int
        The ids of ``UNKNOWN`` and ``STOP``.

    Examples
    --------
    >>> load()
    TinyLM(V=3000, d=64, window=5, hidden layer of 320)
    >>> load().W_OUT is load().E
    True
    """

    def __init__(self, vocabulary: Sequence[str], weights: Mapping[str, ArrayLike]) -> None:
        self.vocabulary = tuple(vocabulary)
        self._ids = {word: index for index, word in enumerate(self.vocabulary)}
        self.unknown, self.stop = self._ids[UNKNOWN], self._ids[STOP]
        self.E, self._w_1, self._b_1, self._w_2, self._b_2 = (
            _fixed(weights[name]) for name in ("E", "w_1", "b_1", "w_2", "b_2")
        )
        self.window = self._w_1.shape[1] // self.E.shape[1]

    @property
    def W_OUT(self) -> Floats:
        """The output matrix, (V, d), one row a word: the table E, not a copy of it."""
        return self.E

    def __repr__(self) -> str:
        (v, d), m = self.E.shape, self._w_1.shape[0]
        return f"TinyLM(V={v}, d={d}, window={self.window}, hidden layer of {m})"

    def encode(self, text: str) -> list[int]:
        """The ids of a text's words.

        Parameters
        ----------
        text : str
            Any text; it is lower-cased.

        Returns
        -------
        list of int
            One id a token, ``unknown`` for one that is not in the vocabulary.

        Raises
        ------
        ValueError
            For what is no string.

        Examples
        --------
        >>> model = load()
        >>> model.decode(model.encode("The array of 猫"))
        'the array of <unk>'
        """
        return [self._ids.get(token, self.unknown) for token in split(text)]

    def decode(self, ids: Sequence[int]) -> str:
        """The text that ids stand for.

        Parameters
        ----------
        ids : sequence of int
            Ids of words, from 0 to V - 1.

        Returns
        -------
        str
            The words, joined as ``join`` does.

        Raises
        ------
        ValueError
            For an id that is not an integer from 0 to V - 1.

        Examples
        --------
        >>> model = load()
        >>> model.decode([model.stop])
        '.'
        """
        return join([self.vocabulary[index] for index in self._checked(ids)])

    def hidden(self, ids: Sequence[int]) -> Floats:
        """The hidden vector h at the end of a text, from which the next word is predicted.

        Parameters
        ----------
        ids : sequence of int
            The text so far, any number of words. None, or a ``stop`` at the end, asks for the
            first word of a sentence. Only the last ``window`` words of the last sentence are read.

        Returns
        -------
        numpy.ndarray of float32, shape (d,)
            The hidden vector.

        Raises
        ------
        ValueError
            For an id that is not an integer from 0 to V - 1.

        Examples
        --------
        >>> load().hidden([]).shape
        (64,)
        """
        h: Floats = self._hidden([self._context(self._checked(ids))])[0]
        return h

    def hidden_states(self, ids: Sequence[int]) -> Floats:
        """One hidden vector for each position of a text.

        Parameters
        ----------
        ids : sequence of int, length T
            The text.

        Returns
        -------
        numpy.ndarray of float32, shape (T, d)
            Row t is ``hidden(ids[: t + 1])``: it was made from the words up to the t-th and
            predicts the one after.

        Raises
        ------
        ValueError
            For an id that is not an integer from 0 to V - 1.

        Examples
        --------
        >>> model = load()
        >>> model.hidden_states(model.encode("if the array")).shape
        (3, 64)
        """
        checked = self._checked(ids)
        return self._hidden([self._context(checked[: t + 1]) for t in range(len(checked))])

    def step(self, ids: Sequence[int]) -> Floats:
        """The logits of the next word: W_OUT h for the h of the last position.

        Parameters
        ----------
        ids : sequence of int
            The text so far, as for ``hidden``.

        Returns
        -------
        numpy.ndarray of float32, shape (V,)
            The logits.

        Raises
        ------
        ValueError
            For an id that is not an integer from 0 to V - 1.

        Examples
        --------
        >>> model = load()
        >>> z = model.step(model.encode("the"))
        >>> z.shape, str(z.dtype)
        ((3000,), 'float32')
        """
        # The head is what learners write: it comes from where the course's own is, which is not
        # there while a notebook is graded.
        from .softmax import logits

        z: Floats = logits(self.hidden(ids), self.W_OUT)  # (V, d) and (d,) -> (V,)
        return z

    def _context(self, ids: Sequence[int]) -> list[int]:
        """The last words of the last sentence, exactly ``window`` of them, stops put before."""
        context = list(ids[-self.window :])
        if self.stop in context:
            last = len(context) - context[::-1].index(self.stop)
            context = context[last:]
        return [self.stop] * (self.window - len(context)) + context

    def _hidden(self, contexts: list[list[int]]) -> Floats:
        rows = self.E[np.array(contexts, dtype=np.intp).reshape(-1, self.window)]  # (T, window, d)
        side_by_side = rows.reshape(len(contexts), self._w_1.shape[1])  # (T, window·d)
        layer = np.tanh(side_by_side @ self._w_1.T + self._b_1)  # (T, m)
        h: Floats = layer @ self._w_2.T + self._b_2  # (T, d)
        return h

    def _checked(self, ids: Sequence[int]) -> list[int]:
        try:
            array = np.asarray(ids)
        except (TypeError, ValueError, RuntimeError):
            raise ValueError(
                "ids cannot be read as a list of integers, (T,), as encode(text) makes it."
            ) from None
        # Recognise a masked array without importing numpy.ma, which takes time in a page.
        if hasattr(ids, "filled") and np.any(getattr(ids, "mask", False)):
            raise ValueError(
                f"ids is a masked array of shape {array.shape}; a list of integers was expected."
            )
        if array.size == 0 and array.ndim == 1:
            return []
        if array.ndim != 1 or array.dtype.kind not in "iu":
            raise ValueError(
                f"ids has dtype {array.dtype} and shape {array.shape}; a list of integers, (T,), "
                "was expected, as encode(text) makes it."
            )
        outside = (array < 0) | (array >= len(self.vocabulary))
        if outside.any():
            raise ValueError(
                f"ids holds {array[outside][0]} at index {int(outside.argmax())}; an integer from "
                f"0 to {len(self.vocabulary) - 1} was expected, the id of a word."
            )
        return [int(index) for index in array]


def split(text: str) -> list[str]:
    """The tokens of a text, lower-cased: words and numbers, and punctuation marks one by one.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    list of str
        The tokens. Anything else, such as ==, is one token a run; only white space is lost.

    Raises
    ------
    ValueError
        For what is no string.

    Examples
    --------
    >>> split("Don't call np.dot(a, b).")
    ["don't", 'call', 'np.dot', '(', 'a', ',', 'b', ')', '.']
    """
    if not isinstance(text, str):
        raise ValueError(f"text is of type {type(text).__name__}; a string was expected.")
    return _TOKEN.findall(text.lower())


def join(tokens: Sequence[str]) -> str:
    """A text that ``split`` takes apart into the same tokens: no space before a comma.

    Parameters
    ----------
    tokens : sequence of str
        Tokens, as ``split`` makes them.

    Returns
    -------
    str
        The text.

    Raises
    ------
    ValueError
        For what is no list of strings.

    Examples
    --------
    >>> join(["a", "(", "b", ",", "c", ")", "."])
    'a (b, c).'
    """
    try:
        text = " ".join(tokens)
    except TypeError:
        raise ValueError("tokens is not a list of strings, as split(text) makes it.") from None
    return re.sub(r"(?<=\() | (?=[.,;:)?!])", "", text)


@cache
def load() -> TinyLM:
    """The trained model. The first call reads the files; later ones return the same model.

    Returns
    -------
    TinyLM
        The model.

    Examples
    --------
    >>> load() is load()
    True
    """
    words = WORDS.read_text(encoding="utf-8").splitlines()
    with np.load(WEIGHTS, allow_pickle=False) as weights:
        return TinyLM(words, weights)


def held_out() -> list[str]:
    """Some sentences the model was not trained on, from modules it was not trained on.

    Returns
    -------
    list of str
        The sentences.

    Examples
    --------
    >>> len(held_out()) > 10
    True
    """
    return HELD_OUT.read_text(encoding="utf-8").splitlines()


def provenance() -> dict[str, Any]:
    """Where the weights come from: text, settings, time, and the perplexities measured.

    Returns
    -------
    dict
        The record as it was written by the training script; perplexities have no unit.

    Examples
    --------
    >>> sorted(provenance()["text"]["from"])
    ['matplotlib', 'numpy', 'scipy', 'torch']
    """
    record: dict[str, Any] = json.loads(PROVENANCE.read_text(encoding="utf-8"))
    return record


def _fixed(values: ArrayLike) -> Floats:
    array = np.array(values, dtype=np.float32)
    array.flags.writeable = False
    return array

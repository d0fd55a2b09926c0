"""Byte-level byte-pair encoding: a text as tokens and back.

A text is cut into pieces (a word with the space before it, a digit, a run of punctuation or of
spaces); within each, the pair of neighbours that was merged first while the vocabulary was made is
merged first, until none is left. It starts from bytes: there is no unknown character.

References
----------
R. Sennrich, B. Haddow and A. Birch, Neural Machine Translation of Rare Words with Subword Units
(2016), ACL: the merges. A. Radford et al., Language Models are Unsupervised Multitask Learners
(2019), section 2.2: bytes, and the pieces.
"""

from __future__ import annotations

import heapq
import re
import unicodedata
from collections.abc import Sequence

__all__ = ["BytePairs"]

# What Unicode calls white space; Python's \s has four control characters more.
_SPACE = "\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
# Each character of a number is a piece already, so that no number is left among the letters here.
_LETTER = r"[^\W_]"
_PIECE = re.compile(
    rf"'(?:s|t|re|ve|m|ll|d)| ?{_LETTER}+| ?(?:(?![{_SPACE}]|{_LETTER}).)+"
    rf"|[{_SPACE}]+(?![^{_SPACE}])|[{_SPACE}]+",
    re.DOTALL,
)
_LONGEST_KEPT = 32  # a longer piece is hardly a word that comes back


def _shown_bytes() -> list[str]:
    """The character that stands for each byte in a vocabulary: itself where it can be seen."""
    seen = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    others = iter(range(0x100, 0x200))
    return [chr(byte) if byte in seen else chr(next(others)) for byte in range(256)]


SHOWN = _shown_bytes()
BYTE_OF = {character: byte for byte, character in enumerate(SHOWN)}


class BytePairs:
    """The tokens of a vocabulary. V is how many there are.

    Parameters
    ----------
    vocabulary : sequence of str, length V
        Tokens in the characters that stand for bytes.
    merges : sequence of str
        Pairs with a space between, the first merged first.
    control : set of int
        Numbers of tokens that stand for no text, such as ``<|endoftext|>``. Where a text
        has their name, they are meant.
    unknown : int
        What stands for a byte that has no token.

    Raises
    ------
    ValueError
        For merges of what is not in the vocabulary.
    """

    def __init__(
        self, vocabulary: Sequence[str], merges: Sequence[str], control: set[int], unknown: int
    ) -> None:
        self._vocabulary, self._control, self._unknown = tuple(vocabulary), control, unknown
        self._ids = {token: number for number, token in enumerate(self._vocabulary)}
        self._ranks: dict[tuple[str, str], int] = {}
        for rank, merge in enumerate(merges):
            left, _, right = merge.partition(" ")
            if not {left, right, left + right} <= self._ids.keys():
                raise ValueError(f"the merge {merge!r} is of tokens that the vocabulary lacks")
            self._ranks.setdefault((left, right), rank)
        named = sorted((self._vocabulary[number] for number in control), key=len, reverse=True)
        self._named = re.compile("|".join(map(re.escape, named)) or r"(?!)")
        self._kept: dict[str, list[int]] = {}

    def encode(self, text: str) -> list[int]:
        """The numbers of a text's tokens. ValueError for half a surrogate pair."""
        found, at = [], 0
        for named in self._named.finditer(text):
            found += self._encode_plain(text[at : named.start()])
            found.append(self._ids[named.group()])
            at = named.end()
        return found + self._encode_plain(text[at:])

    def decode(self, ids: Sequence[int]) -> str:
        """The text of tokens; bytes that are no UTF-8 become U+FFFD."""
        return b"".join(map(self.bytes_of, ids)).decode("utf-8", errors="replace")

    def bytes_of(self, number: int) -> bytes:
        """The bytes that a token stands for; a control token stands for its name."""
        token = self._vocabulary[number]
        if number in self._control or not BYTE_OF.keys() >= set(token):
            return token.encode()
        return bytes(BYTE_OF[character] for character in token)

    def _encode_plain(self, text: str) -> list[int]:
        return [number for piece in pieces(text) for number in self._encode_piece(piece)]

    def _encode_piece(self, piece: str) -> list[int]:
        if piece in self._kept:
            return self._kept[piece]
        symbols = [SHOWN[byte] for byte in piece.encode("utf-8")]
        found = [self._ids.get(token, self._unknown) for token in self._merged(symbols)]
        if len(piece) <= _LONGEST_KEPT:
            self._kept[piece] = found
        return found

    def _merged(self, symbols: list[str]) -> list[str]:
        """The symbols after all merges: n log n steps for n of them, however long a piece is."""
        n = len(symbols)
        alive = [True] * n
        before, after = list(range(-1, n - 1)), list(range(1, n + 1))
        heap: list[tuple[int, int, str, str]] = []

        def offer(left: int) -> None:
            right = after[left]
            if left >= 0 and right < n:
                rank = self._ranks.get((symbols[left], symbols[right]))
                if rank is not None:
                    heapq.heappush(heap, (rank, left, symbols[left], symbols[right]))

        for left in range(n - 1):
            offer(left)
        while heap:
            _, left, first, second = heapq.heappop(heap)
            right = after[left]
            if not alive[left] or right >= n or (symbols[left], symbols[right]) != (first, second):
                continue  # one of the two has been merged with another since
            symbols[left] += symbols[right]
            alive[right] = False
            after[left] = after[right]
            if after[left] < n:
                before[after[left]] = left
            offer(left)
            if before[left] >= 0:
                offer(before[left])
        return [symbol for symbol, is_there in zip(symbols, alive, strict=True) if is_there]


def pieces(text: str) -> list[str]:
    """What is merged apart: each character of a number, and what `_PIECE` finds between them."""
    found, start = [], 0
    for at, character in enumerate(text):
        if unicodedata.category(character).startswith("N"):
            found += [*_PIECE.findall(text[start:at]), character]
            start = at + 1
    return found + _PIECE.findall(text[start:])

"""Text to train on, as numbers of tokens in three parts.

Offline: ``load("docstrings")``, the docstrings of the installed numpy, matplotlib and torch: about
a million words, as many as the Penn Treebank's. Everybody who can train has them on disk.
Online: WikiText-2, WikiText-103 and TinyStories through ``datasets``; and a folder with the
files of the Penn Treebank as language models use it.

Losses of two runs can be compared only where the numbers are the same: `Corpus.hash` tells.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _cache, _docstrings
from ._docstrings import docstrings
from ._hub import ONLINE, CorpusError, gpt2_tokenizer, online_texts
from .extras import how_to_install

__all__ = ["NAMES", "Corpus", "CorpusError", "load"]

PACKAGES = ("numpy", "matplotlib", "torch")
UNKNOWN, END = "<unk>", "<eos>"  # rows 0 and 1
NAMES = ("docstrings", *ONLINE)
Tokens = NDArray[np.int32]
PARTS = ("train", "valid", "test")
#: The code that makes tokens of docstrings: a change in it makes what is kept stale.
SPLITTING = (__file__, _docstrings.__file__)


@dataclass(frozen=True)
class Corpus:
    """Three texts as token numbers, int32, shape (length,) each.

    size: V, how many tokens there are.  words: the token of each number; empty where the tokens
    are GPT-2's.  source: where the text is from (packages and versions, or a data set).
    """

    name: str
    size: int
    train: Tokens
    valid: Tokens
    test: Tokens
    words: tuple[str, ...] = ()
    source: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the words and the three texts, 16 hexadecimal digits of it."""
        digest = hashlib.sha256(json.dumps([self.size, self.words]).encode())
        for part in PARTS:
            tokens: Tokens = getattr(self, part)
            digest.update(f"{part} {tokens.size} ".encode() + tokens.astype("<i4").tobytes())
        return digest.hexdigest()[:16]

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """How often each token occurs in the text to train on: (V,)."""
        return np.bincount(self.train, minlength=self.size)


def load(name: str | Path = "docstrings", *, size: int = 10_000, tokens: str = "words") -> Corpus:
    """A corpus by name (one of `NAMES`), or from a folder with ``ptb.train.txt`` and so on.

    size: the vocabulary's, the commonest words of the text to train on; others are ``<unk>``.
    tokens: "words", or "gpt2" for GPT-2's own (V = 50,257), where its files can be had.

    Raises CorpusError where the text or the tokenizer cannot be had, ValueError for a tokens or
    a size that makes no sense.
    """
    if tokens not in ("words", "gpt2"):
        raise ValueError(f"tokens is {tokens!r}; it can be 'words' or 'gpt2'")
    if size < 3:
        raise ValueError(f"size is {size}; two rows are {UNKNOWN} and {END}, so it is at least 3")
    folder = Path(name)
    if name == "docstrings" and tokens == "words":
        return documentation(PACKAGES, size)
    if name == "docstrings":
        split, texts, source = split_documentation, *_docstring_texts(_versions(PACKAGES))
    elif name in ONLINE:
        split, texts, source = split_plain, *online_texts(str(name))
    elif folder.is_dir():
        split, texts, source = split_plain, *_treebank_texts(folder)
    else:
        raise CorpusError(
            f"there is no corpus {str(name)!r}: it can be {', '.join(NAMES)}, or a folder with "
            "ptb.train.txt, ptb.valid.txt and ptb.test.txt"
        )
    label = "penn-treebank" if folder.is_dir() and name not in NAMES else str(name)
    if tokens == "gpt2":
        return _with_gpt2_tokens(label, texts, source)
    return from_words(label, {part: map(split, texts[part]) for part in PARTS}, source, size)


def from_words(
    name: str, parts: dict[str, Iterable[list[str]]], source: dict[str, Any], size: int
) -> Corpus:
    """A corpus of passages that are words already; each passage ends in ``<eos>``.

    The vocabulary is ordered by how often a word occurs in the text to train on, so that a word's
    number is its rank; equally common words are in alphabetical order.
    """
    passages = {part: [words for words in parts[part] if words] for part in PARTS}
    counted = Counter(word for words in passages["train"] for word in words)
    for special in (UNKNOWN, END):
        counted.pop(special, None)
    ranked = sorted(counted, key=lambda word: (-counted[word], word))
    words = (UNKNOWN, END, *ranked[: size - 2])
    number = {word: index for index, word in enumerate(words)}

    def numbers(part: str) -> Tokens:
        found = [
            index
            for passage in passages[part]
            for index in (*(number.get(word, 0) for word in passage), 1)
        ]
        return np.array(found, dtype=np.int32)

    train, valid, test = map(numbers, PARTS)
    return Corpus(name, len(words), train, valid, test, words=words, source=source)


# -- words ---------------------------------------------------------------------------------


def split_documentation(text: str) -> list[str]:
    """Lower-case words, N for a number, and marks: those of a passage of documentation."""
    found = re.findall(r"[a-z]+(?:'[a-z]+)?|\d+(?:\.\d+)?|[.,:;?()]", text.lower())
    return ["N" if word[0].isdigit() else word for word in found]


def split_plain(text: str) -> list[str]:
    """Words as the text has them, lower-case, with marks apart; ``<unk>`` stays whole."""
    return re.findall(r"<unk>|[^\W_]+(?:['’.,-][^\W_]+)*|[^\w\s]", text.lower())


# -- documentation of installed packages ---------------------------------------------------

_NOT_TEXT = re.compile(r"\s*(>>>|\.\.|\$|In \[)")  # prompts, directives
SHORTEST = 8  # words of a passage


def documentation(packages: tuple[str, ...], size: int) -> Corpus:
    """The docstrings of installed packages; `size` is the vocabulary's at the most.

    Reading them takes some ten seconds, so the tokens are kept in the user's cache folder, by
    the versions of the packages, the size and the code here that splits texts.
    """
    versions = _versions(packages)
    code = hashlib.sha256(b"".join(Path(file).read_bytes() for file in SPLITTING)).hexdigest()
    key = {"packages": versions, "size": size, "code": code}
    kept = _kept(key)
    if kept is not None:
        return kept
    texts, source = _docstring_texts(versions)
    passages: dict[str, Iterable[list[str]]] = {
        part: map(split_documentation, texts[part]) for part in PARTS
    }
    found = from_words("docstrings", passages, source, size)
    arrays = {part: getattr(found, part) for part in PARTS}
    values = {"words": found.words, "source": source, "hash": found.hash}
    _cache.write("docstrings", key, arrays, values)
    return found


def _kept(key: dict[str, Any]) -> Corpus | None:
    """The corpus in the cache, if it is there and has the hash that it had."""
    found = _cache.read("docstrings", key)
    if found is None:
        return None
    arrays, values = found
    try:
        train, valid, test = (arrays[part] for part in PARTS)
        words, source = tuple(values["words"]), values["source"]
        corpus = Corpus("docstrings", len(words), train, valid, test, words, source)
        return corpus if corpus.hash == values["hash"] else None
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _versions(packages: tuple[str, ...]) -> dict[str, str]:
    try:
        return {package: version(package) for package in packages}
    except PackageNotFoundError as error:
        raise CorpusError(
            f"the text is made of the documentation of {', '.join(packages)}, and {error.name} "
            f"is not installed: {how_to_install('learn,train')}"
        ) from error


def _docstring_texts(versions: dict[str, str]) -> tuple[dict[str, list[str]], dict[str, Any]]:
    found = ((file, text) for package in versions for file, text in docstrings(package))
    return passages_by_file(found), {"packages": versions}


def passages_by_file(found: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Passages of (file, docstring) pairs in three parts, none twice.

    A file's passages lie in one part, so that what is validated on is not a paraphrase of what
    was trained on: one file in twenty for valid and one for test, by the hash of its name.
    """
    texts: dict[str, list[str]] = {part: [] for part in PARTS}
    seen: set[str] = set()
    for file, docstring in found:
        draw = int(hashlib.sha256(file.encode()).hexdigest(), 16) % 20
        part = {0: "valid", 1: "test"}.get(draw, "train")
        for passage in _passages(docstring):
            words = split_documentation(passage)
            key = " ".join(words)
            if len(words) >= SHORTEST and key not in seen:
                seen.add(key)
                texts[part].append(passage)
    return texts


def _passages(docstring: str) -> Iterator[str]:
    for passage in re.split(r"\n\s*\n", docstring):
        lines = [line for line in passage.splitlines() if not _NOT_TEXT.match(line)]
        yield " ".join(lines)


# -- other texts ---------------------------------------------------------------------------


def _treebank_texts(folder: Path) -> tuple[dict[str, list[str]], dict[str, Any]]:
    texts = {}
    for part in PARTS:
        path = folder / f"ptb.{part}.txt"
        try:
            texts[part] = path.read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise CorpusError(
                f"{path} cannot be read ({error}): a folder for the Penn Treebank holds "
                "ptb.train.txt, ptb.valid.txt and ptb.test.txt"
            ) from error
    return texts, {"files": "ptb.*.txt"}


def _with_gpt2_tokens(name: str, texts: dict[str, list[str]], source: dict[str, Any]) -> Corpus:
    tokenizer = gpt2_tokenizer()
    end = tokenizer.eos_token_id

    def numbers(part: str) -> Tokens:
        passages = [text for text in texts[part] if text.strip()]
        coded = tokenizer(passages, verbose=False)["input_ids"] if passages else []
        return np.array([token for row in coded for token in (*row, end)], dtype=np.int32)

    train, valid, test = map(numbers, PARTS)
    return Corpus(name, len(tokenizer), train, valid, test, source={**source, "tokens": "gpt2"})

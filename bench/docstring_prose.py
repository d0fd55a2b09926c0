"""The sentences of installed packages' docstrings: the text that ``lmhead.tiny_lm`` is trained on.

Docstrings are read by ``lmhead._docstrings``; no package is imported. What is prose is
kept, a sentence at a time: not code, not tables, not "name : type" lines, not formulas.
Everyone who has the locked packages installed has the same sentences.
"""

import re
from collections.abc import Iterator

from lmhead.tiny_lm import split

ROLE = re.compile(r":[\w:+-]+:`(~?)([^`<]*?)(?:\s*<[^`>]*>)?`")
MARKUP = [
    (re.compile(r"``([^`]*)``"), r"\1"),
    (re.compile(r"`([^`<]*?)(?:\s*<[^`>]*>)?`_*"), r"\1"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"\1"),
    (re.compile(r"(?<!\w)\*([^*\s][^*]*)\*(?!\w)"), r"\1"),
    (re.compile(r"\s*\[\d+\]_"), ""),
    (re.compile(r"\be\.g\.,?"), "for example"),
    (re.compile(r"\bi\.e\.,?"), "that is"),
    (re.compile(r"\b(cf|etc|vs|al|[Ff]ig|[Ee]q|[Rr]ef)\.(?=\s+[^A-Z])"), r"\1"),
]
# A full stop ends a sentence if a capital follows; within one it does not occur.
SENTENCE_END = re.compile(r"(?<=[.?!:])\s+(?=[A-Z])")
# Code, formulas and quoted strings; a sentence with any of these is left out.
CODE = re.compile(r"""[=_\\<>{}\[\]|/*+@#$%^&~`"]|\w\(|::|(?<!\w)'|'(?!\w)""")
RULE = re.compile(r"[-=~^*+|\s]{3,}")
ITEM = re.compile(r"(?:[-*+\u2022]|\(?\d+[.)])\s+(.*)")
FIELD = re.compile(
    r":?(?:(?:param|returns?|raises?|type)\b)?[\w, ]{0,30}(?:\([^)]*\))?:\s+(?=[A-Z])"
)
LONGEST = 40  # words of a sentence; the longer ones are mostly lists


def sentences(docstring: str) -> Iterator[tuple[str, ...]]:
    """The prose sentences of one docstring, as lower-case tokens, each ending in a full stop."""
    for paragraph in _paragraphs(docstring):
        for sentence in SENTENCE_END.split(_plain(paragraph)):
            if not sentence[:1].isupper() or sentence[-1] != "." or CODE.search(sentence):
                continue
            tokens = split(sentence)
            words = sum(token[0].isalpha() for token in tokens)
            one_end = tokens.index(".") == len(tokens) - 1
            if sentence.isascii() and 4 <= words <= LONGEST and one_end:
                yield tuple(tokens)


def _plain(text: str) -> str:
    """Without reStructuredText's marks: ``:class:`~matplotlib.axes.Axes``` becomes Axes."""
    text = ROLE.sub(lambda m: m[2].rpartition(".")[2] if m[1] else m[2].lstrip("!."), text)
    for pattern, replacement in MARKUP:
        text = pattern.sub(replacement, text)
    return text.strip()


def _paragraphs(docstring: str) -> Iterator[str]:
    """Runs of prose lines of one indentation, joined."""
    lines: list[str] = []
    indent: int | None = None  # None: the next line decides
    inside: int | None = None  # the indentation of a directive, whose content is left out
    prompt = False  # after >>>, until a blank line, there is output
    for line in docstring.splitlines():
        text, depth = line.strip(), len(line) - len(line.lstrip())
        if inside is not None and (not text or depth > inside):
            continue
        inside = None
        prompt = bool(text) and (prompt or text.startswith((">>>", "In [", "$ ")))
        ends = text.endswith("::")
        if text.startswith((".. ", "@")) or ends:
            inside = depth
        if RULE.fullmatch(text) and lines:
            lines.pop()  # what is underlined is a heading
        broken = not text or prompt or RULE.fullmatch(text) or text.startswith((".. ", "@"))
        if broken or " : " in text or text.endswith(" :"):
            text = ""
        item = ITEM.match(text) or FIELD.match(text)
        if not text or item or (indent is not None and depth != indent):
            if lines:
                yield " ".join(lines)
            lines = []
        # The rest of an item may be indented further than its first line.
        indent = None if item or not text else depth
        if item:
            text = text[item.start(1) if item.re is ITEM else item.end() :]
        if text:
            lines.append(text)
    if lines:
        yield " ".join(lines)

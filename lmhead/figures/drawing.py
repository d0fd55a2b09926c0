"""What every figure is drawn with: numbers, labels, bars, and the frame around them.

Colours are those of the page (the theme's CSS variables, `currentColor` where there is no
theme), so that a figure reads in light and in dark. A figure is 400 units wide: about one unit
a pixel on a phone. Its `<title>` and `<desc>` say what a reader who does not see it needs.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

INK: Final = "currentColor"
MUTED: Final = "var(--pst-color-text-muted, var(--jp-ui-font-color2, currentColor))"
BAR: Final = "var(--pst-color-primary, var(--jp-brand-color1, currentColor))"
MARK: Final = "var(--pst-color-secondary, var(--jp-warn-color1, currentColor))"

WIDTH: Final = 400
"""Width of every figure, in units of its own viewBox."""

AND: Final[Mapping[str, Mapping[str, str]]] = {"en": {"and": ", "}, "zh": {"and": "，"}}


@dataclass(frozen=True)
class Svg:
    """One figure; a notebook and a page show it as it is."""

    markup: str

    def _repr_html_(self) -> str:
        return self.markup

    def __str__(self) -> str:
        return self.markup

    def __repr__(self) -> str:
        return f"<Svg of {len(self.markup)} characters>"


def names(words: Sequence[str], glosses: Sequence[str], lang: str) -> list[str]:
    """The words as a figure prints them: with their English gloss in English, alone in Chinese."""
    words_of(AND, lang)
    if lang == "zh":
        return list(words)
    return [f"{word} {gloss}" for word, gloss in zip(words, glosses, strict=True)]


def number(value: float, digits: int | None = None, *, sign: bool = False) -> str:
    """A number as prose prints it, with a minus sign and not a hyphen.

    `digits` decimals, or as few as the value needs; `sign` puts a plus before a positive one.
    """
    text = f"{value:g}" if digits is None else f"{value:.{digits}f}"
    if sign and float(text) > 0:
        text = "+" + text
    # A value that rounds to zero from below has no sign.
    return text.lstrip("-") if float(text) == 0 else text.replace("-", "−")


def words_of(text: Mapping[str, Mapping[str, str]], lang: str) -> Mapping[str, str]:
    """The words of a module's figures in a language; ValueError for one they do not have."""
    if lang not in text:
        raise ValueError(f"No figure has the language {lang!r}; there are {', '.join(text)}.")
    return text[lang]


def join(parts: Sequence[str], lang: str) -> str:
    """Parts of a sentence in a row, with the language's comma."""
    return ("; " if any(", " in part for part in parts) else words_of(AND, lang)["and"]).join(parts)


def vector(values: Sequence[float]) -> str:
    """A vector as prose prints it."""
    return "[" + ", ".join(number(value) for value in values) + "]"


def bar(
    x: float, y: float, length: float, height: float, name: str, colour: str, opacity: float = 1
) -> str:
    """A bar; `name` marks it for tests and scripts."""
    return (
        f'<rect data-bar="{escape(name)}" x="{x:.3f}" y="{y:.3f}" width="{length:.3f}" '
        f'height="{height:.3f}" style="fill:{colour};fill-opacity:{opacity:g}"/>'
    )


def label(
    x: float, y: float, text: str, *, anchor: str = "start", size: float = 14, style: str = ""
) -> str:
    """A label in the page's ink."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" '
        f'style="fill:{INK};font-size:{size:g}px;{style}">{escape(text)}</text>'
    )


def draw(name: str, height: float, parts: Sequence[str], title: str, desc: str) -> Svg:
    """The frame: a figure with its title and description."""
    body = "".join(parts)
    # Ids are of the whole page; a checksum of what is drawn keeps two figures of a kind apart.
    key = f"{name}-{zlib.crc32(body.encode()):08x}"
    return Svg(
        f'<svg class="lmhead-figure" xmlns="http://www.w3.org/2000/svg" role="img" '
        f'aria-labelledby="{key}-title {key}-desc" viewBox="0 0 {WIDTH} {height:.0f}" '
        'style="display:block;width:100%;max-width:34rem;height:auto;margin:0 auto;'
        'color:inherit;font-family:inherit">'
        f'<title id="{key}-title">{escape(title)}</title>'
        f'<desc id="{key}-desc">{escape(desc)}</desc>{body}</svg>'
    )

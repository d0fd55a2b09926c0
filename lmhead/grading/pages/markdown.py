"""A learner's Markdown and code as HTML without scripts, forms or requests.

Every tag in what these functions return was written here, or by Pygments and docutils around
escaped text: a learner's own HTML, scripts, images and links with a scheme other than http,
https or mailto come out as the text that they are.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape, unescape
from xml.etree import ElementTree

import mistune
from pygments import highlight  # type: ignore[import-untyped]
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]
from pygments.lexers import PythonLexer  # type: ignore[import-untyped]

try:
    from ...formulas import MathError, to_mathml
except ImportError:  # without docutils a formula stands as its LaTeX
    MathError, to_mathml = ValueError, None  # type: ignore[assignment]

#: Characters of a cell and of a formula beyond which they are shown as plain text. The time of
#: the renderers grows with the square of some inputs.
LONGEST, LONGEST_FORMULA = 8_000, 1_000
_MATHML = {
    *("math", "mi", "mn", "mo", "ms", "mtext", "mspace", "mrow", "mfrac", "msqrt", "mroot"),
    *("mstyle", "msub", "msup", "msubsup", "munder", "mover", "munderover", "mtable", "mtr"),
    *("mtd", "mphantom", "mpadded", "merror", "menclose"),
}
_MATHML_ATTRIBUTES = {
    *("display", "stretchy", "width", "height", "rspace", "lspace", "form", "class", "accent"),
    *("mathvariant", "displaystyle", "scriptlevel", "columnalign", "rowspacing", "columnspacing"),
    *("fence", "separator", "minsize", "maxsize", "movablelimits", "linethickness", "largeop"),
}
_HEADING = re.compile(r"(</?h)([1-6])>")
_HEADING_TEXT = re.compile(r"<h[1-6]>((?:[^<]|<(?!/?h[1-6]>))*)</h[1-6]>")
_LINK = re.compile(r"(?:https?://|mailto:)[^\s<>\"'\\]+", re.IGNORECASE)


def _formula(tex: str, *, block: bool) -> str:
    """A formula as MathML; as its LaTeX where it cannot be drawn."""
    if to_mathml is not None and len(tex) <= LONGEST_FORMULA:
        try:
            drawn = to_mathml(tex, block=block)
            if _plain_mathml(drawn):
                return drawn
        except (MathError, ElementTree.ParseError, ValueError, KeyError, RecursionError):
            pass
    return f"<code>{escape(tex)}</code>"


def _plain_mathml(drawn: str) -> bool:
    """Whether it is well formed, and holds the elements of formulas alone."""
    return all(
        element.tag in _MATHML and set(element.attrib) <= _MATHML_ATTRIBUTES
        for element in ElementTree.fromstring(drawn).iter()
    )


class _Harmless(mistune.HTMLRenderer):
    """Markdown's own tags alone. Raw HTML is shown as text; an image, as its description."""

    def __init__(self) -> None:
        super().__init__(escape=True)

    def link(self, text: str, url: str, title: str | None = None) -> str:
        if not _LINK.fullmatch(url):
            return text
        said = f' title="{escape(title)}"' if title else ""
        return f'<a href="{escape(url)}" rel="noopener noreferrer"{said}>{text}</a>'

    def image(self, text: str, url: str, title: str | None = None) -> str:
        return f"[{text or escape(title or '…')}]"

    def block_code(self, code: str, info: str | None = None) -> str:
        return f"<pre><code>{escape(code)}</code></pre>\n"

    def heading(self, text: str, level: int, **attrs: object) -> str:
        return f"<h{level}>{text or '…'}</h{level}>\n"  # a heading without a word is no heading

    def inline_math(self, text: str) -> str:
        return _formula(text, block=False)

    def block_math(self, text: str) -> str:
        return f"<div>{_formula(text, block=True)}</div>\n"


def _empty_heads_are_cells(html: str) -> str:
    """A table's empty corner is a cell: it is nothing's heading."""
    return re.sub(r"<th[^<>]*>\s*</th>", "<td></td>", html)


_markdown = mistune.create_markdown(
    renderer=_Harmless(), plugins=["strikethrough", "table", "math"]
)
_lexer = PythonLexer(stripnl=False, ensurenl=False)
_formatter = HtmlFormatter(nowrap=True)


@lru_cache(maxsize=1024)
def markdown_html(source: str) -> str:
    """Markdown as HTML with headings from h1, without ids. Plain text where it is too long.

    Calls with the same text are remembered, so that a page pays for what a learner wrote and
    not again for the course's own cells.
    """
    if len(source) <= LONGEST:
        try:
            return _empty_heads_are_cells(str(_markdown(source)))
        except RecursionError:
            pass
    return f"<pre>{escape(source)}</pre>"


@lru_cache(maxsize=1024)
def code_html(source: str) -> str:
    """Python as escaped text with Pygments' classes; without them where it is too long."""
    if len(source) > LONGEST:
        return escape(source)
    try:
        return str(highlight(source, _lexer, _formatter))
    except RecursionError:
        return escape(source)


def without_headings(html: str) -> str:
    """HTML of `markdown_html` with its headings as paragraphs, for what stands in no outline."""
    return re.sub(r"<(/?)h[1-6]>", lambda at: "</strong></p>" if at[1] else "<p><strong>", html)


class Outline:
    """Keeps a page's headings in order: none more than one level below the one before.

    heading: the text of the last one; empty before the first.
    """

    def __init__(self, level: int) -> None:
        self._level = self._text_level = level
        self.heading = ""

    def fit(self, html: str) -> str:
        """HTML of `markdown_html`, whose h1 becomes h2, and deeper ones what there is room for."""

        def fitted(match: re.Match[str]) -> str:
            if match[1] == "<h":
                self._level = self._text_level = min(int(match[2]) + 1, self._level + 1, 6)
            return f"{match[1]}{self._level}>"

        for text in _HEADING_TEXT.findall(html):
            self.heading = unescape(re.sub(r"<[^<>]*>", "", text)).strip()[:120]
        return _HEADING.sub(fitted, html)

    def label(self) -> int:
        """The level of a label below the text's last heading."""
        self._level = min(self._text_level + 1, 6)
        return self._level

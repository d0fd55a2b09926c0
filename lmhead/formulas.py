r"""LaTeX formulas as MathML, for the site and for feedback pages.

The converter is the one that docutils ships; this module corrects what it gets wrong. It needs
docutils, which the extras `site` and `grade` bring.
"""

from __future__ import annotations

import re

from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml

# In an HTML page the element needs no namespace.
_NAMESPACE = ' xmlns="http://www.w3.org/1998/Math/MathML"'
_SPACE_BETWEEN_TAGS = re.compile(r">[^\S\n]*\n\s*<")
# The invisible sign between a function and what it is applied to. TeX leaves a thin space there,
# but none before a bracket; browsers leave none at all.
_APPLIED = re.compile(r"<mo>&ApplyFunction;</mo>(?!<mo[^>]*>[(\[{|])")
_APPLIED_TO_BRACKET = "<mo>&ApplyFunction;</mo>"
_THIN = '<mo rspace="0.1667em">\u2061</mo>'
# docutils puts these braces under the wrong part.
_UNRELIABLE = re.compile(r"\\(?:under|over)brace(?![a-zA-Z])")


def to_mathml(tex: str, *, block: bool = False) -> str:
    """``tex`` (LaTeX, without dollar signs) as one line of MathML.

    Raises ``MathError`` with a sentence when the LaTeX is unknown or incomplete.
    """
    unreliable = _UNRELIABLE.search(tex)
    if unreliable:
        raise MathError(f"{unreliable[0]} is not drawn correctly; write the formula without it")
    try:
        source = tex2mathml(tex.strip(), as_block=block)
    except (AttributeError, IndexError, TypeError) as error:
        # The converter's own slips on malformed input; to an author they are all the same.
        raise MathError(f"cannot read this formula ({error})") from error
    source = _SPACE_BETWEEN_TAGS.sub("><", source.replace(_NAMESPACE, ""))
    return _APPLIED.sub(_THIN, source).replace(_APPLIED_TO_BRACKET, "<mo>\u2061</mo>")


__all__ = ["MathError", "to_mathml"]

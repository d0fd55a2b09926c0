"""Formulas become MathML while the page is built.

Browsers draw MathML themselves, so a page needs no script, no font and no second request for its
formulas, and they are there with JavaScript off. The converter is the one docutils ships; a command
it does not know is a build warning, which the strict build turns into a failure.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

logger = logging.getLogger(__name__)

# docutils writes these as HTML names; a plain character also survives an XML parser.
_APPLY = "&ApplyFunction;"
# In an HTML page the element needs no namespace.
_NAMESPACE = ' xmlns="http://www.w3.org/1998/Math/MathML"'
_SPACE_BETWEEN_TAGS = re.compile(r">\s*\n\s*<")


def to_mathml(tex: str, *, block: bool = False) -> str:
    """``tex`` (LaTeX, without dollar signs) as one line of MathML.

    Raises ``MathError`` with a sentence when the LaTeX is unknown or incomplete.
    """
    try:
        source = tex2mathml(tex.strip(), as_block=block)
    except (AttributeError, IndexError, TypeError) as error:
        # The converter's own slips on malformed input; to an author they are all the same.
        raise MathError(f"cannot read this formula ({error})") from error
    source = source.replace(_NAMESPACE, "").replace(_APPLY, "\u2061")
    return _SPACE_BETWEEN_TAGS.sub("><", source)


def _convert(translator: Any, node: nodes.Element, block: bool) -> str:
    tex = node.astext()
    try:
        return to_mathml(tex, block=block)
    except MathError as error:
        logger.warning("formula %r: %s", tex, error, location=node, type="lmhead", subtype="math")
        return f"<code>{translator.encode(tex)}</code>"


def visit_inline(self: Any, node: nodes.math) -> None:
    """Write an inline formula."""
    self.body.append(self.starttag(node, "span", "", CLASS="math notranslate nohighlight"))
    self.body.append(_convert(self, node, block=False) + "</span>")
    raise nodes.SkipNode


def visit_block(self: Any, node: nodes.math_block) -> None:
    """Write a display formula, with its number and permanent link when it has a label."""
    self.body.append(self.starttag(node, "div", CLASS="math notranslate nohighlight"))
    self.body.append('<div class="math-scroll">' + _convert(self, node, block=True) + "</div>")
    if node.get("number"):
        number = get_node_equation_number(self, node)
        self.body.append(f'<span class="eqno">({number})')
        self.add_permalink_ref(node, _("Link to this equation"))
        self.body.append("</span>")
    self.body.append("</div>\n")
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the renderer under the name ``mathml``."""
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}

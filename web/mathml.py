"""Formulas become MathML while the page is built.

Browsers draw MathML themselves, so a page needs no script, no font and no second request for its
formulas, and they are there with JavaScript off. The converter is the one docutils ships; a command
it does not know is a build warning, which the strict build turns into a failure.
"""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

from lmhead.formulas import MathError, to_mathml

logger = logging.getLogger(__name__)


_SPACED = {"=", "+", "−", "-", "<", ">", "≤", "≥", "≈", "·", "⋅", "×", ","}


def _convert(translator: Any, node: nodes.Element, block: bool) -> str:
    tex = node.astext()
    try:
        return to_mathml(tex, block=block)
    except MathError as error:
        logger.warning("formula %r: %s", tex, error, location=node, type="lmhead", subtype="math")
        return f"<code>{translator.encode(tex)}</code>"


# Signs that must not start a line, signs that must not end one.
_CLOSING = re.compile(r"[,.;:!?)\]}%’”，。；：！？、）】》」』…]+")
_OPENING = re.compile(r"[(\[{‘“（【《「『±−-]+$")


class KeepPunctuation(SphinxPostTransform):
    """Tie a formula to the comma after it and the bracket before it.

    A browser may break a line between a formula and any character next to it, so a line could
    start with the comma. The signs move into the formula's own unbreakable box.
    """

    default_priority = 800
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        for node in list(self.document.findall(nodes.math)):
            siblings = node.parent.children
            place = siblings.index(node)
            after = siblings[place + 1] if place + 1 < len(siblings) else None
            before = siblings[place - 1] if place else None
            if isinstance(after, nodes.Text) and (signs := _CLOSING.match(after)):
                node["after"] = signs[0]
                # By place: a text node equals every other with the same words.
                node.parent[place + 1] = nodes.Text(after[signs.end() :])
            if isinstance(before, nodes.Text) and (signs := _OPENING.search(before)):
                node["before"] = signs[0]
                node.parent[place - 1] = nodes.Text(before[: signs.start()])


def in_words(mathml: str) -> str:
    """A formula in one line of text, with _ and ^ for what stands lower and higher.

    For a name that is read out where MathML is not.
    """
    node = ElementTree.fromstring(mathml)
    return " ".join(_line(node).split())


def _line(node: ElementTree.Element) -> str:
    parts = [_line(child) for child in node]
    match node.tag, parts:
        case "msub" | "munder", [base, low]:
            return f"{base}_{low}"
        case "msup" | "mover", [base, high]:
            return f"{base}^{high}"
        case "msubsup" | "munderover", [base, low, high]:
            return f"{base}_{low}^{high}"
        case "mfrac", [over, under]:
            return f"({over})/({under})"
        case "msqrt", _:
            return f"√({''.join(parts)})"
    if node.tag == "mo" and (text := (node.text or "").strip()) in _SPACED:
        return f" {text} "
    return (node.text or "").strip() + "".join(parts)


def visit_inline(self: Any, node: nodes.math) -> None:
    """Write an inline formula."""
    self.body.append(self.starttag(node, "span", "", CLASS="math notranslate nohighlight"))
    before, after = (self.encode(node.get(side, "")) for side in ("before", "after"))
    self.body.append(f"{before}{_convert(self, node, block=False)}{after}</span>")
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
    app.add_post_transform(KeepPunctuation)
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}

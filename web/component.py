"""What the directives of the page's own components have in common: ids, faults, the head."""

from __future__ import annotations

from html import escape
from typing import ClassVar

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from web.directive_ids import WORDS, UsedIds

logger = logging.getLogger(__name__)


class ComponentDirective(SphinxDirective):
    """A directive whose argument is an id, and whose every fault is a warning at its line."""

    required_arguments = 1
    final_argument_whitespace = False
    kind: ClassVar[str]

    def fail(self, sentence: str, line: int | None = None) -> list[nodes.Node]:
        """Warn of a fault in the source; the build is strict. What the directive then gives."""
        place = (self.env.docname, self.lineno if line is None else line)
        logger.warning(
            "%s: %s", self.kind, sentence, location=place, type="lmhead", subtype=self.kind
        )
        return []

    def is_id(self, name: str) -> bool:
        """Whether ``name`` may be an id; if not, it is a fault."""
        if WORDS.match(name):
            return True
        self.fail(f"the id {name!r} is not lower-case words and digits joined by hyphens")
        return False

    def is_new(self, name: str, used: UsedIds) -> bool:
        """Whether the id ``name`` is used here for the first time; if not, it is a fault."""
        here = (self.env.docname, self.lineno)
        page, line = used.of(self.env).setdefault(name, here)
        if (page, line) != here:
            where = "on this page" if page == self.env.docname else f"in {page}"
            self.fail(f"the id {name!r} is already used {where}, line {line}")
        return (page, line) == here


def title(text: str, name: str | None = None) -> str:
    """The head of a component, as HTML, with ``name`` for its id."""
    attributes = f' id="{escape(name)}"' if name else ""
    return f'<p class="component-title"{attributes}>{escape(text)}</p>\n'

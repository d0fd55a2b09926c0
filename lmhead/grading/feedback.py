"""The feedback page: its words, and what of a learner's Markdown may stand in it.

`templates/feedback` draws the page. Nothing that a learner wrote is executed when somebody
opens it: sources and outputs are escaped, Markdown goes through `clean`, and the page's own
content policy forbids scripts and every request.
"""

from __future__ import annotations

from html import escape
from typing import Any

import bleach
from nbconvert.filters.markdown import markdown2html_mistune
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.preprocessors import GetGrades
from nbgrader.utils import is_grade

from ..checks.messages import sentence
from .restore import language_of

TAGS = {
    *("a", "abbr", "b", "blockquote", "br", "code", "dd", "del", "div", "dl", "dt", "em"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "li", "ol", "p", "pre", "s", "strong"),
    *("sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul"),
}
LONGEST_MARKDOWN = 8_000  # characters of a cell
ATTRIBUTES = {"a": ["href", "title"], "th": ["scope"], "div": ["lang"], "ol": ["start"]}


def clean(html: str) -> str:
    """HTML with the tags of plain text alone; everything else is shown as text."""
    cleaned: str = bleach.clean(
        html, tags=TAGS, attributes=ATTRIBUTES, protocols={"http", "https", "mailto"}
    )
    return cleaned


def clean_markdown(source: str) -> str:
    """A learner's Markdown as clean HTML; as plain text where it is too long to be rendered.

    The renderer's time grows with the square of some inputs.
    """
    if len(source) > LONGEST_MARKDOWN:
        return f"<pre>{escape(source)}</pre>"
    return clean(markdown2html_mistune(source))


class FeedbackTexts(GetGrades):  # type: ignore[misc]
    """Grades for the feedback page, and its words in the submission's language."""

    WORDS = (
        "title",
        "score",
        "total",
        "your-answer",
        "comment",
        "written",
        "waiting",
        "late",
        "output",
        "top",
    )

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        nb, resources = super().preprocess(nb, resources)
        lang = language_of(nb)
        resources["lmhead"] = {
            "lang": "zh-CN" if lang == "zh" else "en",
            "words": {word: sentence(f"feedback/{word}", lang) for word in self.WORDS},
            "waiting": self._waiting(nb),
        }
        return nb, resources

    def _waiting(self, nb: NotebookNode) -> list[str]:
        """The grade cells that still wait for a person."""
        with Gradebook(self.db_url) as gradebook:
            return [
                cell.metadata.nbgrader["grade_id"]
                for cell in nb.cells
                if is_grade(cell)
                and gradebook.find_grade(
                    cell.metadata.nbgrader["grade_id"],
                    self.notebook_id,
                    self.assignment_id,
                    self.student_id,
                ).needs_manual_grade
            ]

"""The ``predict`` directive: a question whose replies open only after the reader has chosen.

The body is a question (any blocks) and then one bullet list. Each item starts with ``( )`` or, for
the right answer, ``(x)``; its first paragraph is the option, the rest the reply to who chose it.

With ``:first: other-id`` the question asks again what another page asked, with the same options in
the same order: the reader's answer there is then shown beside the one here.

What is written into the page is a list of ``<details>``, one an option, which works without
JavaScript. ``predict.js`` turns it into a question to commit to. Every slip in the source is a
build warning at its line, and the build is strict.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx

from web.component import ComponentDirective, title
from web.directive_ids import UsedIds
from web.editions import edition_of
from web.labels import label

_MARK = re.compile(r"^\(([ xX])\)(?:\s+|$)")
QUESTIONS = UsedIds("lmhead_predict")

# The labels that the script needs; it finds them on the element, in the page's language.
_SCRIPT_LABELS = ("legend", "commit", "again", "choose", "chosen", "said-right", "said-wrong")
_FIRST_LABELS = ("before", "now", "unanswered")


class predict(nodes.General, nodes.Element):
    """The whole component."""


class predict_question(nodes.General, nodes.Element):
    """What is asked."""


class predict_option(nodes.General, nodes.Element):
    """One answer: a summary and a reply."""


class predict_summary(nodes.General, nodes.TextElement):
    """The answer's own words."""


class predict_reply(nodes.General, nodes.Element):
    """What is said to who chose it."""


class PredictDirective(ComponentDirective):
    """``{predict} question-id``; see the module's docstring for the body."""

    kind = "predict"
    has_content = True
    option_spec: ClassVar = {"class": directives.class_option, "first": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        question_id, first = self.arguments[0], self.options.get("first")
        if not all(self.is_id(name) for name in (question_id, first) if name is not None):
            return []
        body = nodes.Element()
        self.state.nested_parse(self.content, self.content_offset, body)
        if not body.children or not isinstance(body.children[-1], nodes.bullet_list):
            return self.fail("the body must end with a bullet list of options")
        *question, options = body.children
        if not question:
            return self.fail("there is no question before the list of options")
        if any(isinstance(child, nodes.bullet_list) for child in question):
            return self.fail("there are two bullet lists; one list holds all the options")

        component = predict(
            "",
            question_id=question_id,
            first=first,
            ids=[f"predict-{question_id}"],
            classes=["predict"],
        )
        self.set_source_info(component)
        component += predict_question("", *question)
        wrong = False
        for number, item in enumerate(options.children):
            option = self._option(number, item)
            if option is None:
                wrong = True
            else:
                component += option
        if wrong:
            return []
        right = sum(bool(o["right"]) for o in component.findall(predict_option))
        if len(options.children) < 2:
            return self.fail("a prediction needs at least two options")
        if right != 1:
            return self.fail(f"exactly one option must be marked (x), here {right} are")
        return [component] if self.is_new(question_id, QUESTIONS) else []

    def _option(self, number: int, item: Any) -> predict_option | None:
        line = getattr(item, "line", None) or self.lineno
        first: Any = item.children[0] if item.children else None
        text: Any = first.children[0] if isinstance(first, nodes.paragraph) and first else None
        mark = _MARK.match(text.astext()) if isinstance(text, nodes.Text) else None
        if mark is None:
            self.fail(f"option {number + 1} must start with ( ) or (x)", line)
            return None
        if len(item.children) < 2:
            self.fail(
                f"option {number + 1} has no reply: write it after an empty line, "
                "indented like the option's text",
                line,
            )
            return None
        rest = text.astext()[mark.end() :]
        inline = ([nodes.Text(rest)] if rest else []) + first.children[1:]
        if not inline:
            self.fail(f"option {number + 1} has no text", line)
            return None
        option: predict_option = predict_option("", number=number, right=mark[1] in "xX")
        option += predict_summary("", "", *inline)
        option += predict_reply("", *item.children[1:])
        return option


# --- HTML ---------------------------------------------------------------------------------------


def _visit_predict(self: Any, node: predict) -> None:
    edition = edition_of(self.config.language)
    attributes = {"data-question": node["question_id"]}
    for name in _SCRIPT_LABELS:
        attributes[f"data-{name}"] = label(edition, f"predict.{name}")
    if node["first"] is not None:
        attributes["data-first"] = node["first"]
        for name in _FIRST_LABELS:
            attributes[f"data-{name}"] = label(edition, f"predict.{name}")
    self.body.append(self.starttag(node, "lmhead-predict", **attributes))
    self.body.append(title(label(edition, "predict.title")))


def _depart_predict(self: Any, node: predict) -> None:
    self.body.append("</div>\n</lmhead-predict>\n")


def _visit_question(self: Any, node: predict_question) -> None:
    question_id = node.parent["question_id"]
    self.body.append(f'<div class="predict-question" id="predict-{question_id}-question">\n')


def _depart_question(self: Any, node: predict_question) -> None:
    # The options follow, all of them in one list that the script can hide and show.
    self.body.append('</div>\n<div class="predict-options">\n')


def _visit_option(self: Any, node: predict_option) -> None:
    verdict = "right" if node["right"] else "wrong"
    self.body.append(f'<details class="predict-option" data-verdict="{verdict}">\n')


def _depart_option(self: Any, node: predict_option) -> None:
    self.body.append("</details>\n")


def _visit_summary(self: Any, node: predict_summary) -> None:
    self.body.append('<summary><span class="predict-answer">')


def _depart_summary(self: Any, node: predict_summary) -> None:
    self.body.append("</span></summary>\n")


def _visit_reply(self: Any, node: predict_reply) -> None:
    right = node.parent["right"]
    word = label(edition_of(self.config.language), f"predict.{'right' if right else 'wrong'}")
    mark = "✓" if right else "✗"
    self.body.append(
        '<div class="predict-reply">\n<p class="predict-verdict">'
        f'<span class="predict-mark" aria-hidden="true">{mark}</span> {word}</p>\n'
    )


def _depart_reply(self: Any, node: predict_reply) -> None:
    self.body.append("</div>\n")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive, its nodes and its memory of used ids."""
    app.add_directive("predict", PredictDirective)
    app.add_node(predict, html=(_visit_predict, _depart_predict))
    app.add_node(predict_question, html=(_visit_question, _depart_question))
    app.add_node(predict_option, html=(_visit_option, _depart_option))
    app.add_node(predict_summary, html=(_visit_summary, _depart_summary))
    app.add_node(predict_reply, html=(_visit_reply, _depart_reply))
    QUESTIONS.connect(app)
    return {
        "version": "1",
        "env_version": 1,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }

"""The ``tryit`` directive: a small task in plain Python, done and checked in the page.

The body is the task (any blocks), then three fenced blocks of code in this order, and between or
after them any number of hints::

    ````{tryit} 01-dot
    Write `dot(a, b)` …

    ```template
    def dot(a, b):
        return 0
    ```

    ```{hint}
    Multiply place by place.
    ```

    ```solution
    def dot(a, b):
        return sum(x * y for x, y in zip(a, b))
    ```

    ```check
    expect(call("dot", [1, 2], [3, 4]), 11)
    ```
    ````

Where a template has changed and code that was written into it before is still an answer, the
option ``:earlier:`` names the templates that it was written into, each by the first eight hex
digits of its SHA-256. What a browser keeps for one of them is then shown.

What a check may call is said in ``web/tryit/runner.py``. The page holds the template as text, hints
and solution as ``<details>``; that much works without JavaScript. ``tryit.js`` makes a cell of it.
Every slip in the source is a build warning at its line, and the build is strict.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx

from web import tryit_assets
from web.component import ComponentDirective, title
from web.directive_ids import UsedIds
from web.editions import edition_of
from web.labels import label, labels_below

_TASKS = UsedIds("lmhead_tryit")
_TEMPLATE_HASH = re.compile(r"[0-9a-f]{8}")
_HIGHLIGHTED = re.compile(r"^<div class=\"highlight\"><pre>(.*)</pre></div>\s*$", re.S)
PARTS = ("template", "solution", "check")
MAIN, SIDE = "lm-button lm-button--main", "lm-button"
BUTTONS = {"run": MAIN, "check": MAIN, "hint": SIDE, "stop": SIDE, "reset": SIDE}


class tryit(nodes.General, nodes.Element):
    """The whole cell; ``template``, ``solution`` and ``check`` are its attributes."""


class tryit_field(nodes.General, nodes.Element):
    """The template, the buttons, and the place for what they say."""


class tryit_hint(nodes.General, nodes.Element):
    """What one press of Hint shows."""


class TryItDirective(ComponentDirective):
    """``{tryit} task-id``; see the module's docstring for the body."""

    kind = "tryit"
    has_content = True
    option_spec: ClassVar = {"earlier": str.split}

    def run(self) -> list[nodes.Node]:
        task_id = self.arguments[0]
        if not self.is_id(task_id):
            return []
        earlier = self.options.get("earlier", [])
        for name in earlier:
            if not _TEMPLATE_HASH.fullmatch(name):
                return self.fail(f"{name!r} is not the first eight hex digits of a SHA-256")
        body = nodes.Element()
        self.state.nested_parse(self.content, self.content_offset, body)
        code: dict[str, str] = {}
        task, hints = [], []
        for child in body.children:
            part = child.get("language") if isinstance(child, nodes.literal_block) else None
            if part in PARTS:
                if part in code:
                    return self.fail(f"there are two blocks of the kind {part!r}")
                code[part] = child.astext().strip("\n")
            elif isinstance(child, nodes.hint):
                hints.append(tryit_hint("", *child.children))
            elif code:
                return self.fail("text after the template belongs into a hint or before it")
            else:
                task.append(child)
        if not task:
            return self.fail("there is no task before the template")
        if list(code) != list(PARTS):
            return self.fail(f"the blocks must be {', '.join(PARTS)}, in this order")
        for part, source in code.items():
            try:
                ast.parse(source)
            except SyntaxError as error:
                return self.fail(f"the {part} is no Python, line {error.lineno}: {error.msg}")
        if not self.is_new(task_id, _TASKS):
            return []
        cell = tryit("", task_id=task_id, ids=[f"tryit-{task_id}"], classes=["tryit"], **code)
        cell["earlier"] = earlier
        self.set_source_info(cell)
        cell += nodes.container("", *task, classes=["tryit-task"])
        cell += tryit_field("")
        cell += hints
        return [cell]


# --- HTML ---------------------------------------------------------------------------------------


def _highlighted(self: Any, source: str) -> str:
    """The code as Pygments marks it, without the box around it, which brings a copy button."""
    html = self.highlighter.highlight_block(source, "python")
    found = _HIGHLIGHTED.match(html)
    return found[1] if found else self.encode(source)


def _visit_tryit(self: Any, node: tryit) -> None:
    name = f"tryit-{node['task_id']}-title"
    attributes = {"data-task": node["task_id"], "role": "group", "aria-labelledby": name}
    self.body.append(self.starttag(node, "lmhead-tryit", **attributes))
    self.body.append(title(label(edition_of(self.config.language), "tryit.title"), name))


def _depart_tryit(self: Any, node: tryit) -> None:
    edition = edition_of(self.config.language)
    depth = self.builder.current_docname.count("/") + bool(edition.folder)
    data = {
        "base": "../" * depth + tryit_assets.FOLDER + "/",
        "version": tryit_assets.version(),
        "language": edition.code,
        # A template that has changed is another task, unless the page says that its code still
        # answers this one: what was kept for the old one stays there.
        "key": f"{node['task_id']}:{hashlib.sha256(node['template'].encode()).hexdigest()[:8]}",
        "earlier": [f"{node['task_id']}:{name}" for name in node["earlier"]],
        "template": node["template"],
        "check": node["check"],
        "say": labels_below(edition, "tryit.say-"),
    }
    # In a script element "</script" and "<!--" would end the text or change how it is read.
    text = json.dumps(data, ensure_ascii=False, sort_keys=True).replace("<", "\\u003c")
    self.body.append(
        f'<details class="tryit-solution"><summary>{label(edition, "tryit.solution")}</summary>\n'
        f'<pre class="highlight">{_highlighted(self, node["solution"])}</pre></details>\n'
        f'<script type="application/json" class="tryit-data">{text}</script>\n'
        "</lmhead-tryit>\n"
    )


def _visit_field(self: Any, node: tryit_field) -> None:
    edition = edition_of(self.config.language)
    buttons = "".join(
        f'<button type="button" class="{look}" data-action="{button}"'
        f"{' disabled' if button == 'stop' else ''}>{label(edition, f'tryit.{button}')}</button>\n"
        for button, look in BUTTONS.items()
    )
    self.body.append(
        # No <pre>: the theme's script puts those into the order of the Tab key.
        '<div class="tryit-field"><span class="highlight tryit-template">'
        f"{_highlighted(self, node.parent['template'])}</span></div>\n"
        f'<div class="tryit-tools">\n{buttons}</div>\n'
        f'<p class="tryit-keys" id="tryit-{node.parent["task_id"]}-keys">'
        f"{label(edition, 'tryit.keys')}</p>\n"
        '<div class="tryit-said" aria-live="polite"><p class="tryit-status"></p></div>\n'
    )


def _depart_field(self: Any, node: tryit_field) -> None:
    """All of it is written at once."""


def _visit_hint(self: Any, node: tryit_hint) -> None:
    hint = label(edition_of(self.config.language), "tryit.hint")
    self.body.append(f'<details class="tryit-hint"><summary>{hint}</summary>\n')


def _depart_hint(self: Any, node: tryit_hint) -> None:
    self.body.append("</details>\n")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive, its nodes and its memory of used ids."""
    app.add_directive("tryit", TryItDirective)
    app.add_node(tryit, html=(_visit_tryit, _depart_tryit))
    app.add_node(tryit_field, html=(_visit_field, _depart_field))
    app.add_node(tryit_hint, html=(_visit_hint, _depart_hint))
    _TASKS.connect(app)
    return {
        "version": "1",
        "env_version": 1,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }

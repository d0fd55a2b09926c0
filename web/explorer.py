"""The ``explorer`` directive: the head as a picture in which a reader moves ``h``.

::

    ```{explorer} 03-explorer
    :head: four-words
    :show: products exponentials
    :figure: 03-figure-shares
    ```

What is written into the page is ``<head-explorer>`` with a table of the numbers that it starts
with, computed here, and a link to the figure of the same numbers. ``explorer.js`` puts the picture
in the table's place; without it the table is what there is. Every slip is a build warning at its
line, and the build is strict.
"""

from __future__ import annotations

import hashlib
import json
import re
from html import escape
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.application import Sphinx

from lmhead import four_words
from lmhead.figures import names, number
from lmhead.softmax import logits, softmax
from web.component import ComponentDirective, title
from web.editions import Edition, edition_of
from web.labels import label, labels_below

# What can be shown besides the picture and the shares.
PARTS = ("products", "exponentials", "length", "temperature", "number", "draws", "step")

# A head to explore. words: as each edition prints them.  knobs: d vectors at right angles to each
# other; the picture shows the first two, and `limits` says how much of each may be in h.  unit: how
# large the picture draws a length of 1; it is 320 wide.  up: where its origin is, in lengths from
# the top.  read, right: the words of the step of training.
HEADS: dict[str, dict[str, Any]] = {
    "four-words": {
        "words": {
            lang: names(four_words.WORDS, four_words.GLOSSES, lang)  # the same as in the figures
            for lang in ("en", "zh")
        },
        "rows": four_words.W_OUT.tolist(),
        "h": four_words.H.tolist(),
        # h moves along the third without any share changing: every row has as much of it.
        "knobs": [[0.5, -0.5, 0], [0, 0, 1], [0.5, 0.5, 0]],
        "limits": [[-3, 3], [-1.4, 3], [-3, 3]],
        "unit": 64,
        "up": 3.3,
        "read": 1,
        "right": 3,
    },
    # Chapter 2's own, in two dimensions.
    "five-words": {
        "words": {
            "en": ["mat", "floor", "moon", "ran", "of"],
            "zh": ["垫子", "地板", "月亮", "跑", "的"],
        },
        "rows": [[1.5, 0.5], [1.0, 0.5], [0.5, -0.5], [-0.5, 0.5], [-1.0, -0.5]],
        "h": [2.0, 1.0],
        "knobs": [[1, 0], [0, 1]],
        "limits": [[-2.4, 2.4], [-2.4, 2.4]],
        "unit": 60,
        "up": 2.667,
        "read": 0,
        "right": 0,
    },
}


class explorer(nodes.General, nodes.Element):
    """The whole component; its child is the link to the figure."""


def parts(argument: str | None) -> list[str]:
    """The parts that ``:show:`` names; ValueError for one that there is not."""
    found = (argument or "").split()
    for part in found:
        if part not in PARTS:
            raise ValueError(f"there is no part {part!r}; there are {', '.join(PARTS)}")
    return found


def head(argument: str | None) -> str:
    """The head that ``:head:`` names."""
    return str(directives.choice(argument, list(HEADS)))


class ExplorerDirective(ComponentDirective):
    """``{explorer} id``; see the module's docstring for the options."""

    kind = "explorer"
    has_content = False
    option_spec: ClassVar = {
        "head": head,
        "show": parts,
        "figure": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        if not self.is_id(name):
            return []
        for option in ("head", "figure"):
            if option not in self.options:
                return self.fail(f"the option :{option}: is missing")
        component = explorer(
            "", head=self.options["head"], show=self.options.get("show", []), ids=[name]
        )
        self.set_source_info(component)
        text = label(edition_of(self.config.language), "explorer.figure")
        link = addnodes.pending_xref(
            "",
            nodes.inline("", text),
            reftype="ref",
            refdomain="std",
            reftarget=self.options["figure"],
            refexplicit=True,
            refwarn=True,
            refdoc=self.env.docname,
        )
        self.set_source_info(link)
        component += nodes.paragraph("", "", link)
        return [component]


# --- HTML ----------------------------------------------------------------------------------------


def setup_of(name: str, language: str) -> dict[str, Any]:
    """What the script is told: the head, its words in the page's language, and every text."""
    edition = edition_of(language)
    told = {key: value for key, value in HEADS[name].items() if key != "words"}
    return {
        "head": told,
        "names": HEADS[name]["words"][edition.code],
        "text": script_labels(edition, name),
    }


def script_labels(edition: Edition, name: str) -> dict[str, str]:
    """What the script says of one head: ``seen`` is the sentence on that head's picture."""
    labels = labels_below(edition, "explorer.say-")
    of_heads = labels_below(edition, "explorer.say-seen-")
    return {key: text for key, text in labels.items() if not key.startswith("seen-")} | {
        "seen": of_heads[name]
    }


def static_table(name: str, language: str) -> str:
    """The numbers at the start, as HTML: a row a word, with its logit and its share."""
    edition = edition_of(language)
    chosen = HEADS[name]
    z = logits(chosen["h"], chosen["rows"])
    columns = ("word", "row", "logit", "share")
    heading = "".join(
        f'<th scope="col">{escape(label(edition, f"explorer.{column}"))}</th>' for column in columns
    )
    lines = []
    for word, row, score, share in zip(
        chosen["words"][edition.code], chosen["rows"], z, softmax(z), strict=True
    ):
        # Enough digits that the smallest share does not round to 0.
        cells = (_vector(row), number(score), number(share, 3 if share >= 0.01 else 4))
        numbers = "".join(f"<td>{cell}</td>" for cell in cells)
        lines.append(f'<tr><th scope="row">{escape(word)}</th>{numbers}</tr>\n')
    before, after = label(edition, "explorer.static").format(h=_vector(chosen["h"])).split("$h$")
    return (
        f"<p>{escape(before)}<em class='latin'>h</em>{escape(after)}</p>\n"
        f'<table class="explorer-table"><thead><tr>{heading}</tr></thead>\n'
        f"<tbody>{''.join(lines)}</tbody></table>\n"
    )


def _vector(values: list[float]) -> str:
    return "[" + ", ".join(number(value) for value in values) + "]"


def _visit_explorer(self: Any, node: explorer) -> None:
    language = self.config.language
    attributes = {
        "show": " ".join(node["show"]),
        "data-setup": json.dumps(setup_of(node["head"], language), ensure_ascii=False),
    }
    self.body.append(self.starttag(node, "head-explorer", **attributes))
    self.body.append(title(label(edition_of(language), "explorer.title")))
    self.body.append('<div class="explorer-fallback">\n' + static_table(node["head"], language))


def _depart_explorer(self: Any, node: explorer) -> None:
    self.body.append("</div>\n</head-explorer>\n")


def fingerprint_parts(app: Sphinx, exception: Exception | None) -> None:
    """Let the parts ask for each other by content, so that a browser mixes no two versions."""
    static = Path(app.outdir) / "_static"
    scripts = sorted(static.glob("explorer*.js"))
    if exception is not None or app.builder.name != "html" or not scripts:
        return
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in scripts)).hexdigest()[:8]
    for path in scripts:
        text = path.read_text(encoding="utf-8")
        marked = re.sub(r'"(\./explorer-[a-z]+\.js)"', rf'"\1?v={digest}"', text)
        path.write_text(marked, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive, its node and the end of the build."""
    app.add_directive("explorer", ExplorerDirective)
    app.add_node(explorer, html=(_visit_explorer, _depart_explorer))
    app.connect("build-finished", fingerprint_parts)
    return {
        "version": "1",
        "env_version": 1,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }

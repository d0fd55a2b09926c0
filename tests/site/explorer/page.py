"""A page that holds one head explorer and nothing else, as the directive writes it."""

from html import escape
from types import SimpleNamespace

from web import explorer
from web.editions import EDITIONS

# What each chapter shows, as its directive says; test_directive.py compares.
CHAPTERS = {
    "02": ("five-words", "products exponentials length"),
    "03": ("four-words", "products exponentials"),
    "04": ("four-words", "length temperature number draws"),
    "05": ("four-words", "step"),
}

PAGES = {
    "02": "02-logits-softmax",
    "03": "03-by-hand",
    "04": "04-decoding",
    "05": "05-tying",
}
EVERY = [(chapter, edition) for chapter in CHAPTERS for edition in EDITIONS]

PAGE = """<!doctype html>
<html lang="{tag}" class="js" data-theme="{theme}">
<head><meta charset="utf-8"><title>Explorer</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="favicon.svg">
<link rel="stylesheet" href="lmhead.css"><link rel="stylesheet" href="explorer.css">
<style>
body {{ margin: 0; font-family: var(--pst-font-family-base); }}
main {{ max-width: 46rem; margin: auto; padding: 0 1rem; }}
*, *::before, *::after {{ box-sizing: border-box; }}
</style>
<script type="module" src="explorer.js"></script></head>
<body><main class="bd-article">
<p style="height: {above}px">Above.</p>
{element}
<p>Below.</p>
</main></body></html>
"""


def element(name: str, show: str, edition: str = "en") -> str:
    """The element's HTML, by the directive's own writer."""
    writer = SimpleNamespace(body=[], config=SimpleNamespace(language=EDITIONS[edition].sphinx))
    writer.starttag = _starttag
    node = explorer.explorer("", head=name, show=show.split(), ids=["the-explorer"])
    explorer._visit_explorer(writer, node)
    writer.body.append('<p><a href="#figure">The figure</a></p>')
    explorer._depart_explorer(writer, node)
    return "".join(writer.body)


def _starttag(node, tag, **attributes):
    attributes = {"id": node["ids"][0], **attributes}
    return f"<{tag} " + " ".join(f'{k}="{escape(v)}"' for k, v in attributes.items()) + ">\n"


def page(chapter: str, edition: str = "en", theme: str = "light", above: int = 20) -> str:
    """The whole page, whose scripts and styles lie beside it."""
    html = element(*CHAPTERS[chapter], edition)
    return PAGE.format(tag=EDITIONS[edition].tag, theme=theme, above=above, element=html)

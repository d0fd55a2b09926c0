"""Keep a page light and self-contained: drop what the theme brings and no page uses.

The templates name no icon font and no Bootstrap script. Here the files behind them leave the
output, the style sheet loses its thousands of icon rules, and a page loads a component's style
and script only where it shows that component. No script holds up the first paint.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.builders.html._assets import _JavaScript

# Below `_static`, after the build: icon fonts, scripts no template loads, maps for debuggers.
UNUSED = (
    "vendor",
    "scripts/fontawesome.js",
    "scripts/fontawesome.js.LICENSE.txt",
    "scripts/bootstrap.js",
    "scripts/bootstrap.js.LICENSE.txt",
    "locales",
    "images",
    "sbt-webpack-macros.html",
    "webpack-macros.html",
    "searchtools.js",
    "language_data.js",
    "doctools.js",
    "sphinx_highlight.js",
    "translations.js",
    "basic.css",
)
# An asset, and the mark in a page's text that shows the page needs it.
ON_DEMAND = {
    "sphinx-design.min.css": 'class="sd-',
    "design-tabs.js": "sd-tab-set",
    "copybutton.css": 'class="highlight',
    "copybutton.js": 'class="highlight',
    "clipboard.min.js": 'class="highlight',
    "mystnb.": 'class="cell',
    "predict.css": "<lmhead-predict",
    "predict.js": "<lmhead-predict",
    "explorer.css": "<head-explorer",
    "explorer.js": "<head-explorer",
    "tryit.css": "<lmhead-tryit",
    "tryit.js": "<lmhead-tryit",
    "progress.js": "<lmhead-progress",
    "storage.js": "<lmhead-",  # for each of the three
}

# Sphinx's own scripts: shortcuts and marks of a search that the course does not use.
NEVER = ("doctools.js", "sphinx_highlight.js", "translations.js")
# Style sheets of others, made for every book: most of their rules are for what no page has.
FOREIGN = ("pydata-sphinx-theme", "sphinx-book-theme", "sphinx-design", "mystnb", "theme")
# What the theme writes into each page for its menu of versions, of which there is none.
_INLINE = "DOCUMENTATION_OPTIONS."
# basic.css arrives through this line, a round trip after the file in which it stands.
_BASIC = '@import "../basic.css";'
# A part of the course's own style sheet that is a file of its own only among the sources.
_PROGRESS = '@import "progress.css";'

_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_ICON_SELECTOR = re.compile(r"^\.fa[srlbd]?(?:-[a-z0-9-]+)?(?:::?before)?$")
_SOURCE_MAP = re.compile(r"\n?(?://[#@]|/\*#) ?sourceMappingURL=[^\n*]*(?:\*/)?\s*$")


_CLASSES = re.compile(r'\bclass="([^"]*)"')
_WORD = re.compile(r"[A-Za-z_][\w-]*")
_CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
_IN_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_COMMENT = re.compile(r"/\*(?!!).*?\*/", re.S)
# What can stand before a selector and is no part of it: licences, the statement of a charset.
_BEFORE = re.compile(r"((?:\s*(?:/\*!.*?\*/|@charset[^;{}]*;))*)(.*)", re.S)
_EMPTY_BLOCK = re.compile(r"@(?:media|supports)[^{};]*\{\s*\}")


def classes_in(out: Path) -> set[str]:
    """Every class that a page below ``out`` has, and every word of a script, which may set it."""
    found: set[str] = set()
    for path in out.rglob("*.html"):
        for names in _CLASSES.findall(path.read_text(encoding="utf-8")):
            found.update(names.split())
    for path in out.rglob("*.js"):
        found.update(_WORD.findall(path.read_text(encoding="utf-8")))
    return found


def without_unused_rules(css: str, used: set[str]) -> str:
    """The style sheet without the rules for classes that are not in ``used``; the rest in order.

    What stands in brackets, as in ``:not(.a)``, is no reason to drop a rule.
    """

    def needed(selector: str) -> bool:
        while _IN_BRACKETS.search(selector):
            selector = _IN_BRACKETS.sub("", selector)
        return "\\" in selector or all(name in used for name in _CLASS.findall(selector))

    def keep(rule: re.Match[str]) -> str:
        before, selector = _BEFORE.match(rule[1]).groups()  # type: ignore[union-attr]
        if "@" in selector:
            return rule[0]  # a face of a font, or a statement such as @import before the rule
        kept = [part for part in _selectors(selector) if needed(part)]
        return before + (f"{','.join(kept)}{{{rule[2]}}}" if kept else "")

    slim = _RULE.sub(keep, _COMMENT.sub("", css))
    while _EMPTY_BLOCK.search(slim):
        slim = _EMPTY_BLOCK.sub("", slim)
    return slim


def _selectors(text: str) -> list[str]:
    """``text`` split at the commas that stand outside parentheses and brackets."""
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    return [*parts, text[start:]]


def without_icon_rules(css: str) -> str:
    """The style sheet without Font Awesome's rules and faces; all other rules stay, in order."""

    def keep(rule: re.Match[str]) -> str:
        # A licence comment can stand before a selector.
        selector = re.sub(r"/\*.*?\*/", "", rule[1], flags=re.S).strip()
        if selector == "@font-face" and "Awesome" in rule[2]:
            return ""
        names = [name.strip() for name in selector.split(",")]
        if names and all(_ICON_SELECTOR.match(name) for name in names):
            return ""
        return rule[0]

    return _RULE.sub(keep, css)


def deferred(asset: Any) -> Any:
    """A script of a file of its own runs when the page has been read, in the order it stands."""
    attributes = getattr(asset, "attributes", {})
    if isinstance(asset, _JavaScript) and asset.filename and attributes.get("type") != "module":
        attributes = {**attributes, "defer": "defer"}
        return _JavaScript(asset.filename, priority=asset.priority, **attributes)
    return asset


def drop_unused_from_page(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Leave out of this page the assets of components that it does not show."""
    body = context.get("body") or ""

    def needed(asset: Any) -> bool:
        name = str(getattr(asset, "filename", asset) or "")
        inline = str(getattr(asset, "attributes", {}).get("body", ""))
        if name.rpartition("/")[2] in NEVER or inline.startswith(_INLINE):
            return False
        for part, mark in ON_DEMAND.items():
            if part in name:
                return mark in body
        return True

    for kind in ("css_files", "script_files"):
        context[kind] = [deferred(asset) for asset in context.get(kind, []) if needed(asset)]


def slim_output(app: Sphinx, exception: Exception | None) -> None:
    """Remove the unused files from the finished output."""
    if exception is not None or app.builder.name != "html":
        return
    static = Path(app.outdir) / "_static"
    theme, basic = static / "styles" / "theme.css", static / "basic.css"
    text = basic.read_text(encoding="utf-8").replace("url(", "url(../")
    theme.write_text(theme.read_text(encoding="utf-8").replace(_BASIC, text), encoding="utf-8")
    own, part = static / "lmhead.css", static / "progress.css"
    text = own.read_text(encoding="utf-8").replace(_PROGRESS, part.read_text(encoding="utf-8"))
    own.write_text(text, encoding="utf-8")
    part.unlink()
    for name in UNUSED:
        target = static / name
        if target.is_dir():
            shutil.rmtree(target)
        elif target.exists():
            target.unlink()
    for path in static.rglob("*.map"):
        path.unlink()
    used = classes_in(Path(app.outdir))
    for path in [*static.rglob("*.css"), *static.rglob("*.js")]:
        text = path.read_text(encoding="utf-8")
        slim = _SOURCE_MAP.sub("", text)
        if path.name == "pydata-sphinx-theme.css":
            slim = without_icon_rules(slim)
        if path.name.startswith(FOREIGN) and path.suffix == ".css":
            slim = without_unused_rules(slim, used)
        if slim != text:
            path.write_text(slim, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to the page context and to the end of the build."""
    app.connect("html-page-context", drop_unused_from_page, priority=900)
    app.connect("build-finished", slim_output)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

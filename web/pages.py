"""What each page gets besides its text: its sibling in the other edition, its description, buttons.

A page whose sibling is missing from the other edition's table of contents or tree is a warning,
and so fails the strict build: the language switch never leads nowhere. So is a page that its own
table of contents does not name, and that is therefore not read.
"""

from __future__ import annotations

import functools
import posixpath
import re
from html import escape, unescape
from pathlib import Path
from typing import Any

import yaml
from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.util import logging

from lmhead.course import ASSIGNMENTS, SITE_URL
from web import social_preview, vocabulary
from web.addresses import colab_url, repository, source_url
from web.editions import EDITIONS, Edition, edition_of, other_edition
from web.labels import label
from web.labels.pages import UNTRANSLATED
from web.lite.bar import bar
from web.mathml import in_words
from web.predict import QUESTIONS

logger = logging.getLogger(__name__)

_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
SOURCE_SUFFIXES = (".md", ".ipynb")
_DESCRIPTION = re.compile(r'<meta\b[^>]*\bname="description"[^>]*\bcontent="([^"]*)"')
_NAMED_BY_CONTENT = re.compile(r"(<(th|summary)\b[^>]*)>(.*?)</\2>", re.S)
_MATH = re.compile(r"<math\b.*?</math>", re.S)
_TAG = re.compile(r"<[^>]*>")
_EMPTY_HEADER = re.compile(r"<th\b([^>]*)>\s*(?:<p>\s*</p>)?\s*</th>")
# Where an edition's pages lie. Whatever else is in the tree may be a reader's own.
PAGE_FOLDERS = ("chapters", "exercises")
TEXT_LICENSE = ("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/")
CODE_LICENSE = ("BSD-3-Clause", source_url("LICENSE"))
# Search engines show about this much of a description; a Han character is as wide as two letters.
DESCRIPTION_LENGTH = {"en": 155, "zh": 78}


def toc_pages(toc: Path) -> list[str]:
    """The pages that a Jupyter Book ``_toc.yml`` names, in order, without suffix."""
    found: list[str] = []

    def walk(entry: Any) -> None:
        if isinstance(entry, dict):
            for key in ("root", "file"):
                if key in entry:
                    found.append(str(entry[key]))
            for key in ("parts", "chapters", "sections", "subtrees", "entries"):
                for child in entry.get(key) or []:
                    walk(child)

    walk(yaml.safe_load(toc.read_text(encoding="utf-8")))
    return found


def source_of(tree: Path, page: str) -> Path | None:
    """The source file of ``page`` below ``tree``, or None."""
    for suffix in SOURCE_SUFFIXES:
        if (tree / f"{page}{suffix}").is_file():
            return tree / f"{page}{suffix}"
    return None


def edition_tree(source: Path, edition: Edition, other: Edition) -> Path:
    """Where the sources of ``other`` lie, seen from the source folder of ``edition``."""
    root = source.parent if edition.folder else source
    return root / other.folder if other.folder else root


@functools.cache
def _sibling_pages(tree: Path) -> frozenset[str]:
    toc = tree / "_toc.yml"
    return frozenset(toc_pages(toc)) if toc.is_file() else frozenset()


def check_siblings(app: Sphinx, env: Any) -> None:
    """Warn of every page that the other edition lacks."""
    edition = edition_of(app.config.language)
    other = other_edition(edition)
    tree = edition_tree(Path(app.srcdir), edition, other)
    _sibling_pages.cache_clear()
    for page in sorted(env.found_docs):
        if page not in _sibling_pages(tree) or source_of(tree, page) is None:
            logger.warning(
                "this page has no sibling in the edition %r: add %s to its sources and to its "
                "_toc.yml",
                other.code,
                page,
                location=page,
                type="lmhead",
                subtype="edition",
            )


def unnamed_pages(tree: Path) -> list[Path]:
    """The sources in the page folders of ``tree`` that its ``_toc.yml`` does not name.

    An exercise that is not one of the course's is its instructor's own, and no page unless named.
    """
    named = set(toc_pages(tree / "_toc.yml"))
    found = []
    for folder in PAGE_FOLDERS:
        for path in sorted((tree / folder).rglob("*")):
            below = path.relative_to(tree)
            # Editors keep copies in hidden folders, such as .ipynb_checkpoints.
            hidden = any(part.startswith(".") for part in below.parts)
            own = folder == "exercises" and below.parts[1] not in ASSIGNMENTS
            source = path.suffix in SOURCE_SUFFIXES and path.is_file() and not hidden and not own
            if source and below.with_suffix("").as_posix() not in named:
                found.append(path)
    return found


def check_named(app: Sphinx, env: Any) -> None:
    """Warn of every page that was written and then forgotten."""
    for path in unnamed_pages(Path(app.srcdir)):
        logger.warning(
            "_toc.yml does not name this page, so it was not built: name it there or move it out "
            "of %s",
            " and ".join(f"{folder}/" for folder in PAGE_FOLDERS),
            location=f"{path}:1",
            type="lmhead",
            subtype="toc",
        )


def labels_of(app: Sphinx, page: str) -> dict[str, str]:
    """The labels that an author wrote on ``page``, each with the id that Sphinx made of it."""
    labels = app.env.get_domain("std").anonlabels  # type: ignore[attr-defined]
    return {name: made for name, (docname, made) in labels.items() if docname == page}


def keep_terms(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Have the earlier addresses of a term of the glossary lead to it still."""
    lang = edition_of(app.config.language).code
    if page != vocabulary.PAGES["en"].with_suffix("").as_posix():
        return
    earlier = {term.heading(lang): term.words[lang].anchors for term in vocabulary.read()}
    for node in doctree.findall(nodes.term):
        node["ids"] += [f"term-{end}" for end in earlier.get(node.astext(), ())]


def keep_labels(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Make every label an anchor as it is written.

    Sphinx turns ``03-slope`` into the id ``slope``, since HTML 4 knew no id that starts with a
    digit. Checks, messages and the language switch link to labels; both editions have the same.
    """
    for name, made in labels_of(app, page).items():
        for node in doctree.findall(nodes.Element):
            if made in node.get("ids", ()) and name not in node["ids"]:
                node["ids"].append(name)
                break


def stay_on_the_site(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Make links to the site's own address relative.

    A notebook is also read alone, so it links to the published site; on the site, and in a copy
    of it that is read without a network, the link leads to the page beside it.
    """
    edition = edition_of(app.config.language)
    here = posixpath.dirname(page_url(edition, page)[len(SITE_URL) :])
    for node in doctree.findall(nodes.reference):
        address = node.get("refuri", "")
        if address.startswith(SITE_URL):
            target, mark, fragment = address[len(SITE_URL) :].partition("#")
            if not target or target.endswith("/"):
                target += "index.html"  # a file opened from the disk has no folder's page
            node["refuri"] = posixpath.relpath(target, here) + mark + fragment
            node["internal"] = True


def mark_emphasis(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Tell emphasis on Latin letters, which slants, from emphasis on Han, which has no italics."""
    for node in doctree.findall(nodes.emphasis):
        if not _HAN.search(node.astext()):
            node["classes"].append("latin")


def edition_url(edition: Edition) -> str:
    """The public address of ``edition``'s folder, with its closing slash."""
    return SITE_URL + (f"{edition.folder}/" if edition.folder else "")


def page_url(edition: Edition, page: str) -> str:
    """The public address of ``page`` in ``edition``."""
    return f"{edition_url(edition)}{page}.html"


def sibling_href(context: dict[str, Any], edition: Edition, page: str) -> str:
    """The relative address, from ``page``, of the same page in the other edition."""
    other = other_edition(edition)
    up = context["content_root"] + ("../" if edition.folder else "")
    return f"{up}{other.folder + '/' if other.folder else ''}{page}.html"


def description_of(doctree: nodes.document | None, edition: Edition) -> str:
    """The first paragraph of a page, cut at a word; the course's own sentence if it has none."""
    if doctree is not None:
        for paragraph in doctree.findall(nodes.paragraph):
            # A paragraph inside a list, a note or a component does not introduce the page.
            if isinstance(paragraph.parent, nodes.section):
                text = " ".join(paragraph.astext().split())
                limit = DESCRIPTION_LENGTH[edition.code]
                if len(text) <= limit:
                    return text
                cut = text[:limit]
                if edition.code != "zh" and " " in cut:
                    cut = cut.rsplit(" ", 1)[0]
                return cut.rstrip(" ,;:，；：、") + "…"
    return label(edition, "description")


def _license_line(edition: Edition) -> str:
    def link(pair: tuple[str, str | None]) -> str:
        if pair[1] is None:
            return escape(pair[0])
        return f'<a href="{escape(pair[1])}" rel="license">{escape(pair[0])}</a>'

    return label(edition, "license").format(text=link(TEXT_LICENSE), code=link(CODE_LICENSE))


def add_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Fill in what the templates ask for; ``ui("search")`` is a label in the page's language."""
    edition = edition_of(app.config.language)
    other = other_edition(edition)
    context["ui"] = lambda key: label(edition, key)
    context["edition"] = edition
    context["other_edition"] = other
    context["sibling"] = sibling_href(context, edition, pagename)
    context["license_line"] = Markup(_license_line(edition))
    context["repository"] = repository()

    is_page = pagename in app.env.all_docs
    if is_page:
        predictions = QUESTIONS.of(app.env)
        context["anchors"] = [
            *labels_of(app, pagename),
            *(f"predict-{name}" for name, (doc, _) in predictions.items() if doc == pagename),
        ]
        context["alternates"] = [(e.tag, page_url(e, pagename)) for e in EDITIONS.values()]
        context["default_alternate"] = page_url(EDITIONS["en"], pagename)
        source = Path(app.env.doc2path(pagename))
        folder = f"{edition.folder}/" if edition.folder else ""
        suffix = source.suffix
        context["source_url"] = source_url(f"{folder}{pagename}{suffix}")
        if suffix == ".ipynb":
            context["notebook_download"] = context["content_root"] + f"_sources/{pagename}{suffix}"
            context["notebook_colab"] = colab_url(f"{folder}{pagename}{suffix}")
            context["notebook_bar"] = bar(edition, pagename)
            context["site_root"] = context["content_root"] + ("../" if edition.folder else "")
    metatags = context.get("metatags") or ""
    written = _DESCRIPTION.search(metatags)
    text = (
        unescape(written[1]) if written else description_of(doctree if is_page else None, edition)
    )
    if not written:
        metatags += f'<meta name="description" content="{escape(text)}" />\n'
    context["metatags"] = metatags
    context["page_description"] = text
    context["page_url"] = page_url(edition, pagename)
    context["preview_url"] = edition_url(edition) + social_preview.FILE
    context["preview_size"] = (social_preview.WIDTH, social_preview.HEIGHT)
    context["preview_alt"] = social_preview.description(edition)
    # Search engines list the pages, not what is made from them.
    context["listed"] = is_page


def add_notebook_bar(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Put the buttons that open an exercise below its title."""
    if context.get("notebook_download") and context.get("body"):
        bar = app.builder.templates.render("notebook-bar.html", context)
        context["body"] = context["body"].replace("</h1>", f"</h1>\n{bar}", 1)


def _named(element: re.Match[str]) -> str:
    """Where a header cell or a summary holds a formula and nothing else, the formula in words too.

    Not every reader's software, nor what checks pages for it, takes MathML for text.
    """
    opening, inner = element[1], element[3]
    if _TAG.sub("", _MATH.sub("", inner)).strip():
        return element[0]

    def labelled(formula: re.Match[str]) -> str:
        return f'<math aria-label="{escape(in_words(formula[0]))}"{formula[0][len("<math") :]}'

    return f"{opening}>{_MATH.sub(labelled, inner)}</{element[2]}>"


def repair_body(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Set right what docutils and Sphinx write.

    That is a deprecated role, titles left in English, what only a formula names, and the empty
    corner of a table, which as a header cell is announced as the name of a column.
    """
    body = context.get("body")
    if body:
        body = body.replace('role="doc-biblioentry"', 'role="listitem"')
        body = _EMPTY_HEADER.sub(r"<td\1></td>", body)
        body = _NAMED_BY_CONTENT.sub(_named, body)
        for english, ours in UNTRANSLATED[edition_of(app.config.language).code].items():
            body = body.replace(f'title="{english}"', f'title="{ours}"')
        context["body"] = body


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the checks and the page context."""
    app.connect("env-updated", check_siblings)
    app.connect("env-updated", check_named)
    app.connect("doctree-resolved", keep_labels)
    app.connect("doctree-resolved", keep_terms)
    app.connect("doctree-resolved", stay_on_the_site)
    app.connect("doctree-resolved", mark_emphasis)
    # Before the theme's handlers, which render some of the templates to see whether they are empty.
    app.connect("html-page-context", add_context, priority=100)
    app.connect("html-page-context", repair_body, priority=800)
    app.connect("html-page-context", add_notebook_bar, priority=800)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

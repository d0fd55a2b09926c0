"""Every internal link of the built site answers, and no page asks another host for anything.

Reads the finished HTML as a browser would: each ``href``, ``src`` and ``srcset`` that stays on the
site must lead to a file, and its fragment to an id in that file. An address with a host is fine in
a link that a reader may follow, and an error in anything that a browser loads on its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

# <link> of these kinds names a page; of any other it makes the browser fetch something.
_NAMING_RELS = {"alternate", "canonical", "next", "prev", "search", "index", "license", "author"}
_CSS_URL = re.compile(r"url\(\s*['\"]?([^'\")]+)['\"]?\s*\)|@import\s+['\"]([^'\"]+)['\"]")


@dataclass(frozen=True)
class Reference:
    """One address in a page: where it stands, what it says, whether the browser loads it."""

    line: int
    target: str
    loaded: bool


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.references: list[Reference] = []
        self.ids: set[str] = set()
        self.repeated: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        line = self.getpos()[0]
        identifier = values.get("id")
        if identifier:
            if identifier in self.ids:
                self.repeated.add(identifier)
            self.ids.add(identifier)
        if tag == "a" and values.get("name"):
            self.ids.add(values["name"])
        if "href" in values:
            rels = set(values.get("rel", "").split())
            loaded = tag == "link" and not rels & _NAMING_RELS
            self.references.append(Reference(line, values["href"], loaded))
        for name in ("src", "poster", "data"):
            if name in values and tag in _LOADING_TAGS:
                self.references.append(Reference(line, values[name], True))
        for part in filter(None, (p.strip() for p in values.get("srcset", "").split(","))):
            self.references.append(Reference(line, part.split()[0], True))
        if tag == "form" and values.get("action"):
            self.references.append(Reference(line, values["action"], False))
        if tag == "meta" and values.get("http-equiv", "").lower() == "refresh":
            address = values.get("content", "").partition("url=")[2]
            self.references.append(Reference(line, address, False))
        for address in _css_addresses(values.get("style", "")):
            self.references.append(Reference(line, address, True))

    handle_startendtag = handle_starttag


_LOADING_TAGS = {
    "script",
    "img",
    "iframe",
    "source",
    "audio",
    "video",
    "embed",
    "object",
    "track",
    "input",
}


def _css_addresses(css: str) -> Iterator[str]:
    for match in _CSS_URL.finditer(css):
        yield match[1] or match[2]


def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    page.close()
    return page


def check(site: Path, site_url: str = "") -> list[str]:
    """One sentence for each fault of the built site below ``site``; an empty list when it is sound.

    ``site_url`` is the address the site will have: a link that starts with it is internal too.
    """
    pages = {path: _read(path) for path in sorted(site.rglob("*.html"))}
    faults: list[str] = []

    def fault(path: Path, line: int, sentence: str) -> None:
        faults.append(f"{path.relative_to(site).as_posix()}:{line}: {sentence}")

    def resolve(path: Path, line: int, target: str, loaded: bool) -> None:
        if site_url and target.startswith(site_url):
            address, fragment = urldefrag("/" + target[len(site_url) :])
        else:
            parts = urlsplit(target)
            if parts.scheme == "data" or (parts.scheme in ("mailto", "javascript") and not loaded):
                return
            if parts.scheme or parts.netloc:
                if loaded:
                    fault(path, line, f"the page would load {target} from another host")
                return
            address, fragment = urldefrag(target)
        address = unquote(address.split("?", 1)[0])
        if address.startswith("/"):
            file = (site / address.lstrip("/")).resolve()
        else:
            file = (path.parent / address).resolve() if address else path.resolve()
        if file.is_dir():
            file = file / "index.html"
        if not file.is_relative_to(site.resolve()) or not file.is_file():
            fault(path, line, f"the link {target!r} leads to no file")
        elif fragment and file.suffix == ".html":
            page = pages.get(site / file.relative_to(site.resolve()))
            if page is not None and unquote(fragment) not in page.ids:
                fault(path, line, f"the link {target!r} leads to a page without that anchor")

    for path, page in pages.items():
        for identifier in sorted(page.repeated):
            fault(path, 1, f"the id {identifier!r} occurs more than once")
        for reference in page.references:
            resolve(path, reference.line, reference.target, reference.loaded)
    for path in sorted(site.rglob("*.css")):
        for address in _css_addresses(path.read_text(encoding="utf-8")):
            if not address.startswith("#"):
                resolve(path, 1, address, True)
    return faults

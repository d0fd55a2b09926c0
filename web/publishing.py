"""What a published site has besides its pages: sitemap, robots, the page for wrong addresses.

Addresses are absolute only where they must be (``SITE_URL``); all else works below any path.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

from lmhead.course import SITE_URL
from web.editions import EDITIONS
from web.labels import label
from web.pages import page_url
from web.standalone_page import bare_page

_SITEMAP = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
{urls}</urlset>
"""

# A host shows this page at whatever address was wrong, in a folder of any depth. So it loads
# nothing, and its script looks for the course's folder among those of the address.
_FIND_BASE = """<script>
(async () => {
  const folders = location.pathname.split("/").slice(0, -1);
  for (let depth = folders.length; depth > 0; depth--) {
    // With the host, since a path that starts with "//" would name another one.
    const base = location.origin + folders.slice(0, depth).join("/") + "/";
    const found = await fetch(base + "PROBE", { method: "HEAD" }).catch(() => null);
    if (!found || !found.ok) continue;
    for (const link of document.querySelectorAll("a[data-page]"))
      link.href = base + link.dataset.page;
    return;
  }
})();
</script>
"""
_NOT_FOUND_SECTION = """<section lang="{tag}">
<h1>{title}</h1>
<p>{sentence}</p>
<p><a href="{href}" data-page="{page}">{link}</a> ·
<a href="{search_href}" data-page="{search}">{search_label}</a></p>
</section>"""


def write_sitemap(site: Path, pages: list[str]) -> None:
    """Name every page of both editions for search engines, each with its siblings."""
    urls = []
    for page in pages:
        addresses = {edition.tag: page_url(edition, page) for edition in EDITIONS.values()}
        addresses["x-default"] = addresses[EDITIONS["en"].tag]
        siblings = "".join(
            f'<xhtml:link rel="alternate" hreflang="{tag}" href="{escape(address)}"/>\n'
            for tag, address in addresses.items()
        )
        for edition in EDITIONS.values():
            own = escape(addresses[edition.tag])
            urls.append(f"<url>\n<loc>{own}</loc>\n{siblings}</url>\n")
    (site / "sitemap.xml").write_text(_SITEMAP.format(urls="".join(urls)), encoding="utf-8")
    (site / "robots.txt").write_text(
        f"User-agent: *\nAllow: /\nSitemap: {SITE_URL}sitemap.xml\n", encoding="utf-8"
    )
    # Some static hosts drop folders that start with "_" unless this file is there.
    (site / ".nojekyll").touch()


def write_not_found(site: Path, first: str) -> None:
    """``404.html``, in both languages, with a way to the first page and to the search."""
    sections = []
    for edition in EDITIONS.values():
        folder = f"{edition.folder}/" if edition.folder else ""
        values = {
            "tag": edition.tag,
            "title": label(edition, "404.title"),
            "sentence": label(edition, "404.sentence"),
            "page": f"{folder}{first}.html",
            "href": page_url(edition, first),
            "link": label(edition, "404.link"),
            "search": f"{folder}search.html",
            "search_href": page_url(edition, "search"),
            "search_label": label(edition, "search"),
        }
        escaped = {key: escape(value) for key, value in values.items()}
        sections.append(_NOT_FOUND_SECTION.format(**escaped))
    (site / "404.html").write_text(
        bare_page(
            "en",
            "404",
            label("en", "description"),
            "\n".join(sections),
            foot=_FIND_BASE.replace("PROBE", f"{EDITIONS['zh'].folder}/{first}.html"),
        ),
        encoding="utf-8",
    )


def add_to(site: Path, pages: list[str]) -> None:
    """Write all of it into the built ``site``, whose ``pages`` are in reading order."""
    write_sitemap(site, pages)
    write_not_found(site, pages[0])

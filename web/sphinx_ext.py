"""The course's Sphinx extension: settings both editions share, and all the parts below.

Each edition's ``_config.yml`` names this extension and states only what is its own. What both
must have in common is set here once: theme, templates, assets, addresses, formulas.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config

from lmhead.course import SITE_URL
from web.editions import edition_of
from web.labels import label
from web.pages import SOURCE_SUFFIXES, toc_pages

HERE = Path(__file__).parent
PARTS = (
    "page_code",
    "mathml",
    "math_font",
    "predict",
    "explorer",
    "tryit",
    "progress",
    "pages",
    "status_page",
    "page_weight",
)

THEME_OPTIONS: dict[str, Any] = {
    "article_header_start": ["toggle-primary-sidebar.html"],
    "article_header_end": ["header-buttons.html"],
    "secondary_sidebar_items": ["page-toc.html"],
    "article_footer_items": ["prev-next.html", "license.html"],
    "show_prev_next": False,
    "footer_content_items": [],
    # An empty list, not "": with "" theme 1.3.0 shows a second search box in a bar of its own.
    "navbar_persistent": [],
    "navbar_start": [],
    "navbar_center": [],
    "navbar_end": [],
    "primary_sidebar_end": [],
    "use_download_button": False,
    "use_fullscreen_button": False,
    "home_page_in_toc": True,
    "show_navbar_depth": 2,
    "show_toc_level": 2,
    "back_to_top_button": False,
    "search_as_you_type": False,
    # Both styles reach a contrast of 4.5 on the code background.
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}


def configure(app: Sphinx, config: Config) -> None:
    """Set what both editions share. Runs before any builder exists."""
    edition = edition_of(config.language)
    # Nothing but what the table of contents names is read: a reader's notebooks, in a folder of
    # any name, are no pages. (`only_build_toc_files` would take a folder's name for a pattern.)
    pages = toc_pages(Path(app.srcdir) / "_toc.yml")
    config.include_patterns = [page + suffix for page in pages for suffix in SOURCE_SUFFIXES]
    # What one cell prints is one box, in however many pieces the kernel sent it.
    config.nb_merge_streams = True
    config.html_theme_options = {
        **config.html_theme_options,
        **THEME_OPTIONS,
        "search_bar_text": label(edition, "search.placeholder"),
    }
    # Written into the page, for readers without JavaScript; with it the page sets it itself.
    config.html_context = {**config.html_context, "default_mode": "light"}
    config.html_baseurl = SITE_URL + (f"{edition.folder}/" if edition.folder else "")
    config.html_sidebars = {"**": ["brand.html", "search-field.html", "sbt-sidebar-nav.html"]}
    config.templates_path.insert(0, str(HERE / "templates"))
    config.html_static_path.append(str(HERE / "static"))
    config.html_favicon = str(HERE / "static" / "favicon.svg")
    config.html_math_renderer = "mathml"
    config.html_permalinks_icon = "#"
    config.html_copy_source = True
    # static/search.js searches, with an index made of the finished pages (search_index.py).
    config.html_additional_pages = {"search": "search.html"}
    config.html_use_index = False
    config.html_domain_indices = False
    config.html_last_updated_fmt = None


def without_own_search(app: Sphinx) -> None:
    """Sphinx writes no index of its own."""
    if isinstance(app.builder, StandaloneHTMLBuilder):
        app.builder.search = False


def setup(app: Sphinx) -> dict[str, Any]:
    """Load every part of the extension."""
    # Before the theme (500), which reads the options.
    app.connect("config-inited", configure, priority=100)
    app.connect("builder-inited", without_own_search)
    for part in PARTS:
        app.setup_extension(f"web.{part}")
    # Jupyter Book sets this for an extension that the course does not load.
    app.add_config_value("comments_config", None, "")
    app.add_css_file("lmhead.css", priority=900)
    app.add_css_file("predict.css", priority=901)
    app.add_css_file("explorer.css", priority=901)
    app.add_css_file("tryit.css", priority=902)
    app.add_js_file("page.js", loading_method="defer")
    app.add_js_file("storage.js", loading_method="defer")
    app.add_js_file("predict.js", loading_method="defer")
    app.add_js_file("explorer.js", type="module")
    app.add_js_file("tryit.js", loading_method="defer")
    app.add_js_file("progress.js", type="module")
    return {
        "version": "1",
        "env_version": 1,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }

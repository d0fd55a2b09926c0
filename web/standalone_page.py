"""A page that stands outside the book: no theme, no file beside it, light and dark."""

from __future__ import annotations

from html import escape

_PAGE = """<!doctype html>
<html lang="{tag}">
<head>
<meta charset="utf-8">
<title>{title} · lmhead</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="{description}">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<style>
body {{ max-width: 38rem; margin: 12vh auto 0; padding: 0 1.5rem; background: #fff; color: #1c2328;
  font: 1.0625rem/1.65 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC",
  "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }}
h1 {{ font-size: 1.5rem; line-height: 1.3; }}
section + section {{ margin-top: 2.5rem; padding-top: 2rem; border-top: 1px solid #d5dbe0; }}
a {{ color: #1f5f8b; }}
@media (prefers-color-scheme: dark) {{
  body {{ background: #14181b; color: #dfe5e9; }}
  a {{ color: #8cc4ee; }}
  section + section {{ border-color: #364048; }}
}}
</style>
{head}</head>
<body>
<main>
{main}
</main>
{foot}</body>
</html>
"""


def bare_page(
    tag: str, title: str, description: str, main: str, *, head: str = "", foot: str = ""
) -> str:
    """Its HTML. ``title`` and ``description`` are text; the rest is HTML as it is."""
    return _PAGE.format(
        tag=escape(tag),
        title=escape(title),
        description=escape(description),
        main=main,
        head=head,
        foot=foot,
    )

"""The address of a filter in the configuration of a course; it is in `pages.markdown`."""

from .pages.markdown import markdown_html

__all__ = ["markdown_html"]

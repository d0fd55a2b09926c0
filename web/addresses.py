"""Addresses of the course's files elsewhere."""

from __future__ import annotations

from urllib.parse import urlsplit

from lmhead.course import REPO, is_placeholder

BRANCH = "main"


def repository() -> str | None:
    """The repository's address; None while it is a placeholder, to which no page links."""
    return None if is_placeholder(REPO) else REPO


def source_url(path: str) -> str | None:
    """The page that shows a file of the repository; None while its address is a placeholder."""
    place = repository()
    return f"{place}/blob/{BRANCH}/{path}" if place else None


def colab_url(path: str) -> str | None:
    """The address that opens the notebook at ``path`` of the repository in Colab.

    None where Colab cannot: the repository does not lie on GitHub, or its address is a placeholder.
    """
    parts = urlsplit((repository() or "").removesuffix(".git"))
    if parts.hostname not in ("github.com", "www.github.com"):
        return None
    return f"https://colab.research.google.com/github{parts.path}/blob/{BRANCH}/{path}"

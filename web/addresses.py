"""Addresses of the course's files elsewhere."""

from __future__ import annotations

from lmhead.course import REPO

BRANCH = "main"


def colab_url(path: str) -> str:
    """The address that opens the notebook at ``path`` of the repository in Colab."""
    repository = REPO.rstrip("/").split("github.com/", 1)[-1]
    return f"https://colab.research.google.com/github/{repository}/blob/{BRANCH}/{path}"

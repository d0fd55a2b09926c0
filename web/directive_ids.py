"""The ids that a directive's uses have been given, so that none is given twice in an edition."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

#: What an id may be: lower-case words and digits, joined by hyphens.
WORDS = re.compile(r"^[a-z0-9]+(?:-[a-z0-9]+)*$")
#: Id -> the page and the line of its use.
Places = dict[str, tuple[str, int]]


@dataclass(frozen=True)
class UsedIds:
    """One directive's ids, kept in Sphinx's environment under a name of their own."""

    name: str

    def of(self, env: BuildEnvironment) -> Places:
        """Those that have been used so far."""
        if not hasattr(env, self.name):
            setattr(env, self.name, {})
        places: Places = getattr(env, self.name)
        return places

    def connect(self, app: Sphinx) -> None:
        """Have Sphinx forget a page's ids before the page is read again, and join its readers'."""
        app.connect("builder-inited", lambda app: self.of(app.env))
        app.connect("env-purge-doc", self._purge)
        app.connect("env-merge-info", self._merge)

    def _purge(self, app: Sphinx, env: BuildEnvironment, docname: str) -> None:
        seen = self.of(env)
        for name in [name for name, (page, _) in seen.items() if page == docname]:
            del seen[name]

    def _merge(self, app: Sphinx, env: BuildEnvironment, docnames: list[str], other: Any) -> None:
        self.of(env).update(self.of(other))

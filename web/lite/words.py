"""The interface's words in the editions' languages: the language pack's, and what it lacks."""

from __future__ import annotations

import json
from pathlib import Path

from web.editions import EDITIONS

# The parts of a language pack that the interface of a notebook looks its words up in.
DOMAINS = ("jupyterlab", "notebook")
# Words of JupyterLite's own, which no language pack has, where the course's pages name them.
OWN = "jupyterlite"
WORDS: dict[str, dict[str, str]] = {"zh": {"Download": "下载"}}


def settle(lite: Path) -> None:
    """Reduce each language pack below ``lite`` to what is used, and add the words above."""
    for edition in EDITIONS.values():
        words = WORDS.get(edition.code)
        if words is not None:
            locale = edition.tag.replace("-", "_")
            path = lite / "api" / "translations" / f"{locale}.json"
            pack = json.loads(path.read_text(encoding="utf-8"))
            data = {name: pack["data"][name] for name in DOMAINS}
            head = {**data["notebook"][""], "domain": OWN}
            data[OWN] = {"": head, **{word: [own] for word, own in words.items()}}
            text = json.dumps({**pack, "data": data}, ensure_ascii=False, sort_keys=True)
            path.write_text(text, encoding="utf-8")

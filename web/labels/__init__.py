"""What the site itself says to a reader, once per language.

The chapters carry their own words. Here is what templates, components and the extension add around
them, so that one edition never shows the other's language: a module for each part of the site, in
which a key begins with the part's name. ``{…}`` is filled in where a label is used.
"""

from __future__ import annotations

from web.editions import Edition
from web.labels import explorer, lite, pages, predict, progress, tryit

_PARTS = (pages, predict, tryit, explorer, progress, lite)
LABELS: dict[str, dict[str, str]] = {
    "en": {key: text for part in _PARTS for key, text in part.EN.items()},
    "zh": {key: text for part in _PARTS for key, text in part.ZH.items()},
}


def label(edition: Edition | str, key: str) -> str:
    """The label ``key`` in the language of ``edition``; ``KeyError`` when the table lacks it."""
    code = edition if isinstance(edition, str) else edition.code
    return LABELS[code][key]


def labels_below(edition: Edition, prefix: str) -> dict[str, str]:
    """All labels whose key begins with ``prefix``, by what follows it."""
    table = LABELS[edition.code].items()
    return {key.removeprefix(prefix): text for key, text in table if key.startswith(prefix)}

"""Search in the Chinese edition without a dictionary.

Sphinx finds no Chinese word unless a segmenter is installed. Here a run of Han characters is
indexed by its single characters and by every pair of neighbours; a query becomes its pairs (or
its one character), all of which must occur. A query of any length is found wherever it stands.
"""

from __future__ import annotations

import re

from sphinx.application import Sphinx
from sphinx.search import SearchLanguage

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_PIECE = re.compile(rf"[{_HAN}]+|[^\W{_HAN}]+")
_RUN = re.compile(rf"[{_HAN}]")

# The same split on the reader's side. Shared with the test, which runs both on the same strings.
SPLIT_QUERY_JS = rf"""
var splitQuery = (query) => {{
  const terms = [];
  for (const piece of query.match(/[{_HAN}]+|(?:(?![{_HAN}])[\p{{L}}\p{{N}}_])+/gu) || []) {{
    if (!/[{_HAN}]/.test(piece) || piece.length === 1) terms.push(piece);
    else for (let i = 0; i + 1 < piece.length; i++) terms.push(piece.slice(i, i + 2));
  }}
  return terms;
}}
"""


def index_terms(text: str) -> list[str]:
    """The terms under which ``text`` is found: words, single Han characters, pairs of them."""
    terms: list[str] = []
    for piece in _PIECE.findall(text):
        if _RUN.match(piece):
            terms.extend(piece)
            terms.extend(piece[i : i + 2] for i in range(len(piece) - 1))
        else:
            terms.append(piece)
    return terms


class PairSearch(SearchLanguage):
    """Chinese by neighbouring characters; other words as they are."""

    lang = "zh"
    language_name = "Chinese"
    js_splitter_code = SPLIT_QUERY_JS

    def split(self, input: str) -> list[str]:
        return index_terms(input)

    def word_filter(self, word: str) -> bool:
        return bool(word)


def setup(app: Sphinx) -> dict[str, bool]:
    """Replace Sphinx's Chinese by ours."""
    app.add_search_language(PairSearch)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

"""What a browser has kept since commit 08000e0 goes on counting.

`earlier/progress.json` is what somebody would have saved there who had answered every question
rightly, passed every cell and marked every notebook.
"""

import json
from pathlib import Path

import pytest

from tests.site.progress_page import Table

FILE = Path(__file__).with_name("earlier") / "progress.json"
EARLIER = json.loads(FILE.read_text("utf-8"))

pytestmark = pytest.mark.browser


def items(table: Table) -> list[dict[str, list]]:
    rows = table.box.locator("tbody tr").evaluate_all("all => all.map(e => e.dataset.items)")
    return [json.loads(row) for row in rows]


def test_answers_that_were_right_are_right(visit):
    table = Table(visit, {})
    said = table.add(EARLIER)
    assert said.startswith("Added from mine.json: ")
    asked = {name: right for each in items(table) for name, _, right in each.get("questions", [])}
    still = asked.keys() & EARLIER["predictions"].keys()
    assert len(still) > 60
    assert {name: asked[name] for name in still} == {
        name: EARLIER["predictions"][name] for name in still
    }
    assert table.totals()[0] == f"{len(still)}/{len(asked)}"
    assert table.totals()[1] == str(len(still))
    gone = len(EARLIER["predictions"]) - len(still)
    assert f"predictions {len(still)}, cells passed {len(EARLIER['tryits'])}, notebooks 6" in said
    assert ("Left out" in said) == bool(gone)


def test_what_is_kept_in_the_browser_itself_counts_the_same(visit):
    """No file: the keys of the storage are what they were."""
    kept = {f"lmhead:predict:{name}": str(at) for name, at in EARLIER["predictions"].items()}
    kept |= {f"lmhead:passed:{name}": "1" for name in EARLIER["tryits"]}
    kept |= {f"lmhead:notebook:{name}": "1" for name in EARLIER["notebooks"]}
    table = Table(visit, kept)
    asked = {name for each in items(table) for name, *_ in each.get("questions", [])}
    cells = {name for each in items(table) for name in each.get("tryits", [])}
    still = asked & EARLIER["predictions"].keys()
    passed = cells & set(EARLIER["tryits"])
    assert passed == set(EARLIER["tryits"])
    assert table.totals() == [
        f"{len(still)}/{len(asked)}",
        str(len(still)),
        f"{len(passed)}/{len(cells)}",
        "6/6",
    ]
    assert table.kept() == kept  # also what the course no longer asks: it is the reader's

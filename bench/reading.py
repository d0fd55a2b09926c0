"""How long a chapter takes: ``python -m bench.reading [--json FILE]``.

An estimate from what stands on the page, the same for every chapter, not a measurement of
readers: words at 200 a minute (Chinese characters at 300), one minute for each prediction,
half a minute for each code cell that is shown and a minute for each cell to try something
in, whose hints and solution are not counted. Rounded to five minutes.
"""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: A chapter's page has its number before its name.
CHAPTERS = tuple(sorted(path.stem for path in (ROOT / "chapters").glob("[0-9][0-9]-*.md")))
WORDS_A_MINUTE, CHARACTERS_A_MINUTE = 200, 300
MINUTES_A_PREDICTION, MINUTES_A_CELL, MINUTES_A_TRY_IT = 1.0, 0.5, 1.0
HIDDEN = ("remove-cell", "remove-input", "hide-input")


@dataclass(frozen=True)
class Reading:
    """What a page holds. words: English words; characters: Chinese ones."""

    chapter: str
    words: int
    characters: int
    predictions: int
    cells: int
    try_its: int

    @property
    def minutes(self) -> float:
        """Minutes to read, predict and look at the code."""
        return (
            self.words / WORDS_A_MINUTE
            + self.characters / CHARACTERS_A_MINUTE
            + self.predictions * MINUTES_A_PREDICTION
            + self.cells * MINUTES_A_CELL
            + self.try_its * MINUTES_A_TRY_IT
        )

    @property
    def rounded(self) -> int:
        """To the next five minutes."""
        return 5 * round(self.minutes / 5)


def read(path: Path) -> Reading:
    """Count a page's words, predictions and shown cells."""
    text = path.read_text("utf-8")
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    cells = re.findall(r"^```\{code-cell\}[^\n]*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    shown = [cell for cell in cells if not any(tag in cell for tag in HIDDEN)]
    predictions = len(re.findall(r"^`{3,}\{predict\}", text, re.MULTILINE))
    try_its = re.findall(r"^(`{4,})\{tryit\}.*?^\1$", text, re.DOTALL | re.MULTILINE)
    text = re.sub(
        r"^(`{4,})\{tryit\}[^\n]*\n(.*?)^```.*?^\1$", r"\2", text, flags=re.DOTALL | re.MULTILINE
    )
    prose = re.sub(r"^```\{code-cell\}.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    prose = re.sub(r"\{[\w:]+\}`[^`]*`", " x ", prose)  # a number or a citation is one word
    prose = re.sub(r"\$\$.*?\$\$|\$[^$]*\$", " x ", prose, flags=re.DOTALL)
    prose = re.sub(r"\]\([^)]*\)", "]", prose)
    return Reading(
        path.stem,
        words=len(re.findall(r"[A-Za-z][A-Za-z'’-]*|\d[\d.,]*", prose)),
        characters=len(re.findall(r"[\u4e00-\u9fff]", prose)),
        predictions=predictions,
        cells=len(shown),
        try_its=len(try_its),
    )


def main() -> None:
    """Print a table of both editions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="Write the figures here too.")
    arguments = parser.parse_args()
    rows = [
        (lang, read(ROOT / folder / f"{chapter}.md"))
        for lang, folder in (("en", "chapters"), ("zh", "zh/chapters"))
        for chapter in CHAPTERS
        if (ROOT / folder / f"{chapter}.md").exists()
    ]
    print(
        f"{'':3}{'chapter':20}{'words':>7}{'chars':>7}{'predict':>9}{'cells':>7}{'try':>5}{'minutes':>9}"
    )
    for lang, item in rows:
        counts = (
            f"{item.words:7}{item.characters:7}{item.predictions:9}{item.cells:7}{item.try_its:5}"
        )
        print(f"{lang:3}{item.chapter:20}{counts}{item.minutes:9.1f}")
    if arguments.json:
        data = [{"lang": lang, "minutes": item.minutes, **asdict(item)} for lang, item in rows]
        arguments.json.write_text(json.dumps(data, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()

"""The figures of training runs: curves, and what became of the tables' rows (chapter 06).

They draw what ``lmhead train`` writes and, given a cell, what ``bench.study`` wrote.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..results import rows_by_band, runs_of
from .drawing import BAR, INK, MARK, MUTED, WIDTH, Svg, bar, draw, join, label, number, words_of

__all__ = ["Line", "curves", "lines_of", "rows", "standalone"]

TEXT: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "curves": "Perplexity while training",
        "curves-desc": "The horizontal axis is tokens seen, the vertical one perplexity, "
        "logarithmic. Solid lines: the text to validate on; dashed: the text trained on. {lines}",
        "curve": "{head}, seed {seed}: validation lowest at {best} after {at} tokens, {last} at "
        "the end; training {train} at the end",
        "tokens": "tokens seen",
        "valid": "validation",
        "train": "training",
        "tied": "tied",
        "untied": "untied",
        "wide": "tied, wider",
        "thousand": "{count}k",
        "norm": "How long the rows are after training",
        "moved": "How far training moved the rows",
        "input": "input embedding",
        "output": "output table",
        "shared": "shared table",
        "rank": "words by rank",
        "band": "{first}–{last}",
        "column": "{title}: {values}",
        "value": "ranks {name} {value}",
    },
    "zh": {
        "curves": "训练过程中的困惑度",
        "curves-desc": "横轴是读过的词元数，纵轴是困惑度（对数刻度）。实线是验证文本，"
        "虚线是训练文本。{lines}",
        "curve": "{head}，种子 {seed}：验证困惑度最低为 {best}（读过 {at} 个词元时），"
        "最后为 {last}；训练困惑度最后为 {train}",
        "tokens": "读过的词元数",
        "valid": "验证",
        "train": "训练",
        "tied": "共享",
        "untied": "不共享",
        "wide": "共享、加宽",
        "thousand": "{count} 千",
        "norm": "训练之后各行的长度",
        "moved": "训练使各行移动的距离",
        "input": "词向量表",
        "output": "输出表",
        "shared": "共享的表",
        "rank": "按词频排位",
        "band": "{first}–{last}",
        "column": "{title}：{values}",
        "value": "第 {name} 位 {value}",
    },
}

DASHED: Final = "stroke-width:1;stroke-dasharray:3 3"
COLOURS: Final = {"tied": BAR, "untied": MARK, "wide": INK}


@dataclass(frozen=True)
class Line:
    """One run's curves: (tokens seen, loss in nats), of the text trained on and validated on."""

    head: str
    seed: int
    train: Sequence[tuple[float, float]]
    valid: Sequence[tuple[float, float]]


def lines_of(data: Mapping[str, Any], cell: str | None = None) -> list[Line]:
    """The curves in a file of `lmhead train`, or in the study's for one of its cells.

    ValueError where there is nothing to draw.
    """
    found = []
    if "variants" in data:
        wider = _wider(data["variants"])
        for run in data["runs"].values():
            head = ("wide" if wider else "tied") if run["config"]["tied"] else "untied"
            found.append(_line(head, run))
    elif cell is not None:
        for head in COLOURS:
            found += [_line(head, run) for run in runs_of(data["runs"], cell, head).values()]
    found = [line for line in found if line.valid]
    if not found:
        where = f" in the cell {cell!r}" if cell is not None else ""
        raise ValueError(f"There are no runs to draw{where}.")
    return found


def _wider(variants: Mapping[str, Any]) -> bool:
    widths = {name: about["config"]["width"] for name, about in variants.items()}
    return len(set(widths.values())) > 1


def _line(head: str, run: Mapping[str, Any]) -> Line:
    each = run["tokens"] / run["steps"] if run["steps"] else 0.0

    def seen(points: Sequence[Sequence[float]]) -> list[tuple[float, float]]:
        # The loss before the first step, ln V, would leave no room for the rest.
        return [(step * each, loss) for step, loss in points if step > 0]

    return Line(head, run["seed"], seen(run["train"]), seen(run["valid"]))


def curves(data: Mapping[str, Any], lang: str = "en", cell: str | None = None) -> Svg:
    """Perplexity against tokens, training and validation, every seed.

    data: what `lmhead train` wrote; or the study's results, with the name of a cell.
    ValueError where there is nothing to draw.
    """
    text = words_of(TEXT, lang)
    lines = lines_of(data, cell)
    points = [point for line in lines for point in (*line.train, *line.valid)]
    far, low = max(x for x, _ in points), min(y for _, y in points)
    # Up to the worst validation: the mean of the first steps on the text trained on is far above.
    high = max(y for line in lines for _, y in line.valid)
    low, high = low - 0.05 * (high - low or 1), high + 0.05 * (high - low or 1)
    left, right, top, foot = 46.0, 390.0, 34.0, 236.0

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            left + (right - left) * x / far,
            foot - (foot - top) * (y - low) / (high - low),
        )

    parts = [
        f'<path d="M{left} {top}V{foot}H{right}" fill="none" '
        f'style="stroke:{MUTED};stroke-width:1"/>'
    ]
    for perplexity in ticks(math.exp(low), math.exp(high)):
        _, y = place(0, math.log(perplexity))
        parts.append(
            f'<path d="M{left} {y:.1f}H{right}" style="stroke:{MUTED};stroke-width:0.5;'
            'stroke-opacity:0.5"/>'
        )
        parts.append(label(left - 6, y + 4, number(perplexity), anchor="end", size=12))
    for share in (0.25, 0.5, 0.75, 1):
        x, _ = place(share * far, low)
        parts.append(label(x, foot + 16, _count(share * far, lang), anchor="end", size=12))
    parts.append(label(left, foot + 33, text["tokens"], size=12))
    for line in lines:
        colour = COLOURS[line.head]
        for kind, drawn, style in (
            ("train", line.train, DASHED),
            ("valid", line.valid, "stroke-width:1.6"),
        ):
            shown = [place(x, y) for x, y in drawn if y <= high]
            if not shown:
                continue
            path = "L".join(f"{x:.1f} {y:.1f}" for x, y in shown)
            parts.append(
                f'<path data-line="{line.head}-{line.seed}-{kind}" d="M{path}" fill="none" '
                f'style="stroke:{colour};{style}"/>'
            )
        parts += [_dot(line.head, *place(x, y)) for x, y in line.valid]
    x = left
    for head in COLOURS:
        if any(line.head == head for line in lines):
            parts += [_dot(head, x + 5, 13), label(x + 14, 17, text[head], size=13)]
            x += 26 + 8 * len(text[head]) * (2 if lang == "zh" else 1)
    for y, kind, style in ((9, "valid", "stroke-width:1.6"), (24, "train", DASHED)):
        parts.append(f'<path d="M292 {y}h22" style="stroke:{INK};{style}"/>')
        parts.append(label(320, y + 4, text[kind], size=12))
    told = [_told(line, lang) for line in lines]
    desc = text["curves-desc"].format(lines=("; " if lang == "en" else "；").join(told))
    return draw("curves", foot + 40, parts, text["curves"], desc)


def ticks(low: float, high: float) -> list[float]:
    """Round perplexities from low to high: 1, 2 and 5 of each power of ten, or finer ones."""
    for steps in ((1, 2, 5), (1, 1.5, 2, 3, 4, 5, 6, 8), tuple(n / 4 for n in range(4, 40))):
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        found = [step * 10.0**power for power in powers for step in steps]
        found = [value for value in found if low <= value <= high]
        if len(found) >= 3:
            break
    return found


def _count(tokens: float, lang: str) -> str:
    if tokens < 1000:
        return number(round(tokens))
    return words_of(TEXT, lang)["thousand"].format(count=number(round(tokens / 1000)))


def _dot(head: str, x: float, y: float) -> str:
    """A mark for a head that is told apart without its colour too."""
    style = f'style="fill:{COLOURS[head]}"'
    if head == "tied":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.8" {style}/>'
    if head == "untied":
        return f'<path d="M{x - 2.8:.1f} {y - 2.8:.1f}h5.6v5.6h-5.6Z" {style}/>'
    return f'<path d="M{x:.1f} {y - 3.6:.1f}l3.6 6.2h-7.2Z" {style}/>'


def _told(line: Line, lang: str) -> str:
    text = words_of(TEXT, lang)
    at, best = min(line.valid, key=lambda point: point[1])
    return text["curve"].format(
        head=text[line.head],
        seed=line.seed,
        best=number(math.exp(best), 1),
        at=_count(at, lang),
        last=number(math.exp(line.valid[-1][1]), 1),
        train=number(math.exp(line.train[-1][1]), 1) if line.train else "–",
    )


# -- rows --------------------------------------------------------------------------------------


def rows(data: Mapping[str, Any], what: str, lang: str = "en", cell: str | None = None) -> Svg:
    """The rows of the input, output and shared tables by how often their words occur.

    what: "norm", their mean length after training, or "moved", the mean distance from where
    they began. Means over the seeds. data and cell: as of `curves`.
    """
    text = words_of(TEXT, lang)
    if what not in ("norm", "moved"):
        raise ValueError(f"what is {what!r}; it can be norm or moved")
    bands = rows_by_band(data, cell)
    tables = [name for name in ("input", "output", "shared") if name in bands[0]]
    left, top, step = 84.0, 50.0, 28.0
    column = (WIDTH - left) / len(tables)
    scale = (column - 48) / max(band[name][what] for band in bands for name in tables)
    parts = [label(2, 18, text["rank"], size=12, style=f"fill:{MUTED}")]
    names = []
    for k, band in enumerate(bands):
        first, end = band["ranks"]
        names.append(text["band"].format(first=number(first + 1), last=number(end)))
        parts.append(label(left - 8, top + step * k + 14, names[-1], anchor="end", size=12))
    told = []
    for c, name in enumerate(tables):
        x = left + column * c
        parts.append(label(x, 36, text[name], size=13, style=f"fill:{MUTED}"))
        parts.append(
            f'<path d="M{x:.1f} {top - 4}v{step * len(bands)}" '
            f'style="stroke:{MUTED};stroke-width:1"/>'
        )
        colour = BAR if name == "shared" else MARK
        values = [band[name][what] for band in bands]
        for k, value in enumerate(values):
            y = top + step * k
            parts.append(bar(x, y, value * scale, 18, f"{name}-{k}", colour))
            parts.append(label(x + value * scale + 4, y + 14, number(value, 2), size=12))
        row = [
            text["value"].format(name=n, value=number(v, 2))
            for n, v in zip(names, values, strict=True)
        ]
        told.append(text["column"].format(title=text[name], values=join(row, lang)))
    desc = ("; " if lang == "en" else "；").join(told)
    return draw(f"rows-{what}", top + step * len(bands) + 4, parts, text[what], desc)


def standalone(figure: Svg) -> str:
    """The markup with colours of its own, for a file: a page's come from its theme."""
    style = (
        "<style>svg{background:#ffffff;color:#1c2328;--pst-color-text-muted:#566069;"
        "--pst-color-primary:#1f5f8b;--pst-color-secondary:#a4501a;font-family:sans-serif}"
        "@media(prefers-color-scheme:dark){svg{background:#14181b;color:#dfe5e9;"
        "--pst-color-text-muted:#9aa7b0;--pst-color-primary:#8cc4ee;"
        "--pst-color-secondary:#f0a878}}</style>"
    )
    markup = str(figure).replace("color:inherit;font-family:inherit", "", 1)
    head, rest = markup.split(">", 1)
    return f"{head}>{style}{rest}\n"

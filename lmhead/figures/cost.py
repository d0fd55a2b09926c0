"""The figures of chapter 06 that no training run is needed for: costs, and two published runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .drawing import BAR, MARK, MUTED, WIDTH, Svg, bar, draw, join, label, number, words_of

TEXT: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "arithmetic": "What training computes for one token",
        "memory": "What training holds for one token",
        "row": "{name}: {parts}",
        "part": "{part} {value} {unit}",
        "gap": "Perplexity on the text trained on, and on text held out",
        "train": "trained on",
        "held": "held out",
        "gap-row": "{name}: trained on {train}, held out {held}",
    },
    "zh": {
        "arithmetic": "训练为一个词元做的计算",
        "memory": "训练为一个词元存的东西",
        "row": "{name}：{parts}",
        "part": "{part} {value} {unit}",
        "gap": "训练文本与留出文本上的困惑度",
        "train": "训练文本",
        "held": "留出文本",
        "gap-row": "{name}：训练文本 {train}，留出文本 {held}",
    },
}


def stacked(
    kind: str,
    rows: Mapping[str, Mapping[str, float]],
    marked: str,
    unit: str,
    lang: str,
    digits: int = 0,
) -> Svg:
    """A bar a row, cut into its parts, all on one scale; the part `marked` in another colour.

    kind: "arithmetic" or "memory", which names the figure.
    """
    text = words_of(TEXT, lang)
    left, top, step = 12.0, 8, 70
    scale = (WIDTH - 2 * left) / max(sum(parts.values()) for parts in rows.values())
    drawn: list[str] = []
    told = []
    for r, (name, parts) in enumerate(rows.items()):
        x, y = left, top + step * r
        drawn.append(label(left, y + 14, name, style="font-weight:700"))
        for c, (part, value) in enumerate(parts.items()):
            length = value * scale
            colour = MARK if part == marked else BAR
            strength = 0.6 if c % 2 and part != marked else 1
            drawn.append(bar(x, y + 22, length, 22, f"{r}-{c}", colour, strength))
            # The last part's name ends where the bar ends, since it may be longer than the part.
            last = c == len(parts) - 1
            at, anchor = (x + length, "end") if last else (x, "start")
            shown = f"{part} {number(value, digits)}"
            drawn.append(label(at, y + 58, shown, anchor=anchor, size=12, style=f"fill:{MUTED}"))
            x += length
        cells = [
            text["part"].format(part=part, value=number(value, digits), unit=unit)
            for part, value in parts.items()
        ]
        told.append(text["row"].format(name=name, parts=join(cells, lang)))
    desc = "; ".join(told) if lang == "en" else "；".join(told)
    return draw(kind, top + step * len(rows), drawn, text[kind], desc)


def gap(rows: Mapping[str, tuple[float, float]], lang: str) -> Svg:
    """(perplexity on the text trained on, on text held out) of each model, as two joined dots."""
    text = words_of(TEXT, lang)
    left, right, top, step = 112.0, WIDTH - 14.0, 46, 34
    scale = (right - left) / max(max(pair) for pair in rows.values())
    drawn = [
        f'<circle cx="{left + 6}" cy="14" r="5" style="fill:{BAR}"/>',
        label(left + 18, 19, text["train"], size=13),
        f'<circle cx="{left + 116}" cy="14" r="5" style="fill:{MARK}"/>',
        label(left + 128, 19, text["held"], size=13),
    ]
    told = []
    for r, (name, (train, held)) in enumerate(rows.items()):
        y = top + step * r
        drawn.append(label(left - 10, y + 5, name, anchor="end", size=13))
        x1, x2 = left + train * scale, left + held * scale
        drawn.append(f'<path d="M{x1:.1f} {y}H{x2:.1f}" style="stroke:{MUTED};stroke-width:1.5"/>')
        for at, value, colour, kind in ((x1, train, BAR, "train"), (x2, held, MARK, "held")):
            drawn.append(
                f'<circle data-{kind}="{r}" cx="{at:.3f}" cy="{y}" r="5" style="fill:{colour}"/>'
            )
            anchor = "middle" if at < right - 14 else "end"
            drawn.append(label(at, y - 9, number(value, 1), anchor=anchor, size=12))
        told.append(text["gap-row"].format(name=name, train=number(train, 1), held=number(held, 1)))
    desc = "; ".join(told) if lang == "en" else "；".join(told)
    return draw("gap", top + step * len(rows) - 12, drawn, text["gap"], desc)

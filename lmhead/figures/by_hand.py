"""The figures of chapter 03, the four-word example by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from .drawing import (
    BAR,
    INK,
    MARK,
    MUTED,
    WIDTH,
    Svg,
    bar,
    draw,
    join,
    label,
    number,
    vector,
    words_of,
)

TEXT: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "dot": "Four dot products",
        "dot-desc": "The hidden vector h = {h}. {rows}.",
        "dot-row": "{name}: row {row}, dot product {score}",
        "logit": "logit z",
        "exp": "exponential",
        "share": "probability",
        "budget": "together 1",
        "shares": "From logits to probabilities",
        "shares-row": "{name}: logit {z}, exponential {e}, probability {p}",
        "draws": "How often {name} comes in {n} draws",
        "draws-desc": "A bar for every count from {low} to {high}; the highest is at {peak}. "
        "The counts from {left} to {right} together have {inside}% of the probability.",
        "draws-band": "{left} to {right}: {inside}% of all runs",
        "draws-axis": "times {name} in {n} draws",
        "slopes": "Which way an update moves each logit",
        "slopes-row": "{name}: {move}",
        "steps": "The probabilities before and after one update",
        "steps-panel": "{panel}: {shares}",
        "steps-row": "{name} {p}",
    },
    "zh": {
        "dot": "四个点积",
        "dot-desc": "隐藏向量 h = {h}。{rows}。",
        "dot-row": "{name}：行向量 {row}，点积 {score}",
        "logit": "logit z",
        "exp": "指数",
        "share": "概率 p",
        "budget": "合起来是 1",
        "shares": "从 logits 到概率",
        "shares-row": "{name}：logit {z}，指数 {e}，概率 {p}",
        "draws": "抽 {n} 次，“{name}”出现多少次",
        "draws-desc": "从 {low} 次到 {high} 次，每个次数一根柱，最高的在 {peak} 次。"
        "{left} 到 {right} 次的概率合起来是 {inside}%。",
        "draws-band": "{left} 到 {right} 次：占 {inside}%",
        "draws-axis": "{n} 次里“{name}”出现的次数",
        "slopes": "更新一次，每个 logit 往哪边动",
        "slopes-row": "{name}：{move}",
        "steps": "更新之前与之后的概率",
        "steps-panel": "{panel}：{shares}",
        "steps-row": "{name} {p}",
    },
}


def dot_products(
    names: Sequence[str], rows: Sequence[Sequence[float]], h: Sequence[float], lang: str
) -> Svg:
    """h (d,) above the rows (V, d), and each row's product with it written out."""
    text = words_of(TEXT, lang)
    cell, left, top, step = 32, 66, 8, 36
    sums = left + cell * len(h) + 16
    parts: list[str] = []

    def cells(values: Sequence[float], y: float, lit: Sequence[bool]) -> None:
        for i, value in enumerate(values):
            x = left + cell * i
            parts.append(
                f'<rect x="{x}" y="{y}" width="{cell - 3}" height="26" rx="3" '
                f'style="fill:{BAR};fill-opacity:{0.22 if lit[i] else 0};'
                f'stroke:{MUTED};stroke-width:1"/>'
            )
            parts.append(label(x + (cell - 3) / 2, y + 18, number(value), anchor="middle"))

    parts.append(label(left - 12, top + 18, "h", anchor="end", style="font-style:italic"))
    cells(h, top, [value != 0 for value in h])
    told = []
    for k, row in enumerate(rows):
        y = top + step * (k + 1) + 8
        score = sum(a * b for a, b in zip(row, h, strict=True))
        parts.append(label(left - 12, y + 18, names[k], anchor="end"))
        cells(row, y, [a * b != 0 for a, b in zip(row, h, strict=True)])
        terms = " + ".join(f"{number(a)}·{number(b)}" for a, b in zip(row, h, strict=True))
        parts.append(label(sums, y + 18, terms, style=f"fill:{MUTED}"))
        parts.append(label(sums + 128, y + 18, f"= {number(score)}", style="font-weight:700"))
        told.append(text["dot-row"].format(name=names[k], row=vector(row), score=number(score)))
    desc = text["dot-desc"].format(h=vector(h), rows=join(told, lang))
    return draw("dot-products", top + step * (len(rows) + 1) + 8, parts, text["dot"], desc)


def shares(
    names: Sequence[str],
    logits: Sequence[float],
    exponentials: Sequence[float],
    shares: Sequence[float],
    lang: str,
) -> Svg:
    """Three columns of bars, one row a word, and the shares once more as cuts of one bar.

    The bars of a column share a scale of their own. Those of the exponentials and of the shares
    have the same shape, for the division by the total changes nothing but the scale.
    """
    text = words_of(TEXT, lang)
    left, column, longest, top, step = 66, 112, 62.0, 34, 28
    parts: list[str] = []
    columns = (
        ("logit", logits, None), ("exp", exponentials, 3), ("share", shares, 3),
    )  # fmt: skip
    for c, (kind, values, digits) in enumerate(columns):
        x = left + column * c
        parts.append(label(x, 18, text[kind], style=f"fill:{MUTED}"))
        low, high = min(0.0, *values), max(0.0, *values)
        scale = longest / (high - low)
        for k, value in enumerate(values):
            y = top + step * k
            start = x + (min(value, 0.0) - low) * scale
            length = abs(value) * scale
            parts.append(bar(start, y, length, 18, f"{kind}-{k}", BAR))
            end = start + length + 5
            parts.append(label(end, y + 14, number(value, digits), size=13))
    for k, name in enumerate(names):
        parts.append(label(left - 10, top + step * k + 14, name, anchor="end"))

    bottom, whole, start = top + step * len(names) + 34, 376.0, 12.0
    parts.append(label(12, bottom - 8, text["budget"], style=f"fill:{MUTED}"))
    for k, share in enumerate(shares):
        length = share * whole
        # Neighbours differ in strength, so that the cuts are seen.
        parts.append(bar(start, bottom, length, 22, f"budget-{k}", BAR, 1 - 0.3 * (k % 2)))
        middle = min(start + length / 2, WIDTH - 22)
        parts.append(label(middle, bottom + 40, names[k], anchor="middle"))
        start += length
    told = [
        text["shares-row"].format(name=n, z=number(z), e=number(e, 3), p=number(p, 3))
        for n, z, e, p in zip(names, logits, exponentials, shares, strict=True)
    ]
    return draw("shares", bottom + 50, parts, text["shares"], join(told, lang))


def draws(name: str, share: float, n: int, lang: str) -> Svg:
    """The chance of each count of a word of this share in n independent draws.

    Exact (binomial). The counts within one standard deviation, sqrt(n p (1 - p)), of the mean are
    drawn strong.
    """
    text = words_of(TEXT, lang)
    mean, spread = n * share, math.sqrt(n * share * (1 - share))
    chance = [math.comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(n + 1)]
    low, high = max(0, math.ceil(mean - 4 * spread)), min(n, math.floor(mean + 4 * spread))
    left, right = within(share, n)
    inside = number(100 * sum(chance[left : right + 1]), 0)
    top, floor, tallest = 30, 150, max(chance)
    step = 376 / (high - low + 1)
    parts: list[str] = []
    for k in range(low, high + 1):
        height = chance[k] / tallest * (floor - top)
        parts.append(
            f'<rect data-bar="count-{k}" x="{12 + step * (k - low):.3f}" '
            f'y="{floor - height:.3f}" width="{step * 0.8:.3f}" height="{height:.3f}" '
            f'style="fill:{BAR};fill-opacity:{1 if left <= k <= right else 0.35}"/>'
        )
        if k % 10 == 0:
            x = 12 + step * (k - low + 0.4)
            parts.append(label(x, floor + 18, str(k), anchor="middle", size=13))
    parts.append(f'<path d="M12 {floor}H388" style="stroke:{MUTED};stroke-width:1"/>')
    band = text["draws-band"].format(left=left, right=right, inside=inside)
    parts.append(label(12, 18, band))
    axis = text["draws-axis"].format(name=name, n=n)
    parts.append(label(WIDTH / 2, floor + 40, axis, anchor="middle", style=f"fill:{MUTED}"))
    desc = text["draws-desc"].format(
        low=low, high=high, peak=chance.index(tallest), left=left, right=right, inside=inside
    )
    return draw("draws", floor + 52, parts, text["draws"].format(name=name, n=n), desc)


def within(share: float, n: int) -> tuple[int, int]:
    """The lowest and the highest count within one standard deviation of the mean n * share."""
    mean, spread = n * share, math.sqrt(n * share * (1 - share))
    return math.ceil(mean - spread), math.floor(mean + spread)


def slopes(names: Sequence[str], slopes: Sequence[float], right: int, lang: str) -> Svg:
    """An arrow a word: minus the slope of the loss, the way a step moves its logit."""
    text = words_of(TEXT, lang)
    unit, zero = 100.0, 132
    step = 376 / len(names)
    parts = [f'<path d="M12 {zero}H388" style="stroke:{MUTED};stroke-width:1"/>']
    told = []
    for k, (name, slope) in enumerate(zip(names, slopes, strict=True)):
        move = -slope
        x, tip = 12 + step * (k + 0.5), zero - move * unit
        way = 1 if move > 0 else -1
        colour = MARK if k == right else BAR
        shown = number(move, 3, sign=True)
        head = min(12.0, abs(move) * unit)
        parts.append(
            f'<path data-arrow="{k}" d="M{x:.3f} {zero}V{tip:.3f}" '
            f'style="stroke:{colour};stroke-width:0"/>'
        )
        parts.append(
            f'<path d="M{x - 3:.3f} {zero}V{tip + way * head:.3f}h-6L{x:.3f} {tip:.3f}'
            f'L{x + 9:.3f} {tip + way * head:.3f}h-6V{zero}Z" style="fill:{colour}"/>'
        )
        parts.append(label(x, tip - 8 if way > 0 else tip + 20, shown, anchor="middle"))
        below = zero + 20 if way > 0 else zero - 8
        parts.append(label(x, below, name, anchor="middle", style="font-weight:700"))
        told.append(text["slopes-row"].format(name=name, move=shown))
    lowest = zero + max(0.0, *slopes) * unit
    return draw("slopes", lowest + 30, parts, text["slopes"], join(told, lang))


def steps(
    names: Sequence[str], panels: Mapping[str, Sequence[float]], right: int, lang: str
) -> Svg:
    """Bars of the shares, one panel each; the first panel's bars stay as ticks in the others."""
    text = words_of(TEXT, lang)
    unit, left, step, width = 130.0, 62, 26, WIDTH / 2
    height = 30 + step * len(names) + 12
    before = next(iter(panels.values()))
    # One column for the numbers, past every bar: beside a bar they would stand at the old tick.
    column = left + max(map(max, panels.values())) * unit + 8
    parts: list[str] = []
    told = []
    for i, (panel, values) in enumerate(panels.items()):
        x0, y0 = width * (i % 2), height * (i // 2)
        parts.append(label(x0 + 10, y0 + 18, panel, style="font-weight:700"))
        for k, value in enumerate(values):
            x, y = x0 + left, y0 + 30 + step * k
            parts.append(label(x - 8, y + 14, names[k], anchor="end"))
            parts.append(bar(x, y, value * unit, 18, f"{i}-{k}", MARK if k == right else BAR))
            if i:
                tick = x + before[k] * unit
                parts.append(
                    f'<path d="M{tick:.3f} {y - 3}v24" style="stroke:{INK};stroke-width:1.5"/>'
                )
            parts.append(label(x0 + column, y + 14, number(value, 3), size=13))
        row = [
            text["steps-row"].format(name=n, p=number(p, 3))
            for n, p in zip(names, values, strict=True)
        ]
        told.append(text["steps-panel"].format(panel=panel, shares=join(row, lang)))
    rows = math.ceil(len(panels) / 2)
    return draw("steps", height * rows, parts, text["steps"], "; ".join(told))

"""The figures of chapter 02, logits and softmax."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from .drawing import BAR, MARK, MUTED, WIDTH, Svg, bar, draw, join, label, number, words_of

TEXT: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "logit": "logit z",
        "exp": "exponential",
        "share": "probability",
        "budget": "together 1",
        "shares": "From scores to probabilities",
        "shares-row": "{name}: logit {z}, exponential {e}, probability {p}",
        "curve": "Five words on the curve of the exponential",
        "curve-row": "{name}: logit {z}, exponential {e}",
        "curve-axis": "logit z",
        "curve-height": "exponential",
        "floats": "Where a float can hold the exponential of x",
        "floats-row": "{name}: from {low} to {high}",
        "floats-axis": "x",
        "mask": "The weights of attention under a mask",
        "mask-desc": "Row by row, what each position reads from: {rows}. "
        "A position after the row's own has a weight of exactly 0.",
        "mask-row": "position {row}: {shares}",
        "mask-axis": "reads from position",
        "position": "position {row}",
        "tails": "How much lies outside the k best words",
        "tails-row": "after {name}: {points}",
        "tails-point": "{share} outside the best {k}",
        "tails-axis": "k, the number of best words left out",
        "tails-height": "probability of all others",
        "axes": "The distributions of many positions",
        "axes-box": "text {text}, position {position}",
        "axes-row": "{box}: {shares}",
    },
    "zh": {
        "logit": "logit z",
        "exp": "指数",
        "share": "概率 p",
        "budget": "合起来是 1",
        "shares": "从分数到概率",
        "shares-row": "{name}：logit {z}，指数 {e}，概率 {p}",
        "curve": "指数曲线上的五个词",
        "curve-row": "{name}：logit {z}，指数 {e}",
        "curve-axis": "logit z",
        "curve-height": "指数",
        "floats": "x 在什么范围内，浮点数存得下它的指数",
        "floats-row": "{name}：从 {low} 到 {high}",
        "floats-axis": "x",
        "mask": "带掩码的注意力权重",
        "mask-desc": "每一行是一个位置读取各位置的权重：{rows}。排在它后面的位置，权重恰好是 0。",
        "mask-row": "位置 {row}：{shares}",
        "mask-axis": "读取的位置",
        "position": "位置 {row}",
        "tails": "前 k 名之外还剩多少",
        "tails-row": "{name} 之后：{points}",
        "tails-point": "前 {k} 名之外 {share}",
        "tails-axis": "k，去掉的前几名",
        "tails-height": "其余各词的概率",
        "axes": "许多位置上的分布",
        "axes-box": "文本 {text}，位置 {position}",
        "axes-row": "{box}：{shares}",
    },
}


def shares(
    names: Sequence[str],
    logits: Sequence[float],
    exponentials: Sequence[float],
    shares: Sequence[float],
    lang: str,
) -> Svg:
    """Three columns of bars, one row a word, and the shares once more as cuts of one bar.

    Scores go left and right of their zero. The words whose cut is too thin for a label of its
    own, at the end of the bar, share one, with a line to it.
    """
    text = words_of(TEXT, lang)
    top, step = 34.0, 28.0
    columns = (
        ("logit", logits, 1, 64.0, 76.0),
        ("exp", exponentials, 2, 196.0, 56.0),
        ("share", shares, 3, 306.0, 48.0),
    )
    parts: list[str] = []
    for kind, values, digits, x, longest in columns:
        parts.append(label(x, 18, text[kind], style=f"fill:{MUTED}"))
        low, high = min(0.0, *values), max(0.0, *values)
        scale = longest / (high - low)
        for k, value in enumerate(values):
            y = top + step * k
            start = x + (min(value, 0.0) - low) * scale
            parts.append(bar(start, y, abs(value) * scale, 18, f"{kind}-{k}", BAR))
            end = max(start + abs(value) * scale, x - low * scale) + 5
            parts.append(label(end, y + 14, number(value, digits), size=13))
    for k, name in enumerate(names):
        parts.append(label(56, top + step * k + 14, name, anchor="end"))

    bottom, whole, start = top + step * len(names) + 34, 376.0, 12.0
    parts.append(label(12, bottom - 8, text["budget"], style=f"fill:{MUTED}"))
    thin: list[str] = []
    for k, share in enumerate(shares):
        length = share * whole
        # Neighbours differ in strength, so that the cuts are seen.
        parts.append(bar(start, bottom, length, 22, f"budget-{k}", BAR, 1 - 0.3 * (k % 2)))
        if length < 40:
            thin.append(names[k])
        else:
            parts.append(label(start + length / 2, bottom + 40, names[k], anchor="middle"))
        start += length
    if thin:
        # They are the last cuts: a bracket below them, and a line down to their label.
        left = start - sum(shares[names.index(name)] for name in thin) * whole
        middle = (left + start) / 2
        parts.append(
            f'<path data-leader="budget" d="M{left:.2f} {bottom + 25:.0f}H{start:.2f}'
            f'M{middle:.2f} {bottom + 25:.0f}V{bottom + 45:.0f}" '
            f'style="fill:none;stroke:{MUTED};stroke-width:1"/>'
        )
        parts.append(label(388, bottom + 60, join(thin, lang), anchor="end"))
    told = [
        text["shares-row"].format(name=n, z=number(z), e=number(e, 3), p=number(p, 3))
        for n, z, e, p in zip(names, logits, exponentials, shares, strict=True)
    ]
    return draw("scores-to-shares", bottom + 70, parts, text["shares"], join(told, lang))


def curve(names: Sequence[str], logits: Sequence[float], lang: str) -> Svg:
    """The graph of e^z over the logits' range, each word a point on it with its drop line."""
    text = words_of(TEXT, lang)
    low, high = math.floor(min(logits)) - 0.5, max(logits) + 0.3
    left, right, floor, top = 30.0, 376.0, 210.0, 34.0
    tallest = math.exp(high)

    def across(z: float) -> float:
        return left + (z - low) / (high - low) * (right - left)

    def up(z: float) -> float:
        return floor - math.exp(z) / tallest * (floor - top)

    steps = [low + (high - low) * i / 80 for i in range(81)]
    path = "L".join(f"{across(z):.2f} {up(z):.2f}" for z in steps)
    parts = [
        f'<path data-curve="exp" d="M{path}" style="fill:none;stroke:{MUTED};stroke-width:2"/>',
        f'<path d="M{left:.0f} {floor:.0f}H{right:.0f}" style="stroke:{MUTED};stroke-width:1"/>',
    ]
    told = []
    for tick in range(math.ceil(low), math.floor(high) + 1):
        x = across(tick)
        parts.append(f'<path d="M{x:.2f} {floor:.0f}v5" style="stroke:{MUTED};stroke-width:1"/>')
        parts.append(label(x, floor + 20, number(tick), anchor="middle", size=13))
    for k, (name, z) in enumerate(zip(names, logits, strict=True)):
        x, y = across(z), up(z)
        parts.append(
            f'<path d="M{x:.2f} {floor:.0f}V{y:.2f}" '
            f'style="stroke:{BAR};stroke-width:2;stroke-opacity:0.5"/>'
        )
        parts.append(
            f'<circle data-point="{k}" cx="{x:.3f}" cy="{y:.3f}" r="5" style="fill:{BAR}"/>'
        )
        shown = f"{name} {number(math.exp(z), 2)}"
        # Low points have room above, neighbours on two levels; high ones on their left.
        if y > floor - 30:
            lift = 34 if k % 2 else 14
            parts.append(label(x, y - lift, shown, anchor="middle", size=13))
            if lift > 14:
                parts.append(
                    f'<path data-leader="{k}" d="M{x:.2f} {y - 7:.2f}V{y - lift + 4:.2f}" '
                    f'style="stroke:{MUTED};stroke-width:1"/>'
                )
        else:
            parts.append(label(x - 10, y + 4, shown, anchor="end", size=13))
        told.append(text["curve-row"].format(name=name, z=number(z), e=number(math.exp(z), 3)))
    parts.append(label(left, 20, text["curve-height"], style=f"fill:{MUTED}"))
    parts.append(label(right, floor + 40, text["curve-axis"], anchor="end", style=f"fill:{MUTED}"))
    return draw("curve", floor + 50, parts, text["curve"], join(told, lang))


def float_ranges(ranges: Mapping[str, tuple[float, float]], lang: str) -> Svg:
    """A bar for each kind of float: the x from the lowest to the highest whose e^x it can hold."""
    text = words_of(TEXT, lang)
    left, right, top, step = 34.0, 366.0, 30.0, 62.0
    low = min(ends[0] for ends in ranges.values())
    high = max(ends[1] for ends in ranges.values())
    scale = (right - left) / (high - low)
    zero = left - low * scale
    floor = top + step * len(ranges)
    parts = [
        f'<path d="M{zero:.2f} {top - 8:.0f}V{floor:.0f}" '
        f'style="stroke:{MUTED};stroke-width:1;stroke-dasharray:3 3"/>',
        label(zero, top - 14, f"{text['floats-axis']} = 0", anchor="middle", size=13),
    ]
    told = []
    for i, (name, (first, last)) in enumerate(ranges.items()):
        y = top + step * i + 18
        start, length = zero + first * scale, (last - first) * scale
        parts.append(label(12, y - 4, name, style="font-weight:700"))
        parts.append(bar(start, y, length, 18, f"range-{i}", BAR))
        ends = number(first, 1), number(last, 1)
        parts.append(label(start - 4, y + 14, "0", anchor="end", style=f"fill:{MUTED}"))
        parts.append(label(start + length + 4, y + 14, "inf", style=f"fill:{MUTED}"))
        # Below the bar's ends; a short bar has its two numbers outside them.
        inside = length > 120
        sides = ("start", "end") if inside else ("end", "start")
        gap = 0.0 if inside else 4.0
        parts.append(label(start + gap, y + 35, ends[0], anchor=sides[0], size=13))
        parts.append(label(start + length - gap, y + 35, ends[1], anchor=sides[1], size=13))
        told.append(text["floats-row"].format(name=name, low=ends[0], high=ends[1]))
    return draw("float-ranges", floor + 14, parts, text["floats"], join(told, lang))


def mask(shares: Sequence[Sequence[float]], lang: str) -> Svg:
    """A square of shares (T, T): row t has what position t reads from; a masked place is empty."""
    text = words_of(TEXT, lang)
    size = len(shares)
    left, top = 96.0, 46.0
    cell = min(64.0, (WIDTH - left - 12) / size)
    parts = [label(left, 18, text["mask-axis"], style=f"fill:{MUTED}")]
    told = []
    for column in range(size):
        x = left + cell * (column + 0.5)
        parts.append(label(x, top - 8, str(column + 1), anchor="middle", size=13))
    for row, values in enumerate(shares):
        y = top + 36 * row
        name = text["position"].format(row=row + 1)
        parts.append(label(left - 10, y + 21, name, anchor="end", size=13))
        for column, value in enumerate(values):
            x = left + cell * column
            allowed = column <= row
            parts.append(
                f'<rect data-cell="{row}-{column}" x="{x:.2f}" y="{y:.0f}" '
                f'width="{cell - 4:.2f}" height="32" rx="3" '
                f'style="fill:{BAR};fill-opacity:{0.6 * value:.3f};stroke:{MUTED};'
                f'stroke-width:1;{"" if allowed else "stroke-dasharray:3 3"}"/>'
            )
            shown = number(value, 2) if allowed else "0"
            style = "" if allowed else f"fill:{MUTED}"
            middle = x + (cell - 4) / 2
            parts.append(label(middle, y + 21, shown, anchor="middle", style=style))
        row_told = ", ".join(number(value, 2) for value in values)
        told.append(text["mask-row"].format(row=row + 1, shares=row_told))
    desc = text["mask-desc"].format(rows="; ".join(told))
    return draw("mask", top + 36 * size + 4, parts, text["mask"], desc)


def axes(shares: Sequence[Sequence[Sequence[float]]], names: Sequence[str], lang: str) -> Svg:
    """Shares (B, T, V): a row of boxes a text, a box a position, a bar a word."""
    text = words_of(TEXT, lang)
    columns = len(shares[0])
    width, step, top = (WIDTH - 16) / columns, 20.0, 28.0
    height = top + step * len(names) + 18
    room = 46.0
    unit = width - room - 44
    parts: list[str] = []
    told = []
    for b, row in enumerate(shares):
        for t, values in enumerate(row):
            x0, y0 = 8 + width * t, height * b
            box = text["axes-box"].format(text=b + 1, position=t + 1)
            parts.append(
                f'<rect data-box="{b}-{t}" x="{x0 + 1:.2f}" y="{y0 + 2:.2f}" '
                f'width="{width - 4:.2f}" height="{height - 8:.2f}" rx="4" '
                f'style="fill:none;stroke:{MUTED};stroke-width:1"/>'
            )
            parts.append(label(x0 + width / 2 - 1, y0 + 19, box, anchor="middle", size=12))
            best = max(values)
            for k, value in enumerate(values):
                y = y0 + top + step * k
                parts.append(label(x0 + room - 4, y + 12, names[k], anchor="end", size=12))
                colour = MARK if value == best else BAR
                parts.append(bar(x0 + room, y, value * unit, 14, f"{b}-{t}-{k}", colour))
                end = x0 + room + value * unit + 3
                parts.append(label(end, y + 12, number(value, 2), size=11))
            row_told = ", ".join(
                f"{name} {number(p, 2)}" for name, p in zip(names, values, strict=True)
            )
            told.append(text["axes-row"].format(box=box, shares=row_told))
    return draw("axes", height * len(shares), parts, text["axes"], "; ".join(told))


def tails(curves: Mapping[str, Sequence[float]], lang: str) -> Svg:
    """A line for each text: the share outside the k largest, for k = 1 … V − 1.

    curves: text -> its shares in falling order, all V of them. Along the axis equal distances
    are equal factors of k.
    """
    text = words_of(TEXT, lang)
    left, right, floor, top = 44.0, 384.0, 220.0, 40.0
    size = len(next(iter(curves.values())))

    def across(k: float) -> float:
        return left + math.log(k) / math.log(size) * (right - left)

    def up(share: float) -> float:
        return floor - share * (floor - top)

    parts = [label(12, 20, text["tails-height"], style=f"fill:{MUTED}")]
    for height in (0.0, 0.5, 1.0):
        y = up(height)
        parts.append(
            f'<path d="M{left:.0f} {y:.1f}H{right:.0f}" '
            f'style="stroke:{MUTED};stroke-width:1;stroke-opacity:{1 if height == 0 else 0.4}"/>'
        )
        parts.append(label(left - 6, y + 5, number(height), anchor="end", size=13))
    ticks = [10**power for power in range(len(str(size)))]
    for tick in ticks:
        x = across(tick)
        parts.append(f'<path d="M{x:.2f} {floor:.0f}v5" style="stroke:{MUTED};stroke-width:1"/>')
        parts.append(label(x, floor + 20, str(tick), anchor="middle", size=13))
    parts.append(label(right, floor + 40, text["tails-axis"], anchor="end", style=f"fill:{MUTED}"))
    told = []
    for i, (name, shares) in enumerate(curves.items()):
        outside = [sum(shares)]
        for share in shares:
            outside.append(outside[-1] - share)  # outside[k]: without the k largest
        # Some eighty points are as smooth as thousands.
        places = sorted({round(size ** (step / 80)) for step in range(81)} - {size})
        path = "L".join(f"{across(k):.2f} {up(max(outside[k], 0)):.2f}" for k in places)
        colour = BAR if i == 0 else MARK
        dash = "" if i == 0 else ";stroke-dasharray:7 4"
        parts.append(
            f'<path data-tail="{i}" d="M{path}" '
            f'style="fill:none;stroke:{colour};stroke-width:2.5{dash}"/>'
        )
        # The label stands where the line is steep enough to leave room on its right.
        spot = next(k for k in places if outside[k] < 0.62 * outside[1])
        parts.append(label(across(spot) + 8, up(outside[spot]) - 4, f"“{name}”", size=13))
        points = [
            text["tails-point"].format(k=k, share=number(outside[k], 3)) for k in ticks if k < size
        ]
        told.append(text["tails-row"].format(name=f"“{name}”", points=join(points, lang)))
    return draw("tails", floor + 50, parts, text["tails"], "; ".join(told))


__all__ = ["axes", "curve", "float_ranges", "mask", "shares", "tails"]

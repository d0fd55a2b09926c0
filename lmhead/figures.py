"""The figures of the chapters, drawn as SVG.

Every function takes the numbers it draws and a language, computes nothing of the model, and
returns an `Svg`, which a notebook shows in place. Colours are those of the page (the theme's CSS
variables, `currentColor` where there is no theme), so that a figure reads in light and in dark.
A figure is 400 units wide: about one unit a pixel on a phone. Its `<title>` and `<desc>` say what
a reader who does not see it needs.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

INK: Final = "currentColor"
MUTED: Final = "var(--pst-color-text-muted, var(--jp-ui-font-color2, currentColor))"
BAR: Final = "var(--pst-color-primary, var(--jp-brand-color1, currentColor))"
MARK: Final = "var(--pst-color-secondary, var(--jp-warn-color1, currentColor))"

WIDTH: Final = 400
"""Width of every figure, in units of its own viewBox."""

TEXT: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "and": ", ",
        "dot": "Four dot products",
        "dot-desc": "The hidden vector h = {h}. {rows}.",
        "dot-row": "{name}: row {row}, dot product {score}",
        "logit": "logit z",
        "exp": "exponential",
        "share": "share p",
        "budget": "the whole budget, 1",
        "shares": "From logits to shares",
        "shares-row": "{name}: logit {z}, exponential {e}, share {p}",
        "draws": "How often {name} comes in {n} draws",
        "draws-desc": "A bar for every count from {low} to {high}; the highest is at {peak}. "
        "The counts from {left} to {right} together have {inside}% of the chance.",
        "draws-band": "{left} to {right}: {inside}% of all runs",
        "draws-axis": "times {name} in {n} draws",
        "slopes": "Which way a step moves each logit",
        "slopes-row": "{name}: {move}",
        "steps": "The shares before and after one step",
        "steps-panel": "{panel}: {shares}",
        "steps-row": "{name} {p}",
    },
    "zh": {
        "and": "，",
        "dot": "四个点积",
        "dot-desc": "隐藏向量 h = {h}。{rows}。",
        "dot-row": "{name}：行向量 {row}，点积 {score}",
        "logit": "logit z",
        "exp": "指数",
        "share": "份额 p",
        "budget": "总预算 1",
        "shares": "从 logits 到份额",
        "shares-row": "{name}：logit {z}，指数 {e}，份额 {p}",
        "draws": "抽 {n} 次，“{name}”出现多少次",
        "draws-desc": "从 {low} 次到 {high} 次，每个次数一根柱，最高的在 {peak} 次。"
        "{left} 到 {right} 次合起来占 {inside}% 的机会。",
        "draws-band": "{left} 到 {right} 次：占 {inside}%",
        "draws-axis": "{n} 次里“{name}”出现的次数",
        "slopes": "走一步，每个 logit 往哪边动",
        "slopes-row": "{name}：{move}",
        "steps": "走一步之前与之后的份额",
        "steps-panel": "{panel}：{shares}",
        "steps-row": "{name} {p}",
    },
}


@dataclass(frozen=True)
class Svg:
    """One figure; a notebook and a page show it as it is."""

    markup: str

    def _repr_html_(self) -> str:
        return self.markup

    def __str__(self) -> str:
        return self.markup

    def __repr__(self) -> str:
        return f"<Svg of {len(self.markup)} characters>"


def names(words: Sequence[str], glosses: Sequence[str], lang: str) -> list[str]:
    """The words as a figure prints them: with their English gloss in English, alone in Chinese."""
    _text(lang)
    if lang == "zh":
        return list(words)
    return [f"{word} {gloss}" for word, gloss in zip(words, glosses, strict=True)]


def number(value: float, digits: int | None = None, *, sign: bool = False) -> str:
    """A number as prose prints it, with a minus sign and not a hyphen.

    `digits` decimals, or as few as the value needs; `sign` puts a plus before a positive one.
    """
    text = f"{value:g}" if digits is None else f"{value:.{digits}f}"
    if sign and float(text) > 0:
        text = "+" + text
    # A value that rounds to zero from below has no sign.
    return text.lstrip("-") if float(text) == 0 else text.replace("-", "−")


def dot_products(
    names: Sequence[str], rows: Sequence[Sequence[float]], h: Sequence[float], lang: str
) -> Svg:
    """h (d,) above the rows (V, d), and each row's product with it written out."""
    text = _text(lang)
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
            parts.append(_label(x + (cell - 3) / 2, y + 18, number(value), anchor="middle"))

    parts.append(_label(left - 12, top + 18, "h", anchor="end", style="font-style:italic"))
    cells(h, top, [value != 0 for value in h])
    told = []
    for k, row in enumerate(rows):
        y = top + step * (k + 1) + 8
        score = sum(a * b for a, b in zip(row, h, strict=True))
        parts.append(_label(left - 12, y + 18, names[k], anchor="end"))
        cells(row, y, [a * b != 0 for a, b in zip(row, h, strict=True)])
        terms = " + ".join(f"{number(a)}·{number(b)}" for a, b in zip(row, h, strict=True))
        parts.append(_label(sums, y + 18, terms, style=f"fill:{MUTED}"))
        parts.append(_label(sums + 128, y + 18, f"= {number(score)}", style="font-weight:700"))
        told.append(text["dot-row"].format(name=names[k], row=_vector(row), score=number(score)))
    desc = text["dot-desc"].format(h=_vector(h), rows=_join(told, lang))
    return _svg("dot-products", top + step * (len(rows) + 1) + 8, parts, text["dot"], desc)


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
    text = _text(lang)
    left, column, longest, top, step = 66, 112, 62.0, 34, 28
    parts: list[str] = []
    columns = (
        ("logit", logits, None), ("exp", exponentials, 3), ("share", shares, 3),
    )  # fmt: skip
    for c, (kind, values, digits) in enumerate(columns):
        x = left + column * c
        parts.append(_label(x, 18, text[kind], style=f"fill:{MUTED}"))
        low, high = min(0.0, *values), max(0.0, *values)
        scale = longest / (high - low)
        for k, value in enumerate(values):
            y = top + step * k
            start = x + (min(value, 0.0) - low) * scale
            length = abs(value) * scale
            parts.append(_bar(start, y, length, 18, f"{kind}-{k}", BAR))
            end = start + length + 5
            parts.append(_label(end, y + 14, number(value, digits), size=13))
    for k, name in enumerate(names):
        parts.append(_label(left - 10, top + step * k + 14, name, anchor="end"))

    bottom, whole, start = top + step * len(names) + 34, 376.0, 12.0
    parts.append(_label(12, bottom - 8, text["budget"], style=f"fill:{MUTED}"))
    for k, share in enumerate(shares):
        length = share * whole
        # Neighbours differ in strength, so that the cuts are seen.
        parts.append(_bar(start, bottom, length, 22, f"budget-{k}", BAR, 1 - 0.3 * (k % 2)))
        middle = min(start + length / 2, WIDTH - 22)
        parts.append(_label(middle, bottom + 40, names[k], anchor="middle"))
        start += length
    told = [
        text["shares-row"].format(name=n, z=number(z), e=number(e, 3), p=number(p, 3))
        for n, z, e, p in zip(names, logits, exponentials, shares, strict=True)
    ]
    return _svg("shares", bottom + 50, parts, text["shares"], _join(told, lang))


def draws(name: str, share: float, n: int, lang: str) -> Svg:
    """The chance of each count of a word of this share in n independent draws.

    Exact (binomial). The counts within one standard deviation, sqrt(n p (1 - p)), of the mean are
    drawn strong.
    """
    text = _text(lang)
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
            parts.append(_label(x, floor + 18, str(k), anchor="middle", size=13))
    parts.append(f'<path d="M12 {floor}H388" style="stroke:{MUTED};stroke-width:1"/>')
    band = text["draws-band"].format(left=left, right=right, inside=inside)
    parts.append(_label(12, 18, band))
    axis = text["draws-axis"].format(name=name, n=n)
    parts.append(_label(WIDTH / 2, floor + 40, axis, anchor="middle", style=f"fill:{MUTED}"))
    desc = text["draws-desc"].format(
        low=low, high=high, peak=chance.index(tallest), left=left, right=right, inside=inside
    )
    return _svg("draws", floor + 52, parts, text["draws"].format(name=name, n=n), desc)


def within(share: float, n: int) -> tuple[int, int]:
    """The lowest and the highest count within one standard deviation of the mean n * share."""
    mean, spread = n * share, math.sqrt(n * share * (1 - share))
    return math.ceil(mean - spread), math.floor(mean + spread)


def slopes(names: Sequence[str], slopes: Sequence[float], right: int, lang: str) -> Svg:
    """An arrow a word: minus the slope of the loss, the way a step moves its logit."""
    text = _text(lang)
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
        parts.append(_label(x, tip - 8 if way > 0 else tip + 20, shown, anchor="middle"))
        below = zero + 20 if way > 0 else zero - 8
        parts.append(_label(x, below, name, anchor="middle", style="font-weight:700"))
        told.append(text["slopes-row"].format(name=name, move=shown))
    lowest = zero + max(0.0, *slopes) * unit
    return _svg("slopes", lowest + 30, parts, text["slopes"], _join(told, lang))


def steps(
    names: Sequence[str], panels: Mapping[str, Sequence[float]], right: int, lang: str
) -> Svg:
    """Bars of the shares, one panel each; the first panel's bars stay as ticks in the others."""
    text = _text(lang)
    unit, left, step, width = 130.0, 62, 26, WIDTH / 2
    height = 30 + step * len(names) + 12
    before = next(iter(panels.values()))
    parts: list[str] = []
    told = []
    for i, (panel, values) in enumerate(panels.items()):
        x0, y0 = width * (i % 2), height * (i // 2)
        parts.append(_label(x0 + 10, y0 + 18, panel, style="font-weight:700"))
        for k, value in enumerate(values):
            x, y = x0 + left, y0 + 30 + step * k
            parts.append(_label(x - 8, y + 14, names[k], anchor="end"))
            parts.append(_bar(x, y, value * unit, 18, f"{i}-{k}", MARK if k == right else BAR))
            if i:
                tick = x + before[k] * unit
                parts.append(
                    f'<path d="M{tick:.3f} {y - 3}v24" style="stroke:{INK};stroke-width:1.5"/>'
                )
            end = x + max(value, before[k] if i else 0) * unit + 5
            parts.append(_label(end, y + 14, number(value, 3), size=13))
        row = [
            text["steps-row"].format(name=n, p=number(p, 3))
            for n, p in zip(names, values, strict=True)
        ]
        told.append(text["steps-panel"].format(panel=panel, shares=_join(row, lang)))
    rows = math.ceil(len(panels) / 2)
    return _svg("steps", height * rows, parts, text["steps"], "; ".join(told))


def _text(lang: str) -> Mapping[str, str]:
    if lang not in TEXT:
        raise ValueError(f"No figure has the language {lang!r}; there are {', '.join(TEXT)}.")
    return TEXT[lang]


def _join(parts: Sequence[str], lang: str) -> str:
    return ("; " if any(", " in part for part in parts) else _text(lang)["and"]).join(parts)


def _vector(values: Sequence[float]) -> str:
    return "[" + ", ".join(number(value) for value in values) + "]"


def _bar(
    x: float, y: float, length: float, height: float, name: str, colour: str, opacity: float = 1
) -> str:
    return (
        f'<rect data-bar="{escape(name)}" x="{x:.3f}" y="{y:.3f}" width="{length:.3f}" '
        f'height="{height:.3f}" style="fill:{colour};fill-opacity:{opacity:g}"/>'
    )


def _label(
    x: float, y: float, text: str, *, anchor: str = "start", size: float = 14, style: str = ""
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" '
        f'style="fill:{INK};font-size:{size:g}px;{style}">{escape(text)}</text>'
    )


def _svg(name: str, height: float, parts: Sequence[str], title: str, desc: str) -> Svg:
    body = "".join(parts)
    # Ids are of the whole page; a checksum of what is drawn keeps two figures of a kind apart.
    key = f"{name}-{zlib.crc32(body.encode()):08x}"
    return Svg(
        f'<svg class="lmhead-figure" xmlns="http://www.w3.org/2000/svg" role="img" '
        f'aria-labelledby="{key}-title {key}-desc" viewBox="0 0 {WIDTH} {height:.0f}" '
        'style="display:block;width:100%;max-width:34rem;height:auto;margin:0 auto;'
        'color:inherit;font-family:inherit">'
        f'<title id="{key}-title">{escape(title)}</title>'
        f'<desc id="{key}-desc">{escape(desc)}</desc>{body}</svg>'
    )

"""The figures of chapter 01: from a hidden vector to a score for every row of a table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from .drawing import BAR, INK, MARK, MUTED, WIDTH, Svg, draw, join, label, number, vector, words_of
from .plane import Plane, Row

TEXT: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "way": "From text to scores",
        "way-desc": "The tokens {tokens} each pick one row of a table E of {V} rows and {d} "
        "numbers a row. The rows pass through the layers and leave as {T} hidden vectors of {d} "
        "numbers. The last one is multiplied with W_out, which gives {V} scores; softmax turns "
        "them into {V} probabilities.",
        "token": "token",
        "id": "its number",
        "row": "row of E",
        "numbers": "{d} numbers",
        "layers": "layers: each adds something",
        "hidden": "h",
        "scores": "{V} scores",
        "probabilities": "{V} probabilities",
        "here": "this chapter",
        "later": "chapter 2",
        "ways": "One table, read in two ways",
        "ways-desc": "From the left, a one-hot vector with its 1 at {picked} picks the row "
        "{row}. From the top, h = {h} is multiplied with every row: {scores}.",
        "one-hot": "one-hot",
        "score": "score",
        "picked": "row {row}",
        "way-in": "in: a number picks its row",
        "way-out": "out: h meets every row",
        "named": "{name} {value}",
        "shadows": "How far each row reaches along h",
        "shadows-desc": "Four arrows from one point. From the tip of each a line falls "
        "at a right angle on the line of h. Score and length of that shadow: {rows}.",
        "shadow": "{name}: score {score}, shadow {shadow}",
        "turned": "All arrows turned together",
        "turned-desc": "Left h = {h}, right, after a quarter turn, h = {turned}. "
        "The scores on both sides: {rows}.",
        "before": "before",
        "after": "after a quarter turn",
        "circle": "{V} rows of two numbers on a circle",
        "circle-desc": "{V} rows end on a circle, and dashed lines cut it into {V} sectors of "
        "equal size, one around each row. h points into the sector of row {first}, which has "
        "the highest score.",
    },
    "zh": {
        "way": "从文本到分数",
        "way-desc": "词元 {tokens} 各从表 E 中取出一行，E 有 {V} 行，每行 {d} 个数。"
        "这些行穿过各层，出来时是 {T} 个 {d} 维的隐藏向量。最后一个与 W_out 相乘，"
        "得到 {V} 个分数；softmax 再把它们变成 {V} 个概率。",
        "token": "词元",
        "id": "编号",
        "row": "E 中的行",
        "numbers": "{d} 个数",
        "layers": "各层：每层加上一点东西",
        "hidden": "h",
        "scores": "{V} 个分数",
        "probabilities": "{V} 个概率",
        "here": "本章",
        "later": "第 2 章",
        "ways": "一张表，两种读法",
        "ways-desc": "从左边看，one-hot 向量在“{picked}”处为 1，取出行 {row}。"
        "从上边看，h = {h} 与每一行相乘：{scores}。",
        "one-hot": "one-hot",
        "score": "分数",
        "picked": "行 {row}",
        "way-in": "进：拿编号取一行",
        "way-out": "出：拿 h 挨个比每一行",
        "named": "{name} {value}",
        "shadows": "每一行沿 h 的方向伸出多远",
        "shadows-desc": "四支箭从同一点出发，从每支箭的箭头向 h 所在的直线作垂线。"
        "分数与影子的长度：{rows}。",
        "shadow": "{name}：分数 {score}，影子 {shadow}",
        "turned": "所有的箭一起转",
        "turned-desc": "左边 h = {h}；右边转了四分之一圈，h = {turned}。两边的分数都是：{rows}。",
        "before": "转之前",
        "after": "转四分之一圈之后",
        "circle": "圆上的 {V} 行，每行两个数",
        "circle-desc": "{V} 行的终点都在一个圆上，虚线把圆等分成 {V} 个扇形，每行一个。"
        "h 指进第 {first} 行的扇形，这一行分数最高。",
    },
}


def way_in(tokens: Sequence[str], ids: Sequence[int], d: int, size: int, lang: str) -> Svg:
    """Tokens, their rows, the layers, one hidden vector a position, and what the last one becomes.

    size: V, the number of rows of the table.
    """
    text = words_of(TEXT, lang)
    left, column = 84, 62.0
    centres = [left + column * (i + 0.5) for i in range(len(tokens))]
    right = left + column * len(tokens)
    parts = [
        label(4, 20, text["token"], style=f"fill:{MUTED}", size=13),
        label(4, 44, text["id"], style=f"fill:{MUTED}", size=13),
        label(4, 80, text["row"], style=f"fill:{MUTED}", size=13),
        label(4, 97, text["numbers"].format(d=d), style=f"fill:{MUTED}", size=13),
        label(4, 188, text["hidden"], style="font-style:italic", size=15),
        label(4, 205, text["numbers"].format(d=d), style=f"fill:{MUTED}", size=13),
    ]
    for x, token, number_of in zip(centres, tokens, ids, strict=True):
        last = x == centres[-1]
        parts.append(label(x, 20, token, anchor="middle", style="font-weight:700"))
        parts.append(label(x, 44, str(number_of), anchor="middle", size=13))
        parts.append(_column(x, 58, BAR))
        parts.append(_down(x, 106, 118))
        parts.append(_down(x, 152, 164))
        parts.append(_column(x, 168, MARK if last else BAR))
    parts.append(
        f'<rect x="{left}" y="120" width="{right - left}" height="30" rx="4" '
        f'style="fill:none;stroke:{MUTED};stroke-width:1"/>'
    )
    parts.append(label((left + right) / 2, 139, text["layers"], anchor="middle", size=12.5))
    x = centres[-1]
    end = right
    parts += [
        _down(x, 216, 248),
        label(x - 10, 238, "W_out", anchor="end"),
        label(left - 80, 238, text["here"], style=f"fill:{MUTED}", size=13),
        _strip(left, 252, end - left),
        label((left + end) / 2, 267, text["scores"].format(V=size), anchor="middle"),
        _down(x, 276, 308),
        label(x - 10, 298, "softmax", anchor="end"),
        label(left - 80, 298, text["later"], style=f"fill:{MUTED}", size=13),
        _strip(left, 312, end - left),
        label((left + end) / 2, 327, text["probabilities"].format(V=size), anchor="middle"),
    ]
    desc = text["way-desc"].format(tokens=join(tokens, lang), V=size, d=d, T=len(tokens))
    return draw("way-in", 342, parts, text["way"], desc)


def two_ways(
    names: Sequence[str], rows: Sequence[Row], picked: int, h: Row, scores: Row, lang: str
) -> Svg:
    """One table (V, d): a one-hot list at its left, the picked row below, h above, scores at right.

    A line leads from the picked row round the rows under it to its copy below.

    scores: (V,), drawn as given.
    """
    text = words_of(TEXT, lang)
    cell, step, left, top = 44, 34, 176, 66
    d, bottom = len(h), 66 + 34 * len(rows)
    out, hot = left + cell * d + 56, left - 40
    parts = [
        label(hot, top - 12, text["one-hot"], anchor="middle", style=f"fill:{BAR}", size=13),
        label(out, top - 12, text["score"], anchor="middle", style=f"fill:{MARK}", size=13),
        label(left - 14, 22, "h", anchor="end", style=f"fill:{MARK};font-style:italic"),
        *(_cell(left + cell * i, 6, cell - 4, number(h[i]), MARK, 0.18) for i in range(d)),
    ]
    told = []
    for k, (name, row) in enumerate(zip(names, rows, strict=True)):
        y, chosen = top + step * k, k == picked
        parts.append(label(8, y + 19, name))
        parts.append(
            label(hot, y + 19, "1" if chosen else "0", anchor="middle",
                  style=f"fill:{BAR};font-weight:{700 if chosen else 400}")
        )  # fmt: skip
        for i, value in enumerate(row):
            parts.append(
                _cell(left + cell * i, y, cell - 4, number(value), BAR, 0.22 if chosen else 0)
            )
        x = left + cell * d
        parts.append(f'<path d="M{x + 4} {y + 14}h22" style="stroke:{MARK};stroke-width:1.5"/>')
        parts.append(
            label(out, y + 19, number(scores[k]), anchor="middle",
                  style=f"fill:{MARK};font-weight:700")
        )  # fmt: skip
        told.append(text["named"].format(name=name, value=number(scores[k])))
    middle = left + (cell * d - 4) / 2
    taken, y = text["picked"].format(row=vector(rows[picked])), bottom + 22
    parts.append(
        f'<path data-taken="{picked}" d="M{left} {top + step * picked + 14}h-14V{y}H{left - 4}" '
        f'style="fill:none;stroke:{BAR};stroke-width:1.5"/>'
        f'<path d="M{left - 5} {y - 4}v8L{left + 1} {y}Z" style="fill:{BAR}"/>'
    )
    parts.append(label(left + 6, y + 5, taken, style=f"fill:{BAR}"))
    parts.append(_down(middle, 36, top - 4, MARK))
    parts.append(label(8, bottom + 64, text["way-in"], style=f"fill:{BAR}"))
    parts.append(label(WIDTH - 8, bottom + 64, text["way-out"], anchor="end",
                       style=f"fill:{MARK}"))  # fmt: skip
    desc = text["ways-desc"].format(
        picked=names[picked], row=vector(rows[picked]), h=vector(h), scores=join(told, lang)
    )
    return draw("two-ways", bottom + 76, parts, text["ways"], desc)


def shadows(names: Sequence[str], rows: Sequence[Row], h: Row, lang: str) -> Svg:
    """Rows (V, 2) as arrows, the line of h (2,), and how far along it the shadow of each falls."""
    text = words_of(TEXT, lang)
    plane = Plane(128, 196, 72)
    length = math.hypot(*h)
    along = [h[0] / length, h[1] / length]
    parts = [plane.line([-1.4 * a for a in along], [3.4 * a for a in along], MARK, "6 5")]
    told = []
    for name, row in zip(names, rows, strict=True):
        score = _dot(row, h)
        foot = [score / length * a for a in along]
        own = list(row) == list(h)
        parts.append(plane.line(row, foot, MUTED, "2 3"))
        parts.append(plane.arrow(row, MARK if own else BAR, name))
        parts.append(plane.dot(foot, MARK, name))
        fx, fy = plane.at(foot)
        # On the side of the line of h that the drop line leaves free.
        below = h[0] * row[1] >= h[1] * row[0]
        dx, dy, anchor = (8, 18, "start") if below else (-8, -9, "end")
        shadow = number(score / length, 2)
        parts.append(label(fx + dx, fy + dy, shadow, anchor=anchor, size=13))
        shown = f"h = {name}" if own else name
        x, y = plane.at(row)
        if own:
            parts.append(label(x - 8, y - 12, shown, anchor="end", style="font-weight:700"))
            parts.append(label(x - 34, y - 28, number(score), anchor="end", style=f"fill:{MARK}"))
        else:
            above = -10 if row[1] > 0 else 20
            parts.append(label(x, y + above, shown, anchor="middle", style="font-weight:700"))
            parts.append(
                label(x, y + above + (-16 if above < 0 else 17), number(score), anchor="middle",
                      style=f"fill:{MARK}")
            )  # fmt: skip
        told.append(text["shadow"].format(name=name, score=number(score), shadow=shadow))
    desc = text["shadows-desc"].format(rows=join(told, lang))
    return draw("shadows", 244, parts, text["shadows"], desc)


def turned(
    names: Sequence[str],
    before: tuple[Sequence[Row], Row],
    after: tuple[Sequence[Row], Row],
    lang: str,
) -> Svg:
    """Rows (V, 2) and h (2,), before and after a turn, with the scores of each below."""
    text = words_of(TEXT, lang)
    parts: list[str] = []
    for i, (title, (rows, h)) in enumerate(
        zip((text["before"], text["after"]), (before, after), strict=True)
    ):
        start = WIDTH / 2 * i
        plane = Plane(start + 76, 126, 28)
        parts.append(label(start + 8, 18, title, style=f"fill:{MUTED}"))
        parts.append(plane.line([-2.4, 0], [3.8, 0], MUTED, ""))
        parts.append(plane.line([0, -1.5], [0, 3.5], MUTED, ""))
        for k, (name, row) in enumerate(zip(names, rows, strict=True)):
            own = list(row) == list(h)
            parts.append(plane.arrow(row, MARK if own else BAR, f"{i}-{k}"))
            x, y = plane.at(row)
            shown = f"h = {name}" if own else name
            if row[1] == 0:  # along the axis: above the arrow, inside the panel
                anchor = "end" if row[0] > 0 else "start"
                parts.append(label(x, y - 8, shown, anchor=anchor, size=13))
            elif row[0] == 0:
                parts.append(label(x + 9, y + 6, shown, size=13))
            else:
                parts.append(
                    label(x - 8 * (own and row[0] < 0), y - 6 if row[1] > 0 else y + 15, shown,
                          anchor="middle", size=13)
                )  # fmt: skip
            score = _dot(row, h)
            line = 196 + 20 * k
            parts.append(label(start + 20, line, f"{name}", size=13))
            parts.append(
                label(start + 176, line, f"{vector(row)} → {number(score)}", anchor="end", size=13)
            )
    told = [
        text["named"].format(name=name, value=number(_dot(row, before[1])))
        for name, row in zip(names, before[0], strict=True)
    ]
    desc = text["turned-desc"].format(
        h=vector(before[1]), turned=vector(after[1]), rows=join(told, lang)
    )
    return draw("turned", 196 + 20 * len(names) - 8, parts, text["turned"], desc)


def circle(size: int, degrees: float, lang: str) -> Svg:
    """`size` rows of length 1 on a circle, h at an angle, and the sector in which each row wins."""
    text = words_of(TEXT, lang)
    plane = Plane(WIDTH / 2, 150, 112)
    step = 2 * math.pi / size
    angle = math.radians(degrees)
    first = round(angle / step) % size
    x, y = plane.at([0, 0])
    parts = [f'<circle cx="{x}" cy="{y}" r="112" style="fill:none;stroke:{MUTED};stroke-width:1"/>']
    for k in range(size):
        row = [math.cos(k * step), math.sin(k * step)]
        edge = [math.cos((k + 0.5) * step), math.sin((k + 0.5) * step)]
        parts.append(plane.line([0, 0], edge, MUTED, "2 4"))
        parts.append(plane.arrow(row, MARK if k == first else BAR, f"row-{k}"))
        tx, ty = plane.at([1.14 * row[0], 1.14 * row[1]])
        style = f"fill:{MARK};font-weight:700" if k == first else ""
        parts.append(label(tx, ty + 5, str(k), anchor="middle", style=style))
    tip = [0.78 * math.cos(angle), 0.78 * math.sin(angle)]
    parts.append(plane.arrow(tip, INK, "h", 3.5))
    hx, hy = plane.at([0.66 * math.cos(angle + 0.16), 0.66 * math.sin(angle + 0.16)])
    parts.append(label(hx, hy, "h", anchor="middle", style="font-style:italic;font-weight:700"))
    desc = text["circle-desc"].format(V=size, first=first)
    return draw("circle", 300, parts, text["circle"].format(V=size), desc)


# -- parts of pictures ---------------------------------------------------------------------


def _dot(a: Row, b: Row) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _cell(x: float, y: float, width: float, text: str, colour: str, opacity: float) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="28" rx="3" '
        f'style="fill:{colour};fill-opacity:{opacity:g};stroke:{MUTED};stroke-width:1"/>'
        + label(x + width / 2, y + 19, text, anchor="middle")
    )


def _column(x: float, y: float, colour: str) -> str:
    """A vector as a stack of cells, too many to be drawn one by one."""
    return "".join(
        f'<rect x="{x - 9:.1f}" y="{y + 11.5 * i:.1f}" width="18" height="9.5" '
        f'style="fill:{colour};fill-opacity:{0.75 - 0.15 * i:g}"/>'
        for i in range(4)
    )


def _strip(x: float, y: float, width: float) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="22" rx="3" '
        f'style="fill:{MARK};fill-opacity:0.18;stroke:{MUTED};stroke-width:1"/>'
    )


def _down(x: float, start: float, end: float, colour: str = MUTED) -> str:
    return (
        f'<path d="M{x:.1f} {start}V{end - 5}" style="stroke:{colour};stroke-width:1.5"/>'
        f'<path d="M{x - 4:.1f} {end - 6}h8L{x:.1f} {end}Z" style="fill:{colour}"/>'
    )

"""The figures of chapter 04: from a distribution to a word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from .drawing import BAR, INK, MARK, MUTED, WIDTH, Svg, bar, draw, join, label, number, words_of

TEXT: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "line": "The line from 0 to 1, cut into intervals",
        "line-row": "{name} from {start} to {end}",
        "line-u": "u = {u} falls on {name}",
        "budgets": "The four probabilities at each temperature, laid end to end",
        "budgets-row": "T = {t}: {probs}",
        "budgets-part": "{name} {p}",
        "tree": "Two words, and the probability of each pair",
        "tree-row": "{first} then {second}: {a} × {b} = {ab}",
        "tree-greedy": "greedy",
        "tree-best": "best",
        "positions": "Every position is scored",
        "positions-desc": "{count} tokens in a row. Each has its own hidden vector and its own V "
        "scores, for the token after it. Only the last has no token after it: from "
        "its scores the new one is chosen.",
        "positions-h": "h",
        "positions-scores": "V scores",
        "positions-next": "next token",
        "loop": "The loop that writes",
        "loop-desc": "A ring of six steps: {steps}. From the last, an arrow leads to the first.",
        "loop-text": "the tokens so far",
        "loop-layers": "layers",
        "loop-h": "h of the last position",
        "loop-z": "z = W_out h",
        "loop-p": "softmax",
        "loop-choose": "choose one token",
        "loop-append": "append it",
        "shape-ids": "(n,)",
        "shape-layers": "(n, d)",
        "shape-h": "(d,)",
        "shape-z": "(V,)",
        "shape-p": "(V,)",
        "shape-id": "one id",
    },
    "zh": {
        "line": "从 0 到 1 的线段，切成一个个区间",
        "line-row": "{name} 从 {start} 到 {end}",
        "line-u": "u = {u} 落在“{name}”上",
        "budgets": "各个温度下，四个概率首尾相接",
        "budgets-row": "T = {t}：{probs}",
        "budgets-part": "{name} {p}",
        "tree": "两个词，以及每一对的概率",
        "tree-row": "“{first}”接“{second}”：{a} × {b} = {ab}",
        "tree-greedy": "贪心",
        "tree-best": "概率最大",
        "positions": "每个位置都要打分",
        "positions-desc": "一行 {count} 个词元。每个词元都有自己的隐藏向量、自己的 V 个分数，"
        "用来预测它后面的那个词元。只有最后一个后面还没有词元：新的词元就由它的分数选出。",
        "positions-h": "h",
        "positions-scores": "V 个分数",
        "positions-next": "下一个",
        "loop": "写作的循环",
        "loop-desc": "六步连成一圈：{steps}。最后一步有箭头回到第一步。",
        "loop-text": "已有的词元",
        "loop-layers": "各层",
        "loop-h": "最后位置的 h",
        "loop-z": "z = W_out h",
        "loop-p": "softmax",
        "loop-choose": "选出一个词元",
        "loop-append": "接到末尾",
        "shape-ids": "(n,)",
        "shape-layers": "(n, d)",
        "shape-h": "(d,)",
        "shape-z": "(V,)",
        "shape-p": "(V,)",
        "shape-id": "一个编号",
    },
}

_LEFT: Final = 12.0
_WHOLE: Final = 376.0  # the length of the line from 0 to 1


def line(
    names: Sequence[str], cuts: Sequence[float], numbers: Mapping[float, int], lang: str
) -> Svg:
    """The unit interval cut at `cuts` (V + 1,), from 0 to 1, an interval a word.

    numbers: a random number -> the word in whose interval it lies; each gets a mark.
    """
    text = words_of(TEXT, lang)
    top = 34 + 24 * len(numbers)
    parts: list[str] = []
    told = []
    for k, (start, end) in enumerate(pairwise(cuts)):
        x, length = _LEFT + start * _WHOLE, (end - start) * _WHOLE
        # Neighbours differ in strength, so that the cuts are seen.
        parts.append(bar(x, top, length, 24, f"interval-{k}", BAR, 0.85 - 0.4 * (k % 2)))
        middle = min(x + length / 2, WIDTH - 22)
        parts.append(
            label(middle, top + 66, names[k], anchor="middle", size=13, style="font-weight:700")
        )
        told.append(
            text["line-row"].format(name=names[k], start=number(start, 3), end=number(end, 3))
        )
    for cut in cuts:
        x = _LEFT + cut * _WHOLE
        digits = None if cut in (0, 1) else 3
        parts.append(
            f'<path d="M{x:.3f} {top}v30" style="stroke:{MUTED};stroke-width:1"/>'
            + label(x, top + 44, number(cut, digits), anchor="middle", size=12)
        )
    for row, (u, k) in enumerate(numbers.items()):
        x, y = _LEFT + u * _WHOLE, 20 + 24 * row
        parts.append(
            f'<path data-u="{u:g}" d="M{x:.3f} {y - 4}V{top}" '
            f'style="stroke:{MARK};stroke-width:2"/>'
        )
        parts.append(f'<path d="M{x:.3f} {top}l-5 -9h10Z" style="fill:{MARK}"/>')
        # The label stands where the line leaves room for it.
        side, anchor = (8, "start") if u < 0.6 else (-8, "end")
        parts.append(label(x + side, y + 4, f"u = {number(u)}", anchor=anchor))
        told.append(text["line-u"].format(u=number(u), name=names[k]))
    return draw("line", top + 76, parts, text["line"], join(told, lang))


def budgets(names: Sequence[str], rows: Mapping[str, Sequence[float]], lang: str) -> Svg:
    """The whole budget, one bar for each temperature, cut into the words' shares (V,)."""
    text = words_of(TEXT, lang)
    left, step, top = 66.0, 34, 30
    whole = WIDTH - 12 - left
    parts: list[str] = []
    told = []
    for k in range(len(names)):
        x = left + whole * (k + 0.5) / len(names)
        parts.append(bar(x - 34, 8, 12, 12, f"key-{k}", BAR, _strength(k, len(names))))
        parts.append(label(x - 18, 19, names[k], size=13))
    for row, (t, shares) in enumerate(rows.items()):
        y = top + step * row
        parts.append(label(left - 8, y + 18, f"T = {t}", anchor="end", size=13))
        start = left
        for k, share in enumerate(shares):
            length = share * whole
            parts.append(bar(start, y, length, 24, f"{t}-{k}", BAR, _strength(k, len(names))))
            if k:
                parts.append(f'<path d="M{start:.3f} {y}v24" style="stroke:{INK};stroke-width:1"/>')
            start += length
        told.append(
            text["budgets-row"].format(
                t=t,
                probs=join(
                    [
                        text["budgets-part"].format(name=n, p=number(p, 3))
                        for n, p in zip(names, shares, strict=True)
                    ],
                    lang,
                ),
            )
        )
    return draw("budgets", top + step * len(rows) + 4, parts, text["budgets"], "; ".join(told))


def _strength(k: int, count: int) -> float:
    """Opacity of word k: the first is strongest."""
    return round(1 - 0.85 * k / count, 3)


def tree(
    firsts: Sequence[str],
    seconds: Sequence[str],
    first: Sequence[float],
    second: Sequence[Sequence[float]],
    lang: str,
) -> Svg:
    """All pairs of two words: first (A,), second (A, B), a row of it for each first word.

    Greedy's pair and the most probable pair are marked.
    """
    text = words_of(TEXT, lang)
    row = 22
    block, top = row * len(seconds) + 12, 10
    pairs = {
        (i, j): first[i] * second[i][j] for i in range(len(firsts)) for j in range(len(seconds))
    }
    likely = max(range(len(firsts)), key=first.__getitem__)
    greedy = (likely, max(range(len(seconds)), key=second[likely].__getitem__))
    best = max(pairs, key=pairs.__getitem__)
    parts: list[str] = []
    told = []
    root = top + block * len(firsts) / 2 - 6
    for i, name in enumerate(firsts):
        middle = top + block * i + row * len(seconds) / 2
        ways = (i == greedy[0], i == best[0])
        parts.append(_branch(f"{i}", (8, root), (58, middle - 5), first[i], *ways))
        parts.append(label(64, middle, name, style="font-weight:700"))
        share = number(first[i], 3)
        parts.append(label(64, middle + 16, share, size=12, style=f"fill:{MUTED}"))
        for j, other in enumerate(seconds):
            y = top + block * i + row * j + 16
            pair = (i, j)
            ways = (pair == greedy, pair == best)
            ends = (122.0, middle - 5), (166.0, y - 5.0)
            parts.append(_branch(f"{i}-{j}", *ends, second[i][j], *ways))
            strong = "font-weight:700" if pair in (greedy, best) else ""
            parts.append(label(172, y, other, size=13, style=strong))
            product = f"{number(second[i][j], 2)}  →  {number(pairs[pair], 4)}"
            parts.append(label(228, y, product, size=13, style=strong))
            kind = "tree-best" if pair == best else "tree-greedy" if pair == greedy else None
            if kind:
                colour = BAR if pair == best else MARK
                style = f"fill:{colour};font-weight:700"
                parts.append(label(WIDTH - 4, y, text[kind], anchor="end", size=12, style=style))
            told.append(
                text["tree-row"].format(
                    first=name,
                    second=other,
                    a=number(first[i], 3),
                    b=number(second[i][j], 2),
                    ab=number(pairs[pair], 4),
                )
            )
    return draw("tree", top + block * len(firsts) - 4, parts, text["tree"], join(told, lang))


def _branch(
    name: str,
    start: tuple[float, float],
    end: tuple[float, float],
    share: float,
    greedy: bool,
    best: bool,
) -> str:
    """A line as thick as its share; `name` marks it for tests."""
    colour = BAR if best else MARK if greedy else MUTED
    (x, y), (to_x, to_y) = start, end
    return (
        f'<path data-branch="{name}" d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" '
        f'style="stroke:{colour};stroke-width:{1 + 7 * share:.3f};fill:none"/>'
    )


def positions(tokens: Sequence[str], lang: str) -> Svg:
    """A row of tokens, each with its h and its V scores; the last one's scores are used."""
    text = words_of(TEXT, lang)
    left = 66.0
    step = (WIDTH - 8 - left) / len(tokens)
    parts: list[str] = []
    last = len(tokens) - 1
    for t, token in enumerate(tokens):
        x = left + step * (t + 0.5)
        strength = 1.0 if t == last else 0.35
        colour = MARK if t == last else BAR
        parts.append(
            f'<rect x="{x - step / 2 + 3:.1f}" y="8" width="{step - 6:.1f}" height="26" rx="4" '
            f'style="fill:none;stroke:{MUTED};stroke-width:1"/>'
        )
        parts.append(label(x, 26, token, anchor="middle", size=13))
        parts.append(f'<path d="M{x:.1f} 34v18" style="stroke:{MUTED};stroke-width:1"/>')
        parts.append(bar(x - 16, 52, 32, 16, f"h-{t}", colour, strength))
        parts.append(f'<path d="M{x:.1f} 68v14" style="stroke:{MUTED};stroke-width:1"/>')
        # A little skyline stands for the V scores; its shape means nothing.
        for k in range(7):
            height = 8 + 5 * ((3 * k + 2 * t) % 5)
            parts.append(
                bar(x - 21 + 6 * k, 112 - height, 5, height, f"scores-{t}-{k}", colour, strength)
            )
        parts.append(f'<path d="M{x:.1f} 116v14" style="stroke:{MUTED};stroke-width:1"/>')
        following = tokens[t + 1] if t < last else "?"
        style = f"fill:{MARK};font-weight:700" if t == last else f"fill:{MUTED}"
        parts.append(label(x, 146, following, anchor="middle", size=13, style=style))
    for y, kind in ((65, "positions-h"), (102, "positions-scores"), (146, "positions-next")):
        parts.append(label(2, y, text[kind], size=12, style=f"fill:{MUTED}"))
    desc = text["positions-desc"].format(count=len(tokens))
    return draw("positions", 158, parts, text["positions"], desc)


def loop(lang: str) -> Svg:
    """The ring: tokens, layers, h of the last position, logits, softmax, choice, and again."""
    text = words_of(TEXT, lang)
    width, height = 148.0, 46.0
    x_left, x_right, top, step = 8.0, WIDTH - 8 - 148.0, 12.0, 74.0
    ring = [
        ("loop-text", "shape-ids", x_left, top),
        ("loop-layers", "shape-layers", x_left, top + step),
        ("loop-h", "shape-h", x_left, top + 2 * step),
        ("loop-z", "shape-z", x_right, top + 2 * step),
        ("loop-p", "shape-p", x_right, top + step),
        ("loop-choose", "shape-id", x_right, top),
    ]
    parts: list[str] = []
    for kind, shape, x, y in ring:
        mark = kind == "loop-choose"
        parts.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" '
            f'style="fill:{MARK if mark else BAR};fill-opacity:0.12;'
            f'stroke:{MARK if mark else MUTED};stroke-width:{2 if mark else 1}"/>'
        )
        parts.append(label(x + width / 2, y + 20, text[kind], anchor="middle", size=13))
        parts.append(
            label(x + width / 2, y + 37, text[shape], anchor="middle", size=12,
                  style=f"fill:{MUTED}")
        )  # fmt: skip
    left, right = x_left + width / 2, x_right + width / 2
    inner_left, inner_right = x_left + width, x_right
    for row in range(2):
        y = top + step * row
        parts.append(_arrow(left, y + height + 2, left, y + step - 2))
        parts.append(_arrow(right, y + step - 2, right, y + height + 2))
    bottom, upper = top + 2 * step + height / 2, top + height / 2
    parts.append(_arrow(inner_left + 2, bottom, inner_right - 2, bottom))
    parts.append(_arrow(inner_right - 2, upper, inner_left + 2, upper))
    parts.append(label(WIDTH / 2, upper - 8, text["loop-append"], anchor="middle", size=12))
    steps = join([f"{text[kind]} {text[shape]}" for kind, shape, _, _ in ring], lang)
    desc = text["loop-desc"].format(steps=steps)
    return draw("loop", top + 2 * step + height + 12, parts, text["loop"], desc)


def _arrow(x: float, y: float, to_x: float, to_y: float) -> str:
    """A straight arrow, horizontal or vertical."""
    dx, dy = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
    side_x, side_y = 5 * abs(dy), 5 * abs(dx)
    base_x, base_y = to_x - 8 * dx, to_y - 8 * dy
    return (
        f'<path d="M{x:.1f} {y:.1f}L{base_x:.1f} {base_y:.1f}" '
        f'style="stroke:{INK};stroke-width:1.5"/>'
        f'<path d="M{to_x:.1f} {to_y:.1f}L{base_x - side_x:.1f} {base_y - side_y:.1f}'
        f'L{base_x + side_x:.1f} {base_y + side_y:.1f}Z" style="fill:{INK}"/>'
    )

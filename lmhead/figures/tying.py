"""The figures of chapter 05, one table with two uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from .drawing import BAR, MARK, MUTED, WIDTH, Svg, bar, draw, join, label, number, words_of

TEXT: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "uses": "One table, two uses",
        "uses-desc": "A table with a row each for {names}. Below, the row of {read} goes out of "
        "it and into the layers: the look-up. Above, the layers' hidden vector h comes back to the "
        "same table and is scored against every row, which gives {count} logits.",
        "layers": "layers",
        "in": "look-up: one row",
        "out": "h is scored against every row",
        "logits": "logits",
        "table": "E",
        "moves": "How far one update moves each row",
        "stretched": "The probabilities when h is stretched",
        "column": "{title}: {values}",
        "value": "{name} {value}",
        "accounts": "Where the parameters are",
        "accounts-row": "{model}: {parts}",
        "accounts-part": "{part} {count} million",
        "millions": "{count} M",
        "removed": "What tying removes",
        "removed-row": "{model}: {percent}% of the untied model",
        "repeats": "Every row scored against every row",
        "read": "read",
        "scored": "scored",
        "repeats-row": "after {name}: {scores}, so {first} first",
        "tie": " and ",
    },
    "zh": {
        "uses": "一张表，两种用法",
        "uses-desc": "一张表，{names}各占一行。下方：“{read}”的行从表里取出，送进各层，这是查表。"
        "上方：各层给出的隐藏向量 h 回到同一张表，给每一行打分，得到 {count} 个 logits。",
        "layers": "各层",
        "in": "查表：取一行",
        "out": "h 给每一行打分",
        "logits": "logits",
        "table": "E",
        "moves": "更新一次，每一行移动多远",
        "stretched": "拉长 h 之后的概率",
        "column": "{title}：{values}",
        "value": "{name} {value}",
        "accounts": "参数都在哪里",
        "accounts-row": "{model}：{parts}",
        "accounts-part": "{part} {count} 万",
        "millions": "{count} 万",
        "removed": "共享省去的部分",
        "removed-row": "{model}：占不共享时的 {percent}%",
        "repeats": "每一行与每一行的分数",
        "read": "读到",
        "scored": "打分",
        "repeats-row": "“{name}”之后：{scores}，最高的是{first}",
        "tie": "和",
    },
}

#: What parameters are counted in: millions in English, 万 (ten thousands) in Chinese.
UNIT: Final[Mapping[str, tuple[float, int]]] = {"en": (1e6, 1), "zh": (1e4, 0)}


def _arrow(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    """A level or an upright arrow from (x1, y1) to (x2, y2)."""
    if y1 == y2:
        back = 9 if x1 < x2 else -9
        head = f"M{x2} {y2}l{-back} -5v10Z"
    else:
        back = 9 if y1 < y2 else -9
        head = f"M{x2} {y2}l-5 {-back}h10Z"
    return (
        f'<path d="M{x1} {y1}L{x2} {y2}" style="stroke:{colour};stroke-width:2"/>'
        f'<path d="{head}" style="fill:{colour}"/>'
    )


def two_uses(names: Sequence[str], read: int, lang: str) -> Svg:
    """The one table of a tied model: a row goes into the layers, and h comes back to it."""
    text = words_of(TEXT, lang)
    left, top, width, row = 74, 78, 96, 28
    foot = top + row * len(names)
    parts = [label(left + width / 2, 66, text["table"], anchor="middle", style="font-weight:700")]
    for k, name in enumerate(names):
        y = top + row * k
        strong = 0.3 if k == read else 0.08
        parts.append(
            f'<rect data-row="{k}" x="{left}" y="{y}" width="{width}" height="{row - 3}" rx="3" '
            f'style="fill:{BAR};fill-opacity:{strong};stroke:{MUTED};stroke-width:1"/>'
        )
        # Right of the line that h comes down on.
        parts.append(label(left + width / 2 + 8, y + 18, name, anchor="middle"))
        parts.append(_arrow(left - 4, y + row / 2 - 1.5, 50, y + row / 2 - 1.5, MUTED))
    parts.append(
        label(42, (top + foot) / 2, text["logits"], anchor="end", size=12, style=f"fill:{MUTED}")
    )
    box = 296
    parts.append(
        f'<rect x="{box}" y="{top}" width="92" height="{foot - top - 3}" rx="6" '
        f'style="fill:{MUTED};fill-opacity:0.12;stroke:{MUTED};stroke-width:1"/>'
    )
    parts.append(label(box + 46, (top + foot) / 2 + 4, text["layers"], anchor="middle"))
    # In: from the row that is read. Out: h, down through the table, with a dot on every row.
    level = top + row * read + row / 2 - 1.5
    parts.append(_arrow(left + width + 4, level, box - 4, level, BAR))
    rail, last = left + 14, foot - row / 2 - 1.5
    parts.append(
        f'<path d="M{box + 46} {top - 4}V34H{rail}V{last}" fill="none" '
        f'style="stroke:{MARK};stroke-width:2"/>'
    )
    parts += [
        f'<circle data-scored="{k}" cx="{rail}" cy="{top + row * k + row / 2 - 1.5}" r="4" '
        f'style="fill:{MARK}"/>'
        for k in range(len(names))
    ]
    parts.append(label((left + width / 2 + box + 46) / 2, 26, text["out"], anchor="middle"))
    parts.append(label(box + 54, 62, "h", style="font-style:italic;font-weight:700"))
    parts.append(label((left + width + box) / 2, level - 8, text["in"], anchor="middle", size=13))
    desc = text["uses-desc"].format(
        names=join(names, lang), read=names[read], count=number(len(names))
    )
    return draw("two-uses", foot + 6, parts, text["uses"], desc)


def _columns(
    kind: str,
    names: Sequence[str],
    columns: Mapping[str, Sequence[float]],
    digits: int,
    lang: str,
    marked: int | None,
) -> Svg:
    """Columns of bars on one scale, a row a word; the row `marked` in another colour."""
    text = words_of(TEXT, lang)
    left, top, step = 66, 34, 28
    column = (WIDTH - left) / len(columns)
    longest = column - 56
    scale = longest / max(max(values) for values in columns.values())
    parts = [
        label(left - 10, top + step * k + 14, name, anchor="end") for k, name in enumerate(names)
    ]
    told = []
    for c, (title, values) in enumerate(columns.items()):
        x = left + column * c
        parts.append(label(x, 18, title, size=13, style=f"fill:{MUTED}"))
        parts.append(
            f'<path d="M{x:.1f} {top - 4}v{step * len(names)}" '
            f'style="stroke:{MUTED};stroke-width:1"/>'
        )
        for k, value in enumerate(values):
            y = top + step * k
            colour = MARK if k == marked else BAR
            parts.append(bar(x, y, value * scale, 18, f"{c}-{k}", colour))
            shown = number(value, digits) if value else "0"
            parts.append(label(x + value * scale + 5, y + 14, shown, size=13))
        row = [
            text["value"].format(name=n, value=number(v, digits) if v else "0")
            for n, v in zip(names, values, strict=True)
        ]
        told.append(text["column"].format(title=title, values=join(row, lang)))
    desc = "; ".join(told) if lang == "en" else "；".join(told)
    return draw(kind, top + step * len(names) + 4, parts, text[kind], desc)


def moves(
    names: Sequence[str], columns: Mapping[str, Sequence[float]], read: int, lang: str
) -> Svg:
    """How far (a length) each row moves through the exit, the entrance, and in one table."""
    return _columns("moves", names, columns, 2, lang, read)


def stretched(names: Sequence[str], columns: Mapping[str, Sequence[float]], lang: str) -> Svg:
    """The shares at several lengths of h, a column each."""
    return _columns("stretched", names, columns, 4, lang, None)


def accounts(models: Mapping[str, Mapping[str, int]], tables: Sequence[str], lang: str) -> Svg:
    """A bar a model, cut into its parts (name -> count); all bars end together at the right.

    The parts named in `tables` have a colour of their own.
    """
    text = words_of(TEXT, lang)
    full, top, step = 376.0, 8, 66
    unit, digits = UNIT[lang]
    widest = max(sum(parts.values()) for parts in models.values())
    drawn: list[str] = []
    told = []
    for m, (model, cuts) in enumerate(models.items()):
        total = sum(cuts.values())
        y, x = top + step * m, 12.0 + full * (1 - total / widest)
        drawn.append(label(12, y + 14, model, style="font-weight:700"))
        whole = text["millions"].format(count=number(total / unit, digits))
        drawn.append(label(388, y + 14, whole, anchor="end"))
        for c, (part, count) in enumerate(cuts.items()):
            length = count / widest * full
            colour = MARK if part in tables else BAR
            # Counted from the end, so that a part looks the same in every bar.
            strength = 1 if (len(cuts) - c) % 2 else 0.6
            drawn.append(bar(x, y + 22, length, 24, f"{m}-{c}", colour, strength))
            # Below the bar, in the page's ink: a colour behind text would not read in both.
            # What is too short for its name has it end where the part ends.
            wide = length > 50
            at, anchor = (x, "start") if wide else (x + length, "end")
            drawn.append(label(at, y + 60, part, anchor=anchor, size=12, style=f"fill:{MUTED}"))
            x += length
        row = [
            text["accounts-part"].format(part=part, count=number(count / unit, digits))
            for part, count in cuts.items()
        ]
        told.append(text["accounts-row"].format(model=model, parts=join(row, lang)))
    desc = "; ".join(told) if lang == "en" else "；".join(told)
    return draw("accounts", top + step * len(models) + 2, drawn, text["accounts"], desc)


def removed(percents: Mapping[str, float], lang: str) -> Svg:
    """What share of each untied model one of its two tables is."""
    text = words_of(TEXT, lang)
    left, top, step = 118, 8, 30
    scale = (WIDTH - left - 64) / max(percents.values())
    parts: list[str] = []
    told = []
    for m, (model, percent) in enumerate(percents.items()):
        y = top + step * m
        parts.append(label(left - 8, y + 15, model, anchor="end"))
        parts.append(bar(left, y, percent * scale, 20, f"{m}", BAR))
        shown = number(percent, 1)
        parts.append(label(left + percent * scale + 6, y + 15, f"{shown}%"))
        told.append(text["removed-row"].format(model=model, percent=shown))
    return draw("removed", top + step * len(percents), parts, text["removed"], join(told, lang))


def repeats(names: Sequence[str], scores: Sequence[Sequence[float]], lang: str) -> Svg:
    """The scores E Eᵀ (V, V): a row for the word that was read, its largest scores framed."""
    text = words_of(TEXT, lang)
    left, top, width, height = 92, 54, 72, 32
    highest = max(max(row) for row in scores) or 1.0
    parts = [
        label(left - 12, 42, text["read"], anchor="end", style=f"fill:{MUTED}"),
        label(
            left + width * len(names) / 2,
            16,
            text["scored"],
            anchor="middle",
            style=f"fill:{MUTED}",
        ),
    ]
    told = []
    for k, name in enumerate(names):
        parts.append(label(left + width * (k + 0.5), 42, name, anchor="middle"))
        parts.append(label(left - 12, top + height * k + 20, name, anchor="end"))
        for j, score in enumerate(scores[k]):
            x, y = left + width * j, top + height * k
            first = score == max(scores[k])
            parts.append(
                f'<rect data-cell="{k}-{j}" x="{x + 2}" y="{y + 2}" width="{width - 4}" '
                f'height="{height - 4}" rx="3" style="fill:{BAR};'
                f"fill-opacity:{0.45 * max(score, 0) / highest:.3f};"
                f'stroke:{MARK if first else MUTED};stroke-width:{2.5 if first else 0.5}"/>'
            )
            parts.append(
                label(
                    x + width / 2,
                    y + 21,
                    number(score),
                    anchor="middle",
                    style="font-weight:700" if first else "",
                )
            )
        leaders = [names[j] for j, score in enumerate(scores[k]) if score == max(scores[k])]
        told.append(
            text["repeats-row"].format(
                name=name,
                scores=join([number(score) for score in scores[k]], lang),
                first=text["tie"].join(leaders),
            )
        )
    desc = "; ".join(told) if lang == "en" else "；".join(told)
    return draw("repeats", top + height * len(names) + 4, parts, text["repeats"], desc)

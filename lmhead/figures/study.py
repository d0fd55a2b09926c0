"""The figures of the study (chapter 06): pairs of runs, the map, and the papers' numbers."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, Final

from ..papers import RESULTS, Published
from ..results import SEEDS, Difference, differences, map_of_regimes, perplexities
from .drawing import BAR, INK, MARK, MUTED, WIDTH, Svg, draw, label, number, words_of

__all__ = ["cell_name", "pairs", "papers", "regimes"]

TEXT: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "pairs": "Shared minus not shared, every pair of runs",
        "pairs-desc": "Differences of the validation loss in nats; left of zero sharing is ahead. "
        "{rows}",
        "pairs-row": "{cell}, {against}, {when}: mean {mean}, pairs {values}",
        "tied": "equal width",
        "wide": "equal parameters",
        "early": "early",
        "best": "at its best",
        "ahead": "← better",
        "behind": "worse →",
        "regimes": "The map: shared minus not shared, in nats",
        "regimes-desc": "A row for each setting, a column for each number of tokens seen; below "
        "zero sharing is ahead, a frame marks differences whose interval excludes zero. {rows}",
        "regimes-row": "{cell}: {values}",
        "regimes-value": "{value} at {tokens}",
        "tokens": "tokens seen",
        "thousand": "{count}k",
        "part": "1/{part}",
        "whole": "all",
        "lstm": "LSTM, {part}",
        "dropout": "{name}, dropout {dropout}",
        "narrow": "{name}, width {width}",
        "words": "{name}, {words} words",
        "list": ", ",
        "rows": "; ",
        "source": "source",
        "text": "text",
        "model": "model",
        "untied": "not shared",
        "shared": "shared",
        "change": "change",
        "here": "this course",
        "valid": "validation",
        "test": "test",
        "docstrings": "docstrings",
        "caption": "Perplexities; change: of the perplexity, in per cent. Texts and vocabularies "
        "differ, so only the changes compare.",
    },
    "zh": {
        "pairs": "共享减不共享，每一对训练",
        "pairs-desc": "验证损失之差（奈特）；零点左侧表示共享更好。{rows}",
        "pairs-row": "{cell}，{against}，{when}：平均 {mean}，各对 {values}",
        "tied": "宽度相同",
        "wide": "参数相同",
        "early": "早期",
        "best": "各自最佳",
        "ahead": "← 更好",
        "behind": "更差 →",
        "regimes": "全图：共享减不共享（奈特）",
        "regimes-desc": "每种设置一行，每个读过的词元数一列；负数表示共享更好，"
        "加框表示差别的置信区间不含零。{rows}",
        "regimes-row": "{cell}：{values}",
        "regimes-value": "{tokens}词元时 {value}",
        "tokens": "读过的词元数",
        "thousand": "{count} 千",
        "part": "1/{part}",
        "whole": "全部",
        "lstm": "LSTM，{part}",
        "dropout": "{name}，dropout {dropout}",
        "narrow": "{name}，宽度 {width}",
        "words": "{name}，{words} 词",
        "list": "，",
        "rows": "；",
        "source": "来源",
        "text": "文本",
        "model": "模型",
        "untied": "不共享",
        "shared": "共享",
        "change": "变化",
        "here": "本课程",
        "valid": "验证",
        "test": "测试",
        "docstrings": "文档字符串",
        "caption": "表中是困惑度；“变化”是困惑度变化的百分比。文本和词表各不相同，"
        "只有变化可以相互比较。",
    },
}


def cell_name(cell: Mapping[str, Any], lang: str) -> str:
    """What a cell is called in a figure: its share of the text, and what sets it apart."""
    text = words_of(TEXT, lang)
    name = text["part"].format(part=cell["part"]) if cell["part"] > 1 else text["whole"]
    if cell["body"] == "lstm":
        name = text["lstm"].format(part=name)
    elif cell["width"] != 64:
        name = text["narrow"].format(name=name, width=cell["width"])
    if cell["vocabulary"] != 10_000:
        name = text["words"].format(name=name, words=number(cell["vocabulary"]))
    if cell["dropout"]:
        name = text["dropout"].format(name=name, dropout=number(cell["dropout"]))
    return name


def _measured(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Cells with a pair for each of `SEEDS`: transformers by the size of their text, then LSTMs."""
    measured = {
        each.cell
        for each in differences(data)
        if each.head == "tied" and set(SEEDS) <= set(each.pairs)
    }
    cells = [cell for cell in data["design"]["cells"] if cell["name"] in measured]
    return sorted(
        cells,
        key=lambda c: (c["body"] != "transformer", -c["width"], c["part"], c["dropout"]),
    )


def pairs(data: Mapping[str, Any], lang: str) -> Svg:
    """Every pair's difference, a dot a seed and a bar for the mean: early, and at its best.

    Left: equal width. Right: equal parameters, where measured. One scale for all.
    """
    text = words_of(TEXT, lang)
    measured = _measured(data)
    if not measured:
        raise ValueError("There are no pairs of runs to draw.")
    found = {
        (each.cell, each.head, when): each
        for when in ("early", "best")
        for each in differences(data, when)
        if each.cell in {cell["name"] for cell in measured}
    }
    reach = max(abs(value) for each in found.values() for value in each.pairs.values())
    half, left, y = 66.0, 84.0, 62.0
    centres = {"tied": left + half + 8, "wide": WIDTH - half - 4}
    parts: list[str] = []
    rows: list[str] = []
    zeros: list[str] = []  # beside the rows alone: a cell's name may reach across
    for cell in measured:
        name = cell_name(cell, lang)
        parts.append(label(2, y, name, size=13, style="font-weight:700"))
        zeros.append(f"{y + 5:g}v38")
        for when in ("early", "best"):
            y += 17
            parts.append(label(left - 6, y, text[when], anchor="end", size=12))
            for head, centre in centres.items():
                each = found.get((cell["name"], head, when))
                if each is not None:
                    parts += _dots(each, centre, y - 4, half / reach)
                    rows.append(_told(each, name, text))
        y += 24
    for head, centre in centres.items():
        parts.append(label(centre, 16, text[head], anchor="middle", size=13))
        parts.append(label(centre - 5, 36, text["ahead"], anchor="end", size=11))
        parts.append(label(centre + 5, 36, text["behind"], size=11))
        line = "".join(f"M{centre} {zero}" for zero in zeros)
        parts.append(f'<path data-zero="{head}" d="{line}" style="stroke:{MUTED};stroke-width:1"/>')
        edge = number(reach, 2)
        for x, value, anchor in ((-half, f"−{edge}", "start"), (0, "0", "middle")):
            parts.append(label(centre + x, y, value, anchor=anchor, size=11))
        parts.append(label(centre + half, y, f"+{edge}", anchor="end", size=11))
    desc = text["pairs-desc"].format(rows=text["rows"].join(rows))
    return draw("pairs", y + 6, parts, text["pairs"], desc)


def _dots(each: Difference, centre: float, y: float, scale: float) -> list[str]:
    """A dot a pair, and an upright bar at their mean."""
    colour = BAR if each.mean < 0 else MARK
    mean = centre + each.mean * scale
    parts = [
        f'<path data-mean="{each.cell}-{each.head}-{each.when}" d="M{mean:.2f} {y - 7:.1f}v14" '
        f'style="stroke:{colour};stroke-width:3"/>'
    ]
    return parts + [
        f'<circle data-pair="{each.cell}-{each.head}-{each.when}-{seed}" '
        f'cx="{centre + value * scale:.2f}" cy="{y:.1f}" r="3.2" '
        f'style="fill:{colour};fill-opacity:0.75"/>'
        for seed, value in each.pairs.items()
    ]


def _told(each: Difference, name: str, text: Mapping[str, str]) -> str:
    return text["pairs-row"].format(
        cell=name,
        against=text[each.head],
        when=text[each.when],
        mean=number(each.mean, 3, sign=True),
        values=text["list"].join(number(v, 3, sign=True) for v in each.pairs.values()),
    )


def regimes(data: Mapping[str, Any], lang: str) -> Svg:
    """The map: a row a cell, a column a number of tokens seen, the mean difference in each.

    The colour says which side is ahead, its strength by how much; a frame, that the pairs decide.
    """
    text = words_of(TEXT, lang)
    measured = [cell["name"] for cell in _measured(data)]
    found = {n: points for n, points in map_of_regimes(data).items() if n in measured}
    if not found:
        raise ValueError("There are no pairs of runs to draw.")
    most = max(abs(each.mean) for points in found.values() for _, each in points) or 1.0
    columns = max(len(points) for points in found.values())
    left, width, high, y = 4.0, (WIDTH - 8.0) / columns, 30.0, 8.0
    parts: list[str] = []
    rows: list[str] = []
    for cell in _measured(data):
        points = found[cell["name"]]
        name = cell_name(cell, lang)
        parts.append(label(left, y + 12, name, size=13, style="font-weight:700"))
        said = []
        for c, (seen, each) in enumerate(points):
            x, top = left + width * c, y + 18
            tokens = text["thousand"].format(count=number(round(seen / 1000)))
            colour = BAR if each.mean < 0 else MARK
            frame = f"stroke:{INK};stroke-width:2" if each.verdict != "undecided" else "stroke:none"
            parts.append(
                f'<rect data-place="{cell["name"]}-{seen}" x="{x + 2:.1f}" y="{top:.1f}" '
                f'width="{width - 4:.1f}" height="{high:.1f}" rx="3" style="fill:{colour};'
                f'fill-opacity:{0.05 + 0.4 * abs(each.mean) / most:.3f};{frame}"/>'
            )
            value = number(each.mean, 2, sign=True)
            parts.append(label(x + width / 2, top + 20, value, anchor="middle", size=12))
            parts.append(
                label(
                    x + width / 2,
                    top + high + 13,
                    tokens,
                    anchor="middle",
                    size=11,
                    style=f"fill:{MUTED}",
                )
            )
            said.append(text["regimes-value"].format(value=value, tokens=tokens))
        rows.append(text["regimes-row"].format(cell=name, values=text["list"].join(said)))
        y += 18 + high + 28
    parts.append(label(left, y + 6, text["tokens"], size=12, style=f"fill:{MUTED}"))
    desc = text["regimes-desc"].format(rows=text["rows"].join(rows))
    return draw("regimes", y + 14, parts, text["regimes"], desc)


# -- the papers ----------------------------------------------------------------------------------


def papers(data: Mapping[str, Any], lang: str) -> Svg:
    """A table in HTML: perplexities of the papers and of the study, and by how much they change."""
    text = words_of(TEXT, lang)
    ours = [
        Published(
            text["here"],
            None,
            text["docstrings"],
            "valid",
            cell_name(cell, lang),
            found["untied"],
            found["tied"],
        )
        for cell in _measured(data)
        for found in (perplexities(data, cell["name"]),)
    ]
    titles = ("source", "model", "text", "untied", "shared", "change")
    head = "".join(f'<th scope="col">{escape(text[title])}</th>' for title in titles)
    body = "".join(_row(each, text) for each in (*RESULTS, *ours))
    return Svg(
        '<div class="pst-scrollable-table-container" style="font-size:0.9em" tabindex="0">'
        '<table class="table">'
        f"<caption>{escape(text['caption'])}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def _row(each: Published, text: Mapping[str, str]) -> str:
    part = text.get(each.part, each.part)
    change = number(100 * (each.tied / each.untied - 1), 1, sign=True)
    source = escape(each.source)
    if each.arxiv is not None:
        source = f'<a href="https://arxiv.org/abs/{each.arxiv}">{source}</a>'
    cells = (
        f'<th scope="row">{source}</th>',
        f"<td>{escape(each.model)}</td>",
        f"<td>{escape(each.text)}{text['list']}{escape(part)}</td>",
        f"<td>{number(each.untied, 1)}</td>",
        f"<td>{number(each.tied, 1)}</td>",
        f"<td>{change}%</td>",
    )
    return f"<tr>{''.join(cells)}</tr>"

"""The map of the course: the last step as one picture, with the chapter of each part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .drawing import BAR, INK, MARK, MUTED, WIDTH, Svg, draw, label, words_of

TEXT: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "title": "The last step of a language model",
        "desc": "A column of boxes. The hidden vector h, d numbers (chapter 1), times the output "
        "embedding W_out, V rows, gives V logits (chapters 1 and 2). Softmax turns them into V "
        "probabilities that sum to 1 (chapter 2). Greedy decoding takes the largest, sampling "
        "chooses by chance (chapter 4); the word is appended, and the model's layers make the "
        "next h. Beside it: "
        "the input embedding E and W_out are one table when they are tied (chapter 5), and "
        "training pushes the correct word's logit up (chapter 3).",
        "h": "hidden vector h: d numbers",
        "w": "times W_out: V rows",
        "z": "V logits, any real numbers",
        "softmax": "softmax",
        "p": "V probabilities, sum 1",
        "choose": "greedy, or sampling",
        "word": "one word, appended to the text",
        "again": "and again, through the model's layers",
        "tied": "input embedding?",
        "train": "training",
        "ch": "ch. {n}",
    },
    "zh": {
        "title": "语言模型的最后一步",
        "desc": "一列方框。d 维的隐藏向量 h（第 1 章）乘输出投影 W_out 的 V 行，得到 V 个 logits"
        "（第 1、2 章）；softmax 把它们变成和为 1 的 V 个概率（第 2 章）；贪心取最大的一个，"
        "采样按概率取一个（第 4 章）；选出的词接到文本后面，再经过模型的各层，从头来过。旁边："
        "权重共享时，词向量表 E 与 W_out 是同一份参数（第 5 章）；"
        "训练把正确词的 logit 往上推（第 3 章）。",
        "h": "隐藏向量 h：d 个数",
        "w": "乘 W_out：V 行",
        "z": "V 个 logits，任意实数",
        "softmax": "softmax",
        "p": "V 个概率，和为 1",
        "choose": "取最大，或采样",
        "word": "一个词，接到文本后面",
        "again": "再经过模型的各层，从头来过",
        "tied": "就是词向量表？",
        "train": "训练",
        "ch": "第 {n} 章",
    },
}

# What each box says and where it is taught; a wide box is a thing, a narrow one an operation.
_BOXES: Final = (
    ("h", "1", True),
    ("w", "1", False),
    ("z", "2", True),
    ("softmax", "2", False),
    ("p", "2", True),
    ("choose", "4", False),
    ("word", "4", True),
)
_LEFT, _STEP, _TALL = 44.0, 50.0, 32.0


def last_step(lang: str) -> Svg:
    """The whole step from h to a word, with the numbers of the chapters beside it."""
    text = words_of(TEXT, lang)
    parts: list[str] = []
    for at, (key, chapter, thing) in enumerate(_BOXES):
        top = 12 + at * _STEP
        wide, x = (216.0, _LEFT) if thing else (150.0, _LEFT + 33)
        parts.append(
            f'<rect x="{x:g}" y="{top:g}" width="{wide:g}" height="{_TALL:g}" rx="5" '
            f'style="fill:{BAR if thing else "none"};fill-opacity:0.14;stroke:{BAR};'
            f'stroke-dasharray:{"none" if thing else "4 3"}"/>'
        )
        middle = _LEFT + 108
        parts.append(label(middle, top + 21, text[key], anchor="middle", size=13))
        chapters = text["ch"].format(n=chapter)
        parts.append(
            label(WIDTH - 4, top + 21, chapters, anchor="end", size=12, style="opacity:.75")
        )
        if at + 1 < len(_BOXES):
            parts.append(_arrow(middle, top + _TALL, middle, top + _STEP))
    bottom, first = 12 + 6 * _STEP + _TALL / 2, 12 + _TALL / 2
    parts.append(
        f'<path d="M {_LEFT:g} {bottom:g} H 14 V {first:g} H {_LEFT - 5:g}" '
        f'style="fill:none;stroke:{MUTED};stroke-width:1.5"/>'
    )
    parts.append(_head(_LEFT, first, "right"))
    parts.append(
        f'<text transform="translate(9 {(bottom + first) / 2:g}) rotate(-90)" '
        f'text-anchor="middle" style="fill:{INK};font-size:12px">{text["again"]}</text>'
    )
    for key, at, chapter in (("tied", 1, "5"), ("train", 2, "3")):
        y = 12 + at * _STEP + _TALL + 11
        said = f"{text[key]} {text['ch'].format(n=chapter)}"
        parts.append(label(WIDTH - 4, y, said, anchor="end", size=12, style=f"fill:{MARK}"))
    height = 12 + len(_BOXES) * _STEP
    return draw("last-step", height, parts, text["title"], text["desc"])


def _arrow(x: float, y: float, to_x: float, to_y: float) -> str:
    line = f'<path d="M {x:g} {y:g} L {to_x:g} {to_y - 5:g}" style="fill:none;stroke:{MUTED};'
    return line + 'stroke-width:1.5"/>' + _head(to_x, to_y, "down")


def _head(x: float, y: float, way: str) -> str:
    if way == "down":
        points = f"{x - 4:g},{y - 7:g} {x + 4:g},{y - 7:g} {x:g},{y:g}"
    else:
        points = f"{x - 7:g},{y - 4:g} {x - 7:g},{y + 4:g} {x:g},{y:g}"
    return f'<polygon points="{points}" style="fill:{MUTED}"/>'

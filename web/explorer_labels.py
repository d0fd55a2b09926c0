"""What the head explorer says, in both languages.

``{name}`` is filled in by the script, or by the directive where the text stands in the page itself.
"""

from __future__ import annotations

from web.labels import Edition

# Not broken at the end of a line.
ALONG = "[1,\u00a01,\u00a00]"

# The element's own text, for readers who see its start alone.
STATIC: dict[str, dict[str, str]] = {
    "en": {
        "title": "Move h yourself",
        "static": "With JavaScript, $h$ can be moved here. At the start it is {h}, and the numbers "
        "are these:",
        "figure": "The same numbers as a figure",
        "word": "word",
        "row": "row",
        "logit": "logit",
        "share": "share",
    },
    "zh": {
        "title": "自己动手移动 h",
        "static": "启用 JavaScript 后，可以在这里移动 $h$。开始时它是 {h}，各个数如下：",
        "figure": "同样的数画成的图",
        "word": "词",
        "row": "行",
        "logit": "logit",
        "share": "份额",
    },
}

# What the script needs. `seen-...` belongs to a head, the rest to all of them.
SCRIPT: dict[str, dict[str, str]] = {
    "en": {
        "handle": "Hidden vector h",
        "picture": "The rows of W_out and h as arrows",
        "entry": "The numbers of h",
        "keys": "Drag the ring, or use the arrow keys; with Shift the steps are larger, and Home "
        "goes back to the start.",
        "seen-four-words": "Across is h₁ − h₂, up is h₃. The picture looks along "
        f"{ALONG}: to add that to h raises all four logits alike and changes no share, so "
        "everything that the shares depend on is in the picture.",
        "seen-five-words": "Across is h₁, up is h₂.",
        "shares": "Scores and shares. A bar is as long as the share; the shortest is a thin line.",
        "word": "word",
        "logit": "logit z",
        "scaled": "z / T",
        "exponential": "exp(z)",
        "share": "share",
        "length": "Length of h",
        "temperature": "Temperature T",
        "u": "Random number u",
        "falls": "u = {u} falls into the interval of {word}, from {start} to {end}.",
        "draw": "Draw {n}",
        "clear": "Clear",
        "seed": "Seed",
        "draws": "Greedy and a run of draws: how often each word came",
        "greedy": "greedy",
        "drawn": "drawn",
        "expected": "n × share",
        "always": "Greedy, the last ones: {words}",
        "latest": "Drawn, the last ones: {words}",
        "and": ", ",
        "generator": "The generator is mulberry32. The same seed gives the same numbers again, "
        "though not those of numpy. When the shares change, the same numbers fall into other "
        "intervals.",
        "tables": "The model",
        "untied": "untied: two tables, equal before the step",
        "tied": "tied: one table",
        "right": "The right next word",
        "model": "{read} was read, and the layers add {added} to its row: h = {h}.",
        "moves": "How far one step at rate 1 moves each row",
        "entrance": "E, at the entrance",
        "exit": "W_out, at the exit",
        "both": "the one table",
        "rests": "rests",
        "movedUntied": "Rows that move: {table} of {all} in E, {wOut} of {all} in W_out.",
        "movedTied": "Rows that move: {table} of {all}, at the entrance and at the exit alike.",
        "result": "The share of {word}: {before} before the step, {after} after it.",
        "summary": "h = {h}. First: {first}, with a share of {most}. Last: {last}, with {least}.",
        "again": "Back to the start",
    },
    "zh": {
        "handle": "隐藏向量 h",
        "picture": "W_out 的各行与 h，画成箭头",
        "entry": "h 的各个数",
        "keys": "拖动圆环，或用方向键移动；按住 Shift 步子更大，按 Home 回到起点。",
        "seen-four-words": "横向是 h₁ − h₂，纵向是 h₃。"
        f"这幅图是沿着 {ALONG} 的方向看过去的："
        "给 h 加上它，四个 logits 一起升高，份额一个也不变。所以，凡是份额所依据的，图上都有。",
        "seen-five-words": "横向是 h₁，纵向是 h₂。",
        "shares": "分数与份额。条的长度就是份额，最短的是一条细线。",
        "word": "词",
        "logit": "logit z",
        "scaled": "z / T",
        "exponential": "exp(z)",
        "share": "份额",
        "length": "h 的长度",
        "temperature": "温度 T",
        "u": "随机数 u",
        "falls": "u = {u} 落在“{word}”的区间里，从 {start} 到 {end}。",
        "draw": "抽 {n} 次",
        "clear": "清空",
        "seed": "种子",
        "draws": "贪心与一连串抽样：每个词出现的次数",
        "greedy": "贪心",
        "drawn": "抽到",
        "expected": "n × 份额",
        "always": "贪心，最近几次：{words}",
        "latest": "抽样，最近几次：{words}",
        "and": "、",
        "generator": "随机数发生器是 mulberry32。种子相同，得到的数就相同，但与 numpy 的不同。"
        "份额变了，同样的数就落在不同的区间里。",
        "tables": "模型",
        "untied": "不共享：两张表，走这一步之前相等",
        "tied": "共享：一张表",
        "right": "正确的下一个词",
        "model": "读到的是“{read}”，各层给它的行加上 {added}：h = {h}。",
        "moves": "以学习率 1 走一步，每一行移动多远",
        "entrance": "入口的 E",
        "exit": "出口的 W_out",
        "both": "同一张表",
        "rests": "不动",
        "movedUntied": "移动的行：E 有 {table} 行，W_out 有 {wOut} 行，各共 {all} 行。",
        "movedTied": "移动的行：{table} 行（共 {all} 行），入口和出口看到的一样。",
        "result": "“{word}”的份额：走这一步之前是 {before}，之后是 {after}。",
        "summary": "h = {h}。最高的是“{first}”，份额 {most}；最低的是“{last}”，份额 {least}。",
        "again": "回到起点",
    },
}


def script_labels(edition: Edition, head: str) -> dict[str, str]:
    """What the script is given for one head: ``seen`` is the sentence on that head's picture."""
    table = SCRIPT[edition.code]
    labels = {key: text for key, text in table.items() if not key.startswith("seen-")}
    return {**labels, "seen": table[f"seen-{head}"]}

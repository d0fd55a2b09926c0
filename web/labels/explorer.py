"""What the head explorer says. ``explorer-view.js`` is given ``say-…`` and fills in ``{…}``.

``say-seen-HEAD`` is the sentence on the picture of one head.
"""

from __future__ import annotations

# Not broken at the end of a line.
ALONG = "[1,\u00a01,\u00a00]"

EN: dict[str, str] = {
    "explorer.title": "Move h yourself",
    "explorer.static": "With JavaScript, $h$ can be moved here. At the start it is {h}, and the "
    "numbers "
    "are these:",
    "explorer.figure": "The same numbers as a figure",
    "explorer.word": "word",
    "explorer.row": "row",
    "explorer.logit": "logit",
    "explorer.share": "probability",
    "explorer.say-handle": "Hidden vector h",
    "explorer.say-picture": "The rows of W_out and h as arrows",
    "explorer.say-entry": "The numbers of h",
    "explorer.say-keys": "Drag the ring, or use the arrow keys; with Shift it moves further, "
    "and Home "
    "goes back to the start.",
    "explorer.say-seen-four-words": "Across is h₁ − h₂, up is h₃. Two axes are "
    f"enough for three numbers here: adding {ALONG} to h raises all four logits alike, and so "
    "changes no probability.",
    "explorer.say-seen-five-words": "Across is h₁, up is h₂.",
    "explorer.say-shares": "Scores and probabilities. The longer a bar, the larger the "
    "probability; the shortest is a thin line.",
    "explorer.say-word": "word",
    "explorer.say-logit": "logit z",
    "explorer.say-scaled": "z / T",
    "explorer.say-exponential": "exp(z)",
    "explorer.say-share": "probability",
    "explorer.say-length": "Length of h",
    "explorer.say-temperature": "Temperature T",
    "explorer.say-u": "Random number u",
    "explorer.say-falls": "u = {u} falls into the interval of {word}, from {start} to {end}.",
    "explorer.say-draw": "Sample {n}",
    "explorer.say-clear": "Clear",
    "explorer.say-seed": "Seed",
    "explorer.say-draws": "Greedy, and sampling: how often each word came",
    "explorer.say-greedy": "greedy",
    "explorer.say-drawn": "sampled",
    "explorer.say-expected": "n × p",
    "explorer.say-always": "Greedy, the last ones: {words}",
    "explorer.say-latest": "Sampled, the last ones: {words}",
    "explorer.say-and": ", ",
    "explorer.say-generator": "The generator is mulberry32. The same seed gives the same numbers "
    "again, "
    "though not those of numpy. When the probabilities change, the same numbers fall into other "
    "intervals.",
    "explorer.say-tables": "The model",
    "explorer.say-untied": "untied: two tables, equal before the update",
    "explorer.say-tied": "tied: one table",
    "explorer.say-right": "The correct next word",
    "explorer.say-model": "{read} was read, and the layers add {added} to its row: h = {h}.",
    "explorer.say-moves": "How far one update at rate 1 moves each row",
    "explorer.say-entrance": "E, as input embedding",
    "explorer.say-exit": "W_out, as output embedding",
    "explorer.say-both": "the one table",
    "explorer.say-rests": "still",
    "explorer.say-movedUntied": "Rows that move: {table} of {all} in E, {wOut} of {all} in W_out.",
    "explorer.say-movedTied": "Rows that move: {table} of {all}, for both uses.",
    "explorer.say-result": "The probability of {word}: {before} before the update, {after} "
    "after it.",
    "explorer.say-summary": "h = {h}. First: {first}, with a probability of {most}. "
    "Last: {last}, with {least}.",
    "explorer.say-again": "Back to the start",
}

ZH: dict[str, str] = {
    "explorer.title": "自己动手移动 h",
    "explorer.static": "启用 JavaScript 后，可以在这里移动 $h$。开始时它是 {h}，各个数如下：",
    "explorer.figure": "同样的数画成的图",
    "explorer.word": "词",
    "explorer.row": "行",
    "explorer.logit": "logit",
    "explorer.share": "概率",
    "explorer.say-handle": "隐藏向量 h",
    "explorer.say-picture": "W_out 的各行与 h，画成箭头",
    "explorer.say-entry": "h 的各个数",
    "explorer.say-keys": "拖动圆环，或用方向键移动；按住 Shift 移动得更远，按 Home 回到起点。",
    "explorer.say-seen-four-words": "横向是 h₁ − h₂，纵向是 h₃。"
    f"三个数用两个方向来画就够了：给 h 加上 {ALONG}，四个 logits 升高得一样多，"
    "概率一个也不变。",
    "explorer.say-seen-five-words": "横向是 h₁，纵向是 h₂。",
    "explorer.say-shares": "分数与概率。条越长，概率越大，最短的是一条细线。",
    "explorer.say-word": "词",
    "explorer.say-logit": "logit z",
    "explorer.say-scaled": "z / T",
    "explorer.say-exponential": "exp(z)",
    "explorer.say-share": "概率",
    "explorer.say-length": "h 的长度",
    "explorer.say-temperature": "温度 T",
    "explorer.say-u": "随机数 u",
    "explorer.say-falls": "u = {u} 落在“{word}”的区间里，从 {start} 到 {end}。",
    "explorer.say-draw": "采样 {n} 次",
    "explorer.say-clear": "清空",
    "explorer.say-seed": "种子",
    "explorer.say-draws": "贪心与采样：每个词出现的次数",
    "explorer.say-greedy": "贪心",
    "explorer.say-drawn": "采样",
    "explorer.say-expected": "n × 概率",
    "explorer.say-always": "贪心，最近几次：{words}",
    "explorer.say-latest": "采样，最近几次：{words}",
    "explorer.say-and": "、",
    "explorer.say-generator": "随机数发生器是 mulberry32。种子相同，得到的数就相同，但与 numpy "
    "的不同。"
    "概率变了，同样的数就落在不同的区间里。",
    "explorer.say-tables": "模型",
    "explorer.say-untied": "不共享：两张表，更新之前相等",
    "explorer.say-tied": "共享：一张表",
    "explorer.say-right": "正确的下一个词",
    "explorer.say-model": "读到的是“{read}”，各层给它的行加上 {added}：h = {h}。",
    "explorer.say-moves": "以学习率 1 更新一次，每一行移动多远",
    "explorer.say-entrance": "E，作输入",
    "explorer.say-exit": "W_out，作输出",
    "explorer.say-both": "同一张表",
    "explorer.say-rests": "不动",
    "explorer.say-movedUntied": "移动的行：E 有 {table} 行，W_out 有 {wOut} 行，各共 {all} 行。",
    "explorer.say-movedTied": "移动的行：{table} 行（共 {all} 行），两种用法都跟着变。",
    "explorer.say-result": "“{word}”的概率：更新之前是 {before}，之后是 {after}。",
    "explorer.say-summary": "h = {h}。最高的是“{first}”，概率 {most}；最低的是“{last}”，概率 "
    "{least}。",
    "explorer.say-again": "回到起点",
}

"""What the predictions say; ``predict.js`` finds its part on the element."""

from __future__ import annotations

EN: dict[str, str] = {
    "predict.title": "Predict first",
    "predict.legend": "Your answer",
    "predict.commit": "Commit",
    "predict.again": "Think again",
    "predict.choose": "Choose an answer first.",
    "predict.chosen": "your answer",
    "predict.right": "Right",
    "predict.wrong": "Not this one",
    "predict.said-right": "Right. The other replies can be opened too.",
    "predict.said-wrong": "Not this one. Its reply is open; the others can be opened too.",
    "predict.before": "At the start of the course",
    "predict.now": "Now",
    "predict.unanswered": "No answer is kept in this browser.",
}

ZH: dict[str, str] = {
    "predict.title": "先预测",
    "predict.legend": "你的答案",
    "predict.commit": "确定",
    "predict.again": "重新作答",
    "predict.choose": "请先选一个答案。",
    "predict.chosen": "你的选择",
    "predict.right": "正确",
    "predict.wrong": "不是这一项",
    "predict.said-right": "正确。其他选项的说明也可以展开。",
    "predict.said-wrong": "不是这一项。它的说明已经展开，其他选项的说明也可以展开。",
    "predict.before": "开始课程时",
    "predict.now": "现在",
    "predict.unanswered": "这个浏览器里没有保存答案。",
}

"""What the line and the table of progress say, once per language.

``{…}`` is filled in by the build, or, where a key starts with ``say-``, by the page's script.
"""

from __future__ import annotations

PROGRESS_LABELS: dict[str, dict[str, str]] = {
    "en": {
        "name": "Your progress on this page",
        "predictions": "Predictions: {answered} of {questions} answered, {right} right",
        "tryits": "Try it: {passed} of {tryits} passed",
        "next-predict": "Next: a prediction",
        "next-tryit": "Next: a cell to try",
        "all": "All done on this page",
        "unkept": "This browser does not keep what you do here: its storage is full or "
        "not allowed, so answers and marks last as long as this page.",
        "checks": "Checks right in this browser’s notebook: {checked} of {tasks}",
        "mark": "I have done this notebook",
        "mark-note": "Your own mark, kept in this browser; the checks are in the notebook.",
        "mark-note-checks": "Your own mark, for a notebook done elsewhere. In the browser the "
        "checks count by themselves, as the notebook was saved last.",
        "caption": "What this browser keeps of your work",
        "column-page": "page",
        "column-answered": "predicted",
        "column-right": "right",
        "column-passed": "passed",
        "column-notebook": "notebook",
        "of": "{count}/{all}",
        "done": "done",
        "open": "not yet",
        "total": "All",
        "about": "A prediction counts when it is answered; how many are right stands beside it. A "
        "notebook is done when all its checks are right in the copy that this browser keeps, or "
        "when you mark it so on its page. All of it stays in this browser and is sent nowhere.",
        "save": "Save as a file",
        "load": "Add from a file",
        "forget": "Forget everything here",
        "ask": "Forget your answers, the cells you passed and the code in them, and your marks in "
        "this browser? Notebooks that you did in the browser stay. This cannot be undone.",
        "yes": "Forget",
        "no": "Keep",
        "say-saved": "Saved as {file}.",
        "say-added": "Added from {file}: predictions {predictions}, cells passed "
        "{tryits}, notebooks {notebooks}, checks {checks}. What was here has stayed.",
        "say-nothing": "{file} holds nothing that is not here already.",
        "say-left": "Left out, since the course does not have them: {count}.",
        "say-forgotten": "Everything kept here is forgotten.",
        "say-kept": "Nothing was forgotten.",
        "say-refused": "{file} was not read: {reason} Nothing has changed.",
        "say-large": "It is larger than {limit} KB, so it was not saved here.",
        "say-no-json": "It is not JSON.",
        "say-foreign": "It is not a file that this course has saved.",
        "say-newer": "A newer version of the course has saved it.",
        "say-entry": "Its entry {entry} is not one that this course writes.",
        "noscript": "Progress is counted with JavaScript, in your browser alone. Without "
        "it every page can be read, and nothing is counted.",
    },
    "zh": {
        "name": "本页进度",
        "predictions": "预测：已答 {answered}/{questions}，其中答对 {right}",
        "tryits": "动手试试：通过 {passed}/{tryits}",
        "next-predict": "下一项：预测",
        "next-tryit": "下一项：动手试试",
        "all": "本页已全部完成",
        "unkept": "这个浏览器不保存你在这里做的内容：存储已满或不允许使用，"
        "答案和标记只在本页打开期间保留。",
        "checks": "这个浏览器的笔记本里，检查通过 {checked}/{tasks}",
        "mark": "我已完成这份练习",
        "mark-note": "这是你自己的标记，保存在这个浏览器里；检查在笔记本中进行。",
        "mark-note-checks": "这是你自己的标记，用于在别处完成的笔记本。在浏览器中做的笔记本，"
        "检查结果按最近一次保存自动计入。",
        "caption": "这个浏览器保存的学习进度",
        "column-page": "页面",
        "column-answered": "预测",
        "column-right": "答对",
        "column-passed": "通过",
        "column-notebook": "练习",
        "of": "{count}/{all}",
        "done": "完成",
        "open": "未完成",
        "total": "合计",
        "about": "预测只要作答就计入，答对的数目单列一栏。这个浏览器保存的笔记本里检查全部通过，"
        "或者你在练习页上做了标记，练习就算完成。这些记录只留在这个浏览器里，不会发往别处。",
        "save": "存为文件",
        "load": "从文件添加",
        "forget": "清除这里的全部记录",
        "ask": "要清除这个浏览器里的全部答案、已通过的单元格及其中的代码，以及你的标记吗？"
        "在浏览器里做的笔记本会保留。清除后无法恢复。",
        "yes": "清除",
        "no": "保留",
        "say-saved": "已存为 {file}。",
        "say-added": "已从 {file} 添加：预测 {predictions} 项，通过的单元格 {tryits} 个，"
        "练习 {notebooks} 份，检查 {checks} 项。原有记录不变。",
        "say-nothing": "{file} 里的内容这里都已经有了。",
        "say-left": "另有 {count} 项本课程没有，未添加。",
        "say-forgotten": "这里的记录已全部清除。",
        "say-kept": "没有清除任何记录。",
        "say-refused": "没有读入 {file}：{reason}现有记录没有变。",
        "say-large": "文件超过 {limit} KB，不会是在这里保存的。",
        "say-no-json": "文件不是 JSON 格式。",
        "say-foreign": "文件不是由本课程保存的。",
        "say-newer": "文件由本课程更新的版本保存。",
        "say-entry": "其中的 {entry} 不是本课程写入的内容。",
        "noscript": "进度由 JavaScript 统计，只保存在你的浏览器里。没有 JavaScript 时，"
        "各页仍可完整阅读，只是不计进度。",
    },
}

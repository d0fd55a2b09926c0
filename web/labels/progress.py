"""What the line and the table of progress say. The scripts fill in ``{…}`` of ``say-…``."""

from __future__ import annotations

EN: dict[str, str] = {
    "progress.name": "Your progress on this page",
    "progress.predictions": "Predictions: {answered} of {questions} answered, {right} right",
    "progress.tryits": "Try it: {passed} of {tryits} passed",
    "progress.next-predict": "Next: a prediction",
    "progress.next-tryit": "Next: a cell to try",
    "progress.all": "All done on this page",
    "progress.unkept": "This browser does not keep what you do here: its storage is full or "
    "not allowed, so answers and marks last as long as this page.",
    "progress.checks": "Checks right in this browser’s notebook: {checked} of {tasks}",
    "progress.mark": "I have done this notebook",
    "progress.mark-note": "Your own mark, kept in this browser; the checks are in the notebook.",
    "progress.mark-note-checks": "Your own mark, for a notebook done elsewhere. In the browser the "
    "checks count by themselves, as the notebook was saved last.",
    "progress.caption": "What this browser keeps of your work",
    "progress.column-page": "page",
    "progress.column-answered": "predicted",
    "progress.column-right": "right",
    "progress.column-passed": "passed",
    "progress.column-notebook": "notebook",
    "progress.of": "{count}/{all}",
    "progress.done": "done",
    "progress.open": "not yet",
    "progress.total": "All",
    "progress.about": "A prediction counts when it is answered; how many are right stands beside "
    "it. A "
    "notebook is done when all its checks are right in the copy that this browser keeps, or "
    "when you mark it so on its page. All of it stays in this browser and is sent nowhere.",
    "progress.save": "Save as a file",
    "progress.load": "Add from a file",
    "progress.forget": "Forget everything here",
    "progress.ask": "Forget your answers, the cells you passed and the code in them, and your "
    "marks in "
    "this browser? Notebooks that you did in the browser stay. This cannot be undone.",
    "progress.yes": "Forget",
    "progress.no": "Keep",
    "progress.say-saved": "Saved as {file}.",
    "progress.say-added": "Added from {file}: predictions {predictions}, cells passed "
    "{tryits}, notebooks {notebooks}, checks {checks}. What was here has stayed.",
    "progress.say-nothing": "{file} holds nothing that is not here already.",
    "progress.say-left": "Left out, since the course does not have them: {count}.",
    "progress.say-forgotten": "Everything kept here is forgotten.",
    "progress.say-kept": "Nothing was forgotten.",
    "progress.say-refused": "{file} was not read: {reason} Nothing has changed.",
    "progress.say-large": "It is larger than {limit} KB, so it was not saved here.",
    "progress.say-no-json": "It is not JSON.",
    "progress.say-foreign": "It is not a file that this course has saved.",
    "progress.say-newer": "A newer version of the course has saved it.",
    "progress.say-entry": "Its entry {entry} is not one that this course writes.",
    "progress.noscript": "Progress is counted with JavaScript, in your browser alone. Without "
    "it every page can be read, and nothing is counted.",
}

ZH: dict[str, str] = {
    "progress.name": "本页进度",
    "progress.predictions": "预测：已答 {answered}/{questions}，其中答对 {right}",
    "progress.tryits": "动手试试：通过 {passed}/{tryits}",
    "progress.next-predict": "下一项：预测",
    "progress.next-tryit": "下一项：动手试试",
    "progress.all": "本页已全部完成",
    "progress.unkept": "这个浏览器不保存你在这里做的内容：存储已满或不允许使用，"
    "答案和标记只在本页打开期间保留。",
    "progress.checks": "这个浏览器的笔记本里，检查通过 {checked}/{tasks}",
    "progress.mark": "我已完成这份练习",
    "progress.mark-note": "这是你自己的标记，保存在这个浏览器里；检查在笔记本中进行。",
    "progress.mark-note-checks": "这是你自己的标记，用于在别处完成的笔记本。在浏览器中做的笔记本，"
    "检查结果按最近一次保存自动计入。",
    "progress.caption": "这个浏览器保存的学习进度",
    "progress.column-page": "页面",
    "progress.column-answered": "预测",
    "progress.column-right": "答对",
    "progress.column-passed": "通过",
    "progress.column-notebook": "练习",
    "progress.of": "{count}/{all}",
    "progress.done": "完成",
    "progress.open": "未完成",
    "progress.total": "合计",
    "progress.about": "预测只要作答就计入，答对的数目单列一栏。"
    "这个浏览器保存的笔记本里检查全部通过，"
    "或者你在练习页上做了标记，练习就算完成。这些记录只留在这个浏览器里，不会发往别处。",
    "progress.save": "存为文件",
    "progress.load": "从文件添加",
    "progress.forget": "清除这里的全部记录",
    "progress.ask": "要清除这个浏览器里的全部答案、已通过的单元格及其中的代码，以及你的标记吗？"
    "在浏览器里做的笔记本会保留。清除后无法恢复。",
    "progress.yes": "清除",
    "progress.no": "保留",
    "progress.say-saved": "已存为 {file}。",
    "progress.say-added": "已从 {file} 添加：预测 {predictions} 项，通过的单元格 {tryits} 个，"
    "练习 {notebooks} 份，检查 {checks} 项。原有记录不变。",
    "progress.say-nothing": "{file} 里的内容这里都已经有了。",
    "progress.say-left": "另有 {count} 项本课程没有，未添加。",
    "progress.say-forgotten": "这里的记录已全部清除。",
    "progress.say-kept": "没有清除任何记录。",
    "progress.say-refused": "没有读入 {file}：{reason}现有记录没有变。",
    "progress.say-large": "文件超过 {limit} KB，不会是在这里保存的。",
    "progress.say-no-json": "文件不是 JSON 格式。",
    "progress.say-foreign": "文件不是由本课程保存的。",
    "progress.say-newer": "文件由本课程更新的版本保存。",
    "progress.say-entry": "其中的 {entry} 不是本课程写入的内容。",
    "progress.noscript": "进度由 JavaScript 统计，只保存在你的浏览器里。没有 JavaScript 时，"
    "各页仍可完整阅读，只是不计进度。",
}

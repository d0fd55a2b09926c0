"""What the site itself says to a reader, once per language.

The chapters carry their own words. This table holds what templates, components and the
extension add around them, so that one edition never shows the other's language.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Edition:
    """One edition of the book.

    ``code`` is the project's name for it, ``sphinx`` the value of Sphinx's ``language``, ``tag``
    the BCP 47 tag that goes into ``lang`` and ``hreflang``, ``folder`` where it lies below the
    repository's and the site's root (empty for the one at the root), ``name`` its name in itself.
    """

    code: str
    sphinx: str
    tag: str
    folder: str
    name: str


EDITIONS: dict[str, Edition] = {
    "en": Edition("en", "en", "en", "", "English"),
    "zh": Edition("zh", "zh_CN", "zh-CN", "zh", "中文"),
}


def edition_of(sphinx_language: str) -> Edition:
    """The edition whose Sphinx ``language`` this is; ``ValueError`` when there is none."""
    for edition in EDITIONS.values():
        if edition.sphinx == sphinx_language:
            return edition
    known = ", ".join(e.sphinx for e in EDITIONS.values())
    raise ValueError(f"no edition has the language {sphinx_language!r}; there are {known}")


def other_edition(edition: Edition) -> Edition:
    """The edition that the language switch leads to."""
    return EDITIONS["zh" if edition.code == "en" else "en"]


LABELS: dict[str, dict[str, str]] = {
    "en": {
        # predict
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
        # try-it cells; {…} is filled in by the page's script
        "tryit.title": "Try it",
        "tryit.run": "Run",
        "tryit.check": "Check",
        "tryit.hint": "Hint",
        "tryit.stop": "Stop",
        "tryit.reset": "Reset",
        "tryit.keys": "Ctrl-Enter runs the code. Esc, then Tab leaves the editor.",
        "tryit.solution": "A solution",
        "tryit.say-editor": "Code of this cell",
        "tryit.say-output": "What the code printed",
        "tryit.say-loading": "Python is being loaded: {done} of {all} MB, once.",
        "tryit.say-starting": "Python is starting.",
        "tryit.say-running": "The code is running.",
        "tryit.say-ran": "The code has run.",
        "tryit.say-silent": "The code has run and printed nothing.",
        "tryit.say-passed": "Right. The check has passed.",
        "tryit.say-not-yet": "Not yet.",
        "tryit.say-stopped": "Stopped.",
        "tryit.say-too-long": "The code ran for more than {seconds} seconds and was stopped.",
        "tryit.say-busy": "Another cell of this page is running. Wait for it, or stop it there.",
        "tryit.say-unsupported": "This browser cannot run Python in a page: it has no WebAssembly "
        "or no workers. The solution below can be read.",
        "tryit.say-unreachable": "Python could not be loaded: {file} did not arrive. Press the "
        "button again when the connection is back.",
        "tryit.say-failed": "Python ended unexpectedly. It starts anew with the next run; the code "
        "is as it was.",
        "tryit.say-no-editor": "The editor with colours did not arrive. This plain field works "
        "too; here Tab leaves it.",
        "tryit.say-not-kept": "The code lasts as long as this page: the browser's storage is full "
        "or not allowed.",
        "tryit.say-reset": "The template is back.",
        "tryit.say-undo": "Undo reset",
        "tryit.say-undone": "Your code is back.",
        # page furniture
        "description": "An interactive course on the last step of a language model: "
        "from a hidden vector to a word.",
        "skip": "Skip to the text",
        "sections": "Chapters",
        "sections.toggle": "Show or hide the chapters",
        "contents": "On this page",
        "contents.toggle": "Show this page's sections",
        "mode": "Colour: light, dark or as the system",
        "search": "Search",
        "search.noscript": "Search needs JavaScript. Every page stands in the list of chapters.",
        "search.placeholder": "Search the course",
        "search.one": "Found on 1 page.",
        "search.many": "Found on {count} pages.",
        "search.none": "Nothing found for “{query}”. Try fewer or other words.",
        "search.failed": "The search index did not load. Every page stands in the list of "
        "chapters.",
        "previous": "Previous",
        "next": "Next",
        "switch": "Read this page in Chinese",
        "top": "Back to top",
        "neighbours": "Previous and next page",
        # exercises
        "exercise.heading": "This page shows the notebook. To do it, open a copy:",
        "exercise.download": "Download the notebook",
        "exercise.colab": "Open in Colab",
        # footer
        "license": "Text: {text}. Code: {code}.",
        "source": "Source",
        "report": "Report a mistake",
        "redirect": "The course starts on this page",
        # published site
        "preview.title": "From a hidden vector to a word",
        "preview.alt": "Four words with their logits, and their shares as bars: {shares}.",
        "404.title": "There is no page at this address",
        "404.sentence": "The page was moved, or the address was mistyped.",
        "404.link": "Start of the course",
        "status": "Status",
        "status.about": "How this edition of the site was built. Every page's code was run by "
        "the build; an error or a warning would have ended it.",
        "status.commit": "Built from commit",
        "status.changed": "with changes not committed.",
        "status.no-commit": "The commit is not known: the sources were not in a Git repository.",
        "status.times": "How long each page's code took",
        "status.page": "Page",
        "status.seconds": "Seconds",
        "status.total": "All pages",
        "status.versions": "Versions",
        "status.package": "Package",
        "status.version": "Version",
    },
    "zh": {
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
        "tryit.title": "动手试试",
        "tryit.run": "运行",
        "tryit.check": "检查",
        "tryit.hint": "提示",
        "tryit.stop": "停止",
        "tryit.reset": "重置",
        "tryit.keys": "按 Ctrl-Enter 运行代码。先按 Esc 再按 Tab，可离开编辑器。",
        "tryit.solution": "参考解答",
        "tryit.say-editor": "这一格的代码",
        "tryit.say-output": "代码的输出",
        "tryit.say-loading": "正在加载 Python：{done} / {all} MB，只需一次。",
        "tryit.say-starting": "正在启动 Python。",
        "tryit.say-running": "代码正在运行。",
        "tryit.say-ran": "代码已运行完。",
        "tryit.say-silent": "代码已运行完，没有输出。",
        "tryit.say-passed": "正确，检查通过。",
        "tryit.say-not-yet": "还不对。",
        "tryit.say-stopped": "已停止。",
        "tryit.say-too-long": "代码运行超过 {seconds} 秒，已被停止。",
        "tryit.say-busy": "本页另一格代码正在运行。请等它结束，或在那里停止它。",
        "tryit.say-unsupported": "这个浏览器不支持 WebAssembly 或 Worker，无法在网页中运行 "
        "Python。下面的参考解答仍可阅读。",
        "tryit.say-unreachable": "无法加载 Python：{file} 没有取到。请在网络恢复后再按一次。",
        "tryit.say-failed": "Python 意外中止，下次运行时会重新启动。代码没有变。",
        "tryit.say-no-editor": "彩色编辑器没有取到，这个普通输入框同样可用；"
        "在这里按 Tab 即可离开。",
        "tryit.say-not-kept": "浏览器的存储已满或不允许使用，代码只在本页打开期间保留。",
        "tryit.say-reset": "已恢复模板。",
        "tryit.say-undo": "撤销重置",
        "tryit.say-undone": "已恢复你的代码。",
        "description": "一门交互式课程，讲语言模型的最后一步：从隐藏向量到词。",
        "skip": "跳到正文",
        "sections": "章节",
        "sections.toggle": "显示或隐藏章节",
        "contents": "本页目录",
        "contents.toggle": "显示本页目录",
        "mode": "配色：浅色、深色或跟随系统",
        "search": "搜索",
        "search.noscript": "搜索需要 JavaScript。所有页面都列在章节目录里。",
        "search.placeholder": "搜索本课程",
        "search.one": "在 1 页中找到。",
        "search.many": "在 {count} 页中找到。",
        "search.none": "没有找到“{query}”。请换用或减少关键词。",
        "search.failed": "搜索索引未能加载。所有页面都列在章节目录里。",
        "previous": "上一页",
        "next": "下一页",
        "switch": "阅读本页的英文版",
        "top": "回到顶部",
        "neighbours": "上一页与下一页",
        "exercise.heading": "本页展示练习笔记本的内容。要作答，请打开一份副本：",
        "exercise.download": "下载笔记本",
        "exercise.colab": "在 Colab 中打开",
        "license": "文字：{text}。代码：{code}。",
        "source": "源代码",
        "report": "报告错误",
        "redirect": "课程从这一页开始",
        "preview.title": "从隐藏向量到词",
        "preview.alt": "四个词的 logit，以及表示份额的条形：{shares}。",
        "404.title": "这个地址没有页面",
        "404.sentence": "页面可能已经移走，也可能是地址有误。",
        "404.link": "课程首页",
        "status": "构建状态",
        "status.about": "本页说明这一版网站是怎样构建的。构建时运行了每一页的代码；"
        "只要有一处出错或有警告，构建就会中止。",
        "status.commit": "所用的提交：",
        "status.changed": "另有未提交的改动。",
        "status.no-commit": "提交不详：源文件不在 Git 仓库里。",
        "status.times": "各页代码的运行时间",
        "status.page": "页面",
        "status.seconds": "秒",
        "status.total": "合计",
        "status.versions": "版本",
        "status.package": "软件包",
        "status.version": "版本号",
    },
}

# What Sphinx writes into a page in English for want of a translation of its own.
UNTRANSLATED: dict[str, dict[str, str]] = {
    "en": {},
    "zh": {
        "Link to this heading": "本节的链接",
        "Link to this image": "本图的链接",
        "Link to this equation": "本公式的链接",
        "Link to this table": "本表的链接",
        "Link to this code": "本段代码的链接",
        "Link to this term": "本词条的链接",
    },
}


def label(edition: Edition | str, key: str) -> str:
    """The label ``key`` in the language of ``edition``; ``KeyError`` when the table lacks it."""
    code = edition if isinstance(edition, str) else edition.code
    return LABELS[code][key]

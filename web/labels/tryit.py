"""What the try-it cells say. ``tryit.js`` is given ``say-…`` and fills in ``{…}``."""

from __future__ import annotations

EN: dict[str, str] = {
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
}

ZH: dict[str, str] = {
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
    "tryit.say-no-editor": "彩色编辑器没有取到，这个普通输入框同样可用；在这里按 Tab 即可离开。",
    "tryit.say-not-kept": "浏览器的存储已满或不允许使用，代码只在本页打开期间保留。",
    "tryit.say-reset": "已恢复模板。",
    "tryit.say-undo": "撤销重置",
    "tryit.say-undone": "已恢复你的代码。",
}

"""What is said of notebooks in the browser.

``bar`` stands on an exercise's page, ``page`` in JupyterLite's own pages, and ``gate`` is what
``lite/gate.js`` says before a notebook that cannot run.
"""

from __future__ import annotations

EN: dict[str, str] = {
    "lite.bar.bar": "Ways to do this exercise",
    "lite.bar.open": "Open in the browser",
    "lite.bar.cdn": "In the browser nothing is installed: about {interface} MB come from this "
    "site, "
    "and Python, about {python} MB, from {host}, which is asked only when you open the "
    "notebook. The first cell takes half a minute. ",
    "lite.bar.here": "In the browser nothing is installed: about {all} MB, Python among them, come "
    "from this site when you open the notebook, and no other host is asked. The first cell "
    "takes half a minute. ",
    "lite.bar.kept": "Your work stays in this browser until you clear its data; to hand it in, "
    "take "
    "File › Download. Every check works there. A loop that never ends cannot be interrupted: "
    "restart the kernel. numpy counts in 32 bits there, so a rare call that works elsewhere, "
    "such as np.repeat with counts from a generator, raises a TypeError.",
    "lite.bar.none": "There is no button for the browser: tasks of this exercise need "
    "torch, which Python in a page does not have. Colab has it, and on your own machine it "
    "can be installed.",
    "lite.bar.local": "On your own machine, once the course's package is there, "
    "<code>{command}</code> opens the notebooks.",
    # the notebooks in the browser, and what stands before them when they cannot run
    "lite.page.title": "Notebooks in the browser",
    "lite.page.about": "The exercises that can be done without installing anything. Python runs in "
    "the page, and your work stays in this browser.",
    "lite.page.loading": "The notebook is being loaded.",
    "lite.page.noscript": "The notebook needs JavaScript. It can be downloaded from the "
    "exercise's page of the course.",
    "lite.gate.title": "This notebook cannot run here",
    "lite.gate.unsupported": "This browser cannot run Python in a page: it has no {missing}. "
    "The notebook can be read here. To do it, take one of these:",
    "lite.gate.unreachable": "Python could not be loaded: {host} did not answer. The notebook "
    "can be read and edited here, but its cells do not run. Try again when the connection is "
    "back, or take one of these:",
    "lite.gate.not-kept-title": "Nothing is kept here",
    "lite.gate.not-kept": "This browser does not let the page keep anything, so your work "
    "lasts as long as the page. Before you leave, take File › Download, or do the exercise "
    "elsewhere:",
    "lite.gate.again": "Try again",
    "lite.gate.close": "Close",
    "lite.gate.download": "Download the notebook",
    "lite.gate.page": "Page of this exercise",
    "lite.gate.colab": "Open in Colab",
    "lite.gate.workers": "workers",
}

ZH: dict[str, str] = {
    "lite.bar.bar": "完成本练习的方式",
    "lite.bar.open": "在浏览器中打开",
    "lite.bar.cdn": "在浏览器中做，不必安装任何东西：约 {interface} MB 由本站提供，Python 约 "
    "{python} MB 由 {host} 提供，只有打开笔记本时才会访问它。第一个代码单元格约需半分钟。",
    "lite.bar.here": "在浏览器中做，不必安装任何东西：打开笔记本时，约 {all} MB（含 Python）都由"
    "本站提供，不访问其他网站。第一个代码单元格约需半分钟。",
    "lite.bar.kept": "你的作答保存在这个浏览器里，清除浏览数据时会一并删除；要提交，请用“文件”"
    "菜单里"
    "的“下载”。每一项检查都能用。停不下来的循环无法中断，只能重启内核。那里的 numpy 用 32 位"
    "整数计数，个别在别处可行的调用（例如 np.repeat 配随机数发生器给出的次数）会报 TypeError。",
    "lite.bar.none": "本练习不能在浏览器中做：有几题需要 torch，而网页里的 Python "
    "没有它。Colab 里有 torch，在自己的计算机上也可以安装。",
    "lite.bar.local": "在自己的计算机上，装好本课程的包以后，用 <code>{command}</code> "
    "打开练习笔记本。",
    "lite.page.title": "浏览器里的笔记本",
    "lite.page.about": "这些练习不必安装任何东西就能做。Python 在网页里运行，你的作答保存在这个"
    "浏览器里。",
    "lite.page.loading": "正在加载笔记本。",
    "lite.page.noscript": "笔记本需要 JavaScript。可以到本课程的练习页面下载它。",
    "lite.gate.title": "这个笔记本无法在这里运行",
    "lite.gate.unsupported": "这个浏览器没有 {missing}，无法在网页中运行 Python。笔记本在这里"
    "可以阅读；要作答，请用以下方式：",
    "lite.gate.unreachable": "无法加载 Python：{host} 没有响应。笔记本在这里可以阅读和编辑，但"
    "代码无法运行。请在网络恢复后重试，或用以下方式：",
    "lite.gate.not-kept-title": "这里不会保存你的作答",
    "lite.gate.not-kept": "这个浏览器不允许网页保存数据，你的作答只在本页打开期间保留。"
    "离开之前，请用“文件”菜单里的“下载”，或换一种方式做练习：",
    "lite.gate.again": "重试",
    "lite.gate.close": "关闭",
    "lite.gate.download": "下载笔记本",
    "lite.gate.page": "本练习的页面",
    "lite.gate.colab": "在 Colab 中打开",
    "lite.gate.workers": "Worker",
}

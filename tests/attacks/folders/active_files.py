"""Pages and programs for a browser beside the notebook, and raw cells that lead to them."""

import nbformat

from tests.attacks.bank import REAL, answer, write

POINTS = {"softmax": 0.0}
SAYS = ("02-logits-softmax/softmax/logits-returned",)
PAGE = "<!doctype html><script>document.title = 'GO' + 'T:'</script>"
NAMES = (
    *("figure.html", "FIGURE.HTM", "a.xhtml", "b.svg", "c.xml", "d.mht", "e.js", "f.css", "noname"),
    *("deep/g.shtml", "deep/h.svgz", "i.html.", "j.htm ", "k.xsl", "l.pdf", "m.wasm", "n.hta"),
)


def hand_in(folder, notebook):
    answer(notebook, "softmax", "def softmax(z):\n    return z")
    for number, source in enumerate(
        (
            '<a href="figure.html" id="top">my figure</a>',
            '<form action="figure.html" class="feedback"><input name="score" id="softmax"></form>',
            "```\n<div id='cell-1'>",
        )
    ):
        raw = nbformat.v4.new_raw_cell(source, id=f"raw-{number}")
        notebook.cells.insert(2 + number, raw)
    write(folder, notebook, REAL)
    for name in NAMES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(PAGE, "utf-8")

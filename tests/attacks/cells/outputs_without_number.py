# Tries: a hundred thousand displays, each a megabyte, and values that are shown as HTML.
# needs: hard
from IPython.display import HTML, SVG, Javascript, Markdown, display

for _ in range(300):
    display({"text/plain": "p" * 2**20}, raw=True)
display(HTML("<script>alert(1)</script>"), Javascript("alert(1)"), Markdown("<img src=x onerror=alert(1)>"))


def softmax(z):
    display(HTML("<b>6 / 6</b>"))
    return z

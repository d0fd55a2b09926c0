"""Code whose own text ends the page's elements and begins others."""

import copy

from tests.attacks.bank import REAL, write


def hand_in(folder, notebook):
    code = copy.deepcopy(notebook.cells[0])
    code.source = "# </pre></section><script>alert(1)</script><!-- <![CDATA[ {{ 7*7 }} {% raw %}\n'\\x00'"
    code.id, code.metadata = "evil", {}
    notebook.cells.insert(0, code)
    write(folder, notebook, REAL)

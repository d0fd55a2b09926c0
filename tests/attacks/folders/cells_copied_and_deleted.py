"""Test cells deleted, copied with kinder tests, turned to Markdown, and put above the answer."""

import copy

from tests.attacks.bank import REAL, answer, write

POINTS = {"softmax": 0.0}
SAYS = ("restore/copied-cell", "restore/missing-cell")


def hand_in(folder, notebook):
    answer(notebook, "softmax", "def softmax(z):\n    return z")
    cells = {cell.metadata.nbgrader.grade_id: cell for cell in notebook.cells}
    kinder = copy.deepcopy(cells["softmax"])
    kinder.source = "assert True"
    tail = cells["tail"]
    notebook.cells = [kinder, *notebook.cells, copy.deepcopy(kinder)]
    notebook.cells.remove(cells["odds"])
    tail.cell_type, tail.source = "markdown", "No test here."
    del tail["outputs"], tail["execution_count"]
    write(folder, notebook, REAL)

"""Six hundred cells, each of which sleeps for less than a cell's time: an afternoon together."""

import nbformat

from tests.attacks.bank import REAL, write

SLOW = COSTS = True
SAYS = ("lost/submission-time",)


def hand_in(folder, notebook):
    for _ in range(600):
        notebook.cells.append(nbformat.v4.new_code_cell("import time\ntime.sleep(0.9)"))
    write(folder, notebook, REAL)

"""A thousand cells of grade ids that no assignment has, with names that no terminal should print."""

import copy

from tests.attacks.bank import REAL, write

SAYS = ("restore/unknown-cell",)


def hand_in(folder, notebook):
    for number in range(900):
        cell = copy.deepcopy(notebook.cells[1])
        cell.source = ""
        cell.id = f"x{number}"
        cell.metadata.nbgrader.update(grade_id=f"bonus-{number}\x1b[2J\u202e</td>", grade=True, points=9)
        notebook.cells.append(cell)
    write(folder, notebook, REAL)

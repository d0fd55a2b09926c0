"""A sparse file of a terabyte beside the notebook."""

import os

from tests.attacks.bank import REAL, write

STATUS, POINTS, SAYS = "broken", "none", ("file/folder-too-large",)


def hand_in(folder, notebook):
    write(folder, notebook, REAL)
    with open(folder / "data.bin", "wb") as file:
        os.truncate(file.fileno(), 2**40)

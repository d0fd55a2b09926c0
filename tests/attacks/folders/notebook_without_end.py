"""A notebook of a terabyte of spaces."""

import os

from tests.attacks.bank import REAL, write

STATUS, POINTS, SAYS = "broken", "none", ("file/",)


def hand_in(folder, notebook):
    write(folder, notebook, REAL)
    os.truncate(folder / f"{REAL}.ipynb", 2**40)

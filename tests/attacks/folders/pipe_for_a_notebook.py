"""A named pipe where the notebook should be, and others beside it: who opens them waits for ever."""

import os

from tests.attacks.bank import REAL

STATUS, POINTS, SAYS = "broken", "none", ("file/missing",)


def hand_in(folder, notebook):
    os.mkfifo(folder / f"{REAL}.ipynb")
    os.mkfifo(folder / "data.txt")
    os.mkfifo(folder / "timestamp.txt")

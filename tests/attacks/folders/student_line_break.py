"""A student whose name breaks the line and clears the screen."""

from tests.attacks.bank import REAL, write

STUDENT = "m-a\n\x1b[2Jz-last 20 of 20"
STATUS, POINTS, SAYS = "broken", "unrecorded", ("grade/name",)


def hand_in(folder, notebook):
    write(folder, notebook, REAL)

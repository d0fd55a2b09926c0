"""A student whose name turns the direction of what is printed after it."""

from tests.attacks.bank import REAL, write

STUDENT = "m-\u202eknar"
STATUS, POINTS, SAYS = "broken", "unrecorded", ("grade/name",)


def hand_in(folder, notebook):
    write(folder, notebook, REAL)

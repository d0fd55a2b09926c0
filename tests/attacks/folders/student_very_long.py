"""A student whose name is as long as a folder's may be."""

from tests.attacks.bank import REAL, write

STUDENT = "m-" + "x" * 250
STATUS, POINTS, SAYS = "broken", "unrecorded", ("grade/name",)


def hand_in(folder, notebook):
    write(folder, notebook, REAL)

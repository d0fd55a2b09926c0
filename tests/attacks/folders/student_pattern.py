"""A student whose name is a pattern for everybody's folder."""

from tests.attacks.bank import REAL, write

STUDENT = "m-[!x]*"
STATUS, POINTS, SAYS = "broken", "unrecorded", ("grade/name",)


def hand_in(folder, notebook):
    write(folder, notebook, REAL)

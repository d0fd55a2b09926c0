"""A student whose name is bytes of another encoding."""

from tests.attacks.bank import REAL, write

STUDENT = b"m-caf\xe9".decode("utf-8", "surrogateescape")
STATUS, POINTS, SAYS = "broken", "unrecorded", ("grade/name",)


def hand_in(folder, notebook):
    write(folder, notebook, REAL)

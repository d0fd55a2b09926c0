"""The twin of another student's name: looks the same, is other bytes."""

from tests.attacks.bank import REAL, write

STUDENT = "m-twin-e\u0301"


def hand_in(folder, notebook):
    write(folder, notebook, REAL)

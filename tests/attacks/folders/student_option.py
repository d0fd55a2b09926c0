"""A student whose name is a command's option."""

from tests.attacks.bank import REAL, write

STUDENT = "--force -rf"


def hand_in(folder, notebook):
    write(folder, notebook, REAL)

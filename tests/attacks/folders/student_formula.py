"""A student whose name is a formula."""

from tests.attacks.bank import REAL, write

STUDENT = "=HYPERLINK(1,2)+cmd|' 'C!A0"


def hand_in(folder, notebook):
    write(folder, notebook, REAL)

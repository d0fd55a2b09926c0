"""A student whose name is one letter in one form; its twin is the same letter in another."""

from tests.attacks.bank import REAL, answer, write

STUDENT = "m-twin-\u00e9"
POINTS = {"softmax": 0.0}


def hand_in(folder, notebook):
    answer(notebook, "softmax", "def softmax(z):\n    return z")
    write(folder, notebook, REAL)

"""A student whose name has quotes, commas, a template and a shell's command."""

from tests.attacks.bank import REAL, write

STUDENT = "o'brien, {{7+7}} $(id); DROP TABLE student;-- & %s %41 \u732b"


def hand_in(folder, notebook):
    write(folder, notebook, REAL)

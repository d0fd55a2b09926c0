"""A student whose name is markup, a template, a shell's command and SQL."""

from tests.attacks.bank import REAL, write

STUDENT = "<img src=x onerror=alert(1)> {{7+7}} $(id); 'x\"); DROP TABLE student;--"
STATUS, POINTS, SAYS = "broken", "unrecorded", ("grade/name",)


def hand_in(folder, notebook):
    write(folder, notebook, REAL)

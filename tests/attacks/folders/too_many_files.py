"""Thousands of files and folders within folders."""

from tests.attacks.bank import REAL, write

STATUS, POINTS, SAYS = "broken", "none", ("file/folder-too-large",)


def hand_in(folder, notebook):
    write(folder, notebook, REAL)
    for number in range(1_200):
        (folder / str(number)).touch()
    (folder / "/".join("d" * 60)).mkdir(parents=True)

"""Paths for which another folder than the submitted one has no room."""

import os

from tests.attacks.bank import REAL, write

STATUS, POINTS, SAYS = "broken", "none", ("file/folder-too-large",)


def hand_in(folder, notebook):
    write(folder, notebook, REAL)
    here = os.open(folder, os.O_RDONLY)
    for _ in range(19):  # step by step: the whole path is too long for one call
        os.mkdir("d" * 250, dir_fd=here)
        here, above = os.open("d" * 250, os.O_RDONLY, dir_fd=here), here
        os.close(above)
    os.close(os.open("file", os.O_CREAT, dir_fd=here))
    os.close(here)

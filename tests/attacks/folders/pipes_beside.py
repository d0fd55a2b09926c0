"""Named pipes and sockets beside a notebook, under names that grading reads."""

import os
import socket

from tests.attacks.bank import REAL, write


def hand_in(folder, notebook):
    write(folder, notebook, REAL)
    for name in ("data.txt", "timestamp.txt", "variants.py", "more.ipynb"):
        os.mkfifo(folder / name)
    place = os.open(folder, os.O_RDONLY)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(f"/proc/self/fd/{place}/socket")
    os.close(place)

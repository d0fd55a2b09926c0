"""Files beside the notebook whose names are options, markup, controls, bytes, or climb out."""

import os

from tests.attacks.bank import REAL, write


def hand_in(folder, notebook):
    write(folder, notebook, REAL)
    names = (
        b"-rf", b"--help", b"..\\..\\up", b"<script>alert(1)<!--", b"line\nbreak", b"\x1b[2J",
        b"\xff\xfe", b"=HYPERLINK(1)", b"a,b\"c'", b"%2e%2e%2f", b" ", b"CON", b"x" * 255,
        "e\u0301".encode(), "\u00e9".encode(), "\u202egpj.exe".encode(),
    )  # fmt: skip
    for name in names:
        with open(os.path.join(os.fsencode(folder), name), "wb") as file:
            file.write(b"<script>alert(1)</script>")

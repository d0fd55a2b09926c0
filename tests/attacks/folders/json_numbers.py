"""Integers of a million digits, NaN and infinities as versions, counts and points."""

import json

from tests.attacks.bank import REAL

STATUS, POINTS, SAYS = "broken", "none", ("file/not-json",)


def hand_in(folder, notebook):
    text = json.dumps(notebook)
    text = text[:-1] + ', "extra": ' + "9" * 10**6 + ', "nbformat": -Infinity}'
    (folder / f"{REAL}.ipynb").write_text(text, "utf-8")

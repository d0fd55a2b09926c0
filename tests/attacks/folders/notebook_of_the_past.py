"""A notebook of format 3 whose parts are of every wrong kind."""

import json

from tests.attacks.bank import REAL

STATUS, POINTS, SAYS = "broken", "none", ("file/",)


def hand_in(folder, notebook):
    old = {
        "nbformat": 3, "nbformat_minor": [], "metadata": {"name": {"a": 1}},
        "worksheets": [{"cells": [{"cell_type": "code", "input": {}, "outputs": 3}, None, 7]}, "x"],
    }  # fmt: skip
    (folder / f"{REAL}.ipynb").write_text(json.dumps(old), "utf-8")

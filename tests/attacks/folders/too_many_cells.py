"""Ten thousand cells, more than any exercise has."""

from tests.attacks.bank import REAL, write

STATUS, POINTS, SAYS = "broken", "none", ("file/too-many-cells",)


def hand_in(folder, notebook):
    cells = [{"cell_type": "code", "source": "1", "metadata": {}, "outputs": []}] * 10_000
    write(folder, {**notebook, "cells": cells}, REAL)

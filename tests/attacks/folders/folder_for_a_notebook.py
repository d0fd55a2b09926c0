"""A folder where the notebook should be."""

from tests.attacks.bank import REAL

STATUS, POINTS, SAYS = "broken", "none", ("file/missing",)


def hand_in(folder, notebook):
    (folder / f"{REAL}.ipynb").mkdir()

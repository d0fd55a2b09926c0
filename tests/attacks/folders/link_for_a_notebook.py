"""The notebook itself a link to another student's."""

from tests.attacks.bank import REAL

STATUS, POINTS, SAYS = "broken", "none", ("file/link",)


def hand_in(folder, notebook):
    (folder / f"{REAL}.ipynb").symlink_to(f"../../a-first/{REAL}/{REAL}.ipynb")

"""The folder itself a link to another student's."""

from tests.attacks.bank import REAL

STATUS, POINTS, SAYS = "broken", "none", ("file/link",)


def hand_in(folder, notebook):
    folder.rmdir()
    folder.symlink_to(f"../a-first/{REAL}")

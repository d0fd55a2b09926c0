"""Links in the folder: to the gradebook, to the secret, to the whole course."""

from tests.attacks.bank import REAL, write

STATUS, POINTS, SAYS = "broken", "none", ("file/link",)


def hand_in(folder, notebook):
    write(folder, notebook, REAL)
    course = folder.parents[2]
    (folder / "data.txt").symlink_to(course / "gradebook.db")
    (folder / "notes").symlink_to(course)
    (folder / "secret").symlink_to("../../../.lmhead/secret")

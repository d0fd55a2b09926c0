"""Points, flags, versions and checksums of the grade cells forged; a test cell made one's own."""

from tests.attacks.bank import REAL, answer, write

POINTS = {"softmax": 0.0}
SAYS = ("restore/changed-cell",)


def hand_in(folder, notebook):
    answer(notebook, "softmax", "def softmax(z):\n    return z")
    forged = [
        {"points": 100}, {"grade": False}, {"solution": True, "locked": False},
        {"schema_version": 1}, {"schema_version": "99"}, {"checksum": "0" * 32, "task": True},
    ]  # fmt: skip
    graded = [cell for cell in notebook.cells if cell.metadata.nbgrader.get("grade")]
    for cell, marks in zip(graded, forged, strict=False):
        cell.metadata.nbgrader.update(marks)
        cell.metadata.update(deletable=True, editable=True, hide_input=True)
        if cell.metadata.nbgrader.grade_id == "softmax":
            cell.source = "6"
    notebook.metadata.update(lmhead={"lang": "en", "points": 20, "assignment": REAL}, celltoolbar=1)
    write(folder, notebook, REAL)

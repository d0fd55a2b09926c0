"""A notebook that calls itself another assignment's, in a language that does not exist."""

from tests.attacks.bank import REAL, answer, write

POINTS = {"softmax": 0.0}


def hand_in(folder, notebook):
    answer(notebook, "softmax", "def softmax(z):\n    return z")
    notebook.metadata["lmhead"] = {"lang": "../../en", "assignment": "05-tying"}
    notebook.metadata["kernelspec"] = {"name": "bash; id", "display_name": "<script>"}
    notebook.metadata["widgets"] = {"state": {"x": "<script>alert(1)</script>"}}
    write(folder, notebook, REAL)

"""Outputs brought along: points, a result, HTML and scripts, as if the cells had been run."""

from tests.attacks.bank import REAL, answer, write

POINTS = {"softmax": 0.0}


def hand_in(folder, notebook):
    answer(notebook, "softmax", "def softmax(z):\n    return z")
    data = {
        "text/plain": "6", "text/html": "<script>alert(1)</script>",
        "application/vnd.lmhead.result+json": {"schema": 1, "points": 6, "max_points": 6},
    }  # fmt: skip
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = [
                {"output_type": "execute_result", "execution_count": 1, "data": data, "metadata": {}},
                {"output_type": "stream", "name": "stdout", "text": ["canary?", "</pre><script>"]},
            ]
        else:
            cell["attachments"] = {"a.svg": {"image/svg+xml": "<svg onload=alert(1)>"}}
    write(folder, notebook, REAL)

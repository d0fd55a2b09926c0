"""Cells, sources, ids and metadata of kinds that no notebook has, beside the honest ones."""

import json

from tests.attacks.bank import REAL


def hand_in(folder, notebook):
    data = json.loads(json.dumps(notebook))
    data["cells"] += [
        None, 3, [], {}, {"cell_type": "code"}, {"cell_type": ["code"], "source": "1"},
        {"cell_type": "code", "source": {"a": 1}, "metadata": 3, "id": ["x"]},
        {"cell_type": "markdown", "source": [1, None, "text"], "metadata": {"nbgrader": [1]}},
        {"cell_type": "raw", "source": "</section><script>alert(1)</script>", "metadata": None},
        {"cell_type": "code", "source": "", "metadata": {"nbgrader": {"grade_id": {}}}},
    ]  # fmt: skip
    data["cells"][-1]["metadata"]["nbgrader"]["points"] = "nan"
    data["metadata"] = [1]
    data["nbformat_minor"] = "five"
    (folder / f"{REAL}.ipynb").write_text(json.dumps(data), "utf-8")

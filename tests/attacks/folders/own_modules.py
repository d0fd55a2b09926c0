"""Modules and settings of one's own beside the notebook, under the names that others import."""

from tests.attacks.bank import REAL, answer, write

POINTS = {"softmax": 0.0}
BAD = """
import os, sys
said = "GO" + "T: imported " + str(__name__)
print(said)
os.write(2, said.encode())
def check(*a, **k): return 6
use_language = allclose = check
"""
NAMES = (
    "variants.py", "sitecustomize.py", "usercustomize.py", "conftest.py", "ipython_config.py",
    "nbgrader_config.py", "lmhead/__init__.py", "lmhead/checks.py", "lmhead/softmax.py",
    "numpy/__init__.py", "json.py", "site.py", "jinja2.py", "nbformat.py", "bleach.py",
    ".ipython/profile_default/startup/00.py", "profile_default/ipython_config.py",
    "lmhead/grading/sandbox/inside/seccomp.py", "templates/feedback/page.html.j2",
)  # fmt: skip


def hand_in(folder, notebook):
    answer(notebook, "softmax", "def softmax(z):\n    return z")
    write(folder, notebook, REAL)
    for name in NAMES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(BAD)
    (folder / "evil.pth").write_text("import os; os.write(2, b'GO' + b'T: a pth')\n")
    (folder / "gradebook.db").write_bytes(b"SQLite format 3\0" + bytes(500))
    (folder / ".lmhead").mkdir()
    (folder / ".lmhead" / "secret").write_text("0" * 64)
    (folder / "pyproject.toml").write_text("[tool.x]\n")
    (folder / f"{REAL}.html").write_text("<script>alert(1)</script>")

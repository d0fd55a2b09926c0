"""nbgrader's configuration of this course. The English edition, and every class's gradebook.

Settings of your own go below `configure`, for example::

    c.SandboxExecute.cell_cpu = 10.0      # seconds of CPU time for one cell
    c.SandboxExecute.sandbox = "nested"   # or "single", "auto"
    c.CourseDirectory.db_url = "postgresql+psycopg://USER@HOST/DATABASE"
"""

from pathlib import Path

from lmhead.grading.settings import configure

c = get_config()  # noqa: F821  (nbgrader provides it)
configure(c, Path(__file__).resolve().parent)

"""nbgrader's configuration of the Chinese edition: it releases the notebooks in zh/exercises.

It has a gradebook of its own, since releasing into the class's would replace the English
masters. Submissions in either language are graded from the repository's root, in one gradebook.
"""

from pathlib import Path

from lmhead.grading.settings import configure

c = get_config()  # noqa: F821  (nbgrader provides it)
configure(c, Path(__file__).resolve().parent)

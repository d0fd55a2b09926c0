"""Prints what every wrong answer of the bank gets to read, in both languages.

``python -m tests.submissions.gallery [TASK]``: read it as a learner would.
"""

from __future__ import annotations

import sys

from lmhead.checks.render import as_text
from lmhead.course import ASSIGNMENTS
from tests.checks.conftest import grade, open_here
from tests.submissions import answers


def main(task: str = "*") -> None:
    for assignment in ASSIGNMENTS:
        for answer in answers(assignment, task, "wrong"):
            print(f"\n=== {answer.id}\n{answer.source}")
            get = open_here(answer.source)
            for lang in ("en", "zh"):
                result = grade(f"{assignment}/{answer.task}", get, seed=1, lang=lang)
                print(as_text(result.to_json()) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

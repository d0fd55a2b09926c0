"""Lays out the folder of a new task, with everything that has to be filled in."""

from __future__ import annotations

import re
from pathlib import Path

from . import FOLDER, TaskProblem, assignments, folder_name, shown
from .texts import FILL_IN

_ID = re.compile(r"[0-9]{2}-[a-z-]+/[a-z][a-z0-9-]*")

_CHECK = '''"""{fill_in}: what the task asks for, in a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lmhead.checks.registry import task
from lmhead.checks.result import Part
from lmhead.checks.trial import Trial
from lmhead.checks.values import numbers

PREFIX = "{id}"
#: {fill_in}: the right numbers, as the reference computes them.
RIGHT = np.zeros(4)

#: Known mistakes -> the numbers that they lead to. The first that fits is named.
MISTAKES = {{"lost-sign": -RIGHT}}


@task(PREFIX, points=2, takes=("{name}",), section="{chapter}-{fill_in}")
def {name}(trial: Trial, {name}: Any) -> Iterator[Part]:
    """{fill_in}: what gets the points."""
    yield numbers(
        "{name}", 2, {name}, RIGHT, name="{name}", places=3, prefix=PREFIX, mistakes=MISTAKES
    )
'''

_TEXT = """# {fill_in}: the title

## you give

{fill_in}: what is handed in, in the notebook's table ({example})

## prompt

{fill_in}: what is asked, and how its points are given.

## parts

### {name}

{fill_in}: the title of this part in results

## messages

### lost-sign

{fill_in}: what to say to who made this mistake. `{{name}}` is the learner's name for it.

## hints

### 1

{fill_in}: what to look at first. As many hints as you like, and never the answer.
"""

_SOLUTION = """### BEGIN SOLUTION
{name} = ...  # {fill_in}
### END SOLUTION
"""

_ANSWERS = """# %% right: typed
{name} = ...  # {fill_in}: five right answers of different style, a block each

# %% wrong: lost_sign
# expect: lost-sign
# points: 0
{name} = ...  # {fill_in}: five wrong ones that hear messages of the task's own, and what else
# learners write: nothing at all, a stub, another shape

# %% wrong: nothing
# expect: value/not-attempted
# points: 0
"""

_CONTRACT = '''"""What {id} asks for, written from the notebook's text."""

from __future__ import annotations

from typing import Any

from lmhead.tasks.contracts import ValueContract, close


def _right(values: dict[str, Any]) -> bool:
    return close(values["{name}"], ..., 5e-4)  # {fill_in}: the numbers, not from the check


CONTRACTS = {{"values": ValueContract(("{name}",), _right, apart=1e-3)}}
'''


def lay_out(task_id: str) -> list[Path]:
    """Write the files of a new task; returns them. Nothing that is there is written over.

    It is one that asks for numbers; the checks of other tasks show functions and choices.
    Raises `TaskProblem` for an id that cannot be one, or of a task that exists.
    """
    assignment, _, task = task_id.partition("/")
    if _ID.fullmatch(task_id) is None or assignment not in assignments():
        known = ", ".join(assignments())
        raise TaskProblem(
            f"{task_id!r} is no task's id: an assignment ({known}), a slash, and a name in small "
            "letters, as 03-by-hand/loss"
        )
    folder = assignments()[assignment].folder / folder_name(task)
    if folder.exists():
        raise TaskProblem(f"{shown(folder)}/ is there already: remove it, or choose another name")
    words = {
        "id": task_id,
        "name": folder_name(task),
        "chapter": assignment[:2],
        "fill_in": FILL_IN,
    }
    files = {
        "__init__.py": "",
        "check.py": _CHECK,
        "text.en.md": _TEXT.replace("{example}", "a function"),
        "text.zh.md": _TEXT.replace("{example}", "一个函数"),
        "solution.py": _SOLUTION,
        "answers.py": _ANSWERS,
        "contract.py": _CONTRACT,
    }
    folder.mkdir()
    made = []
    for name, text in files.items():
        (folder / name).write_text(text.format(**words), "utf-8")
        made.append((folder / name).relative_to(FOLDER.parents[1]))
    return made

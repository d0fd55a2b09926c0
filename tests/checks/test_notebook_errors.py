"""In a real IPython shell: a sentence where a traceback would tell a learner nothing."""

import json
import re
import subprocess
import sys

import pytest

from lmhead.checks.notebook_errors import call_of, explain
from lmhead.checks.usage_errors import UnknownTask

#: Runs cells in a shell of its own and prints, for each, what it printed and whether it raised.
SHELL = """
import contextlib, io, json, sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(colors="NoColor", xmode="Plain")
shell.history_manager.enabled = False
done = []
for cell in json.loads(sys.stdin.read()):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        result = shell.run_cell(cell, store_history=True)
    done.append([printed.getvalue(), result.success])
print(json.dumps(done))
"""
START = "from lmhead.checks import check, use_language\nuse_language('{}')"


def run(*cells: str, lang: str = "en") -> list[tuple[str, bool]]:
    done = subprocess.run(
        [sys.executable, "-c", SHELL],
        input=json.dumps([START.format(lang), *cells]),
        capture_output=True,
        text=True,
        check=True,
    )
    return [(text, success) for text, success in json.loads(done.stdout)[1:]]


@pytest.mark.slow
def test_cells_in_a_shell() -> None:
    chain = 'check("03-by-hand/chain", logits, exponentials, total, shares)'
    stub = "# Your code here.\nraise NotImplementedError()"
    missing, untouched, wrong_call, unknown, own, inside, deep, right = run(
        chain,
        stub,
        'check("03-by-hand/chain", 1)',
        'check("03-by-hand/chains", 1)',
        "print(logitz)",
        "def f():\n    return nothing\n\nf()\ncheck('03-by-hand/scale', 1)",
        "def g():\n    raise NotImplementedError()\ng()",
        'check("03-by-hand/scale", 2.92)',
    )
    assert missing[0].startswith("Not attempted: `logits` is not defined yet.")
    assert "Traceback" not in missing[0]
    assert not missing[1]  # "run all" still stops here
    assert untouched[0].startswith(
        "Not written yet: replace the line `raise NotImplementedError()`"
    )
    assert "Traceback" not in untouched[0]
    assert "logits, exponentials, total, shares" in wrong_call[0]
    assert "Traceback" not in wrong_call[0]
    assert "There is no task '03-by-hand/chains'" in unknown[0]
    assert "Traceback" not in unknown[0]
    # What is wrong with the learner's own code keeps its traceback.
    assert "NameError: name 'logitz' is not defined" in own[0]
    assert "return nothing" in inside[0]
    assert "Traceback" in inside[0]
    assert "Traceback" in deep[0]
    assert right[1]
    assert "Scale" not in right[0]


@pytest.mark.slow
def test_one_missing_name_is_not_attempted_and_the_others_are_judged() -> None:
    chain = "check('03-by-hand/chain', logits, exponentials, total, shares)"
    nothing, some, beside = run(
        chain,
        f"logits, total = [3, 1, 1, -1], 0.0\n{chain}",
        f"x = undefined_name\n{chain}",
    )
    assert "logits" in nothing[0]
    assert "Result" not in nothing[0]
    assert "`exponentials` is not defined yet" in some[0]
    assert some[0].count("✓") == 1  # the logits', in the verdict that a front end of text shows
    assert re.search(r"\b1\b.*\b4\b", some[0].splitlines()[1])
    assert not some[1]
    assert "`undefined_name` is not defined yet" in beside[0]
    assert len(beside[0].splitlines()) == 1


@pytest.mark.slow
def test_solutions_of_the_package_in_the_notebook_are_mentioned() -> None:
    scale = "result = check('03-by-hand/scale', 2.92)\nprint(result.to_json()['message'])"
    without, with_it, function = run(
        f"from lmhead.four_words import W_OUT\nfrom lmhead import tiny_lm\n{scale}",
        f"from lmhead.softmax import softmax as shares_of\n{scale}",
        "import lmhead.decoding as d\nresult = check('04-decoding/greedy', lambda z: z.argmax())\n"
        "print(result.to_json()['message'])",
    )
    assert without[0].strip() == "None"
    assert "shares_of" in with_it[0]
    assert "check/leans-on-package" in with_it[0]
    assert function[0].strip() == "None"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("check('a/b', x, y)", ("a/b", ("x", "y"))),
        ("z = 1\ncheck('a/b', y, x)  # now", ("a/b", ("y", "x"))),
        ("check('a/b', x)", None),
        ("check('a/b', x, 1 + y)", None),
        ("check('a/b', x, y, hint=1)", None),
        ("check('a/b', y, z)", None),
        ("print(x, y)", None),
        ("%time x\ncheck('a/b', x, y)", None),
    ],
)
def test_the_call_that_a_missing_name_stands_in(source: str, found: object) -> None:
    assert call_of(source, "x") == found


@pytest.mark.slow
def test_cells_in_a_shell_in_chinese() -> None:
    missing, untouched, gone = run(
        'check("03-by-hand/scale", scale)',
        "raise NotImplementedError()",
        "del check\ncheck('03-by-hand/scale', 1)",
        lang="zh",
    )
    assert missing[0].startswith("尚未作答：`scale` 还没有定义。")
    assert untouched[0].startswith("还没有写：")
    assert gone[0].startswith("`check` 还没有定义：")


def test_without_torch_a_cell_says_how_to_get_it() -> None:
    absent = ModuleNotFoundError("No module named 'torch'", name="torch")
    said = explain(absent, "import torch")
    assert said is not None
    assert "pip install 'lmhead[train]'" in said
    assert "Intel" in said
    assert explain(ModuleNotFoundError("No module named 'x'", name="x"), "import x") is None


def name_error(name: str) -> NameError:
    return NameError(f"name {name!r} is not defined", name=name)


def test_only_a_cell_that_calls_check_is_explained() -> None:
    assert explain(name_error("h_run"), 'check("03-by-hand/favour-run", h_run)') is not None
    assert explain(name_error("h_run"), "x = 1\ncheck('03-by-hand/favour-run', h_run)") is not None
    assert explain(name_error("h_run"), "print(h_run)") is None
    assert explain(name_error("h_run"), "recheck(h_run)") is None
    assert explain(ValueError("x"), 'check("03-by-hand/scale", 1)') is None


def test_a_stub_is_one_that_says_nothing_in_a_cell_that_holds_it() -> None:
    assert explain(NotImplementedError(), "raise NotImplementedError()") is not None
    assert explain(NotImplementedError("later"), "raise NotImplementedError()") is None
    assert explain(NotImplementedError(), "f()") is None


def test_a_wrong_call_of_check_explains_itself() -> None:
    from lmhead.checks.registry import find

    with pytest.raises(UnknownTask) as caught:
        find("03-by-hand/nothing")
    assert explain(caught.value, "anything") == str(caught.value)

"""The faults that ordinary people hit: each a submission of the real exercise, in one class."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from nbformat import NotebookNode

from tests.conftest import require

from .bank import FULL, REAL, Attack, answer, write
from .course import GradedClass, grade_class, open_folder
from .said import Page, sentences_in

pytestmark = [pytest.mark.slow, pytest.mark.sandbox]
FILE = f"{REAL}.ipynb"
HONEST = "def softmax(z):\n    p = np.exp(z - z.max(axis=-1, keepdims=True))\n    return p / p.sum(axis=-1, keepdims=True)"


def as_bytes(change: Callable[[bytes], bytes]) -> Callable[[Path, NotebookNode], None]:
    def hand_in(folder: Path, notebook: NotebookNode) -> None:
        text = json.dumps(notebook, indent=1, ensure_ascii=False).encode("utf-8")
        (folder / FILE).write_bytes(change(text))

    return hand_in


def under_the_name(name: str) -> Callable[[Path, NotebookNode], None]:
    return lambda folder, notebook: write(folder, notebook, name)


def changed(change: Callable[[dict[str, Any]], object]) -> Callable[[Path, NotebookNode], None]:
    def hand_in(folder: Path, notebook: NotebookNode) -> None:
        data = json.loads(json.dumps(notebook))
        change(data)
        write(folder, data, REAL)

    return hand_in


def with_answer(source: str) -> Callable[[Path, NotebookNode], None]:
    def hand_in(folder: Path, notebook: NotebookNode) -> None:
        answer(notebook, "softmax", source)
        write(folder, notebook, REAL)

    return hand_in


def without_ids(data: dict[str, Any]) -> None:
    for cell in data["cells"]:
        del cell["id"]
    data["nbformat_minor"] = 4


def of_format_4_0(data: dict[str, Any]) -> None:
    without_ids(data)
    data["nbformat_minor"] = 0
    data["metadata"] = {}


BROKEN: dict[str, float | None] = dict.fromkeys(FULL[REAL], 0.0)
WRONG_SOFTMAX = FULL[REAL] | {"softmax": 0.0}
Hand = Callable[[Path, NotebookNode], None]
#: student -> (what is handed in, status, points, ids that are said)
FAULTS: dict[str, tuple[Hand, str, dict[str, float | None], tuple[str, ...]]] = {
    "bom": (as_bytes(lambda text: b"\xef\xbb\xbf" + text), "graded", FULL[REAL], ()),
    "crlf": (as_bytes(lambda text: text.replace(b"\n", b"\r\n")), "graded", FULL[REAL], ()),
    "latin-1": (
        as_bytes(lambda text: text.replace(b"The order", b"\xe9")), "broken", BROKEN, ("file/not-utf8",)
    ),
    "truncated": (as_bytes(lambda text: text[:-300]), "broken", BROKEN, ("file/not-json",)),
    "empty": (as_bytes(lambda text: b""), "broken", BROKEN, ("file/empty",)),
    "zeros": (as_bytes(lambda text: bytes(len(text))), "broken", BROKEN, ("file/zeros",)),
    "conflict": (
        as_bytes(lambda text: b"{\n<<<<<<< HEAD\n" + text[2:] + b"=======\n>>>>>>> theirs\n"),
        "broken", BROKEN, ("file/git-conflict",),
    ),
    "web-page": (as_bytes(lambda text: b"\n<!DOCTYPE html><title>x</title>"), "broken", BROKEN, ("file/web-page",)),
    "no-cells": (changed(lambda data: data["cells"].clear()), "broken", BROKEN, ("file/no-cells",)),
    "downloaded twice": (under_the_name(f"{REAL} (1)"), "graded", FULL[REAL], ("file/renamed",)),
    "copied": (under_the_name(f"{REAL}-copy"), "graded", FULL[REAL], ("file/renamed",)),
    "李雷 二班": (under_the_name("作业二 李雷"), "graded", FULL[REAL], ("file/renamed",)),
    "no-ids": (changed(without_ids), "graded", FULL[REAL], ()),
    "format-4-0": (changed(of_format_4_0), "graded", FULL[REAL], ()),
    "no-kernel": (changed(lambda data: data["metadata"].pop("kernelspec", 0)), "graded", FULL[REAL], ()),
    "other-kernel": (
        changed(lambda data: data["metadata"].update(kernelspec={"name": "conda-env-nlp", "display_name": "x", "language": "python"})),
        "graded", FULL[REAL], (),
    ),
    "warns": (
        with_answer("import sys, warnings\nwarnings.warn('old')\nprint('careful', file=sys.stderr)\n" + HONEST),
        "graded", FULL[REAL], (),
    ),
    "prints-much": (with_answer("print('x' * 3_000_000)\n" + HONEST), "graded", FULL[REAL], ()),
    "asks": (with_answer("n = input('how many? ')\n" + HONEST), "graded", WRONG_SOFTMAX, ()),
    "stamp": (
        lambda folder, notebook: (write(folder, notebook, REAL), (folder / "timestamp.txt").write_text("yesterday"), None)[-1],
        "graded", FULL[REAL], (),
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def graded() -> Iterator[GradedClass]:
    require("bwrap")
    handed = [
        Attack(name, REAL, "an everyday fault", name, hand_in, points, says, status=status)
        for name, (hand_in, status, points, says) in FAULTS.items()
    ]
    with open_folder() as folder:
        yield grade_class(folder, handed, "nested")


@pytest.mark.parametrize("student", FAULTS)
def test_a_fault_costs_what_it_should_and_is_said(graded: GradedClass, student: str) -> None:
    _, status, points, says = FAULTS[student]
    line = graded.lines[REAL][student]
    assert (line["status"], graded.marks(REAL)[student]) == (status, points), line
    noted = sentences_in(" ".join(line["notes"]))
    page = Page(graded.page(REAL, student))
    for message in says:
        assert message in sentences_in(page.text)
        assert message in noted
    if not says and student != "stamp":
        assert line["notes"] == []


def test_stderr_is_shown_and_a_bad_timestamp_is_said(graded: GradedClass) -> None:
    assert "careful" in graded.page(REAL, "warns")
    assert "nobody to ask" in graded.page(REAL, "asks")
    assert any("timestamp" in note for note in graded.lines[REAL]["stamp"]["notes"])

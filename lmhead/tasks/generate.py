"""Writes what follows from the tasks' folders: masters, catalogs, and the pages' tables of tasks.

``python -m lmhead.tasks.generate`` writes into the repository around this package. What it says
ends with the file to edit. ``--new 03-by-hand/loss`` lays out the folder of a new task instead.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from ..checks import registry
from ..course import LANGUAGES, REPO, SITE_URL, is_placeholder
from . import FOLDER, Assignment, TaskProblem, assignments, shown
from .texts import ASSIGNMENT, FILL_IN, TASK, WRITTEN, Cell, Text, read

ROOT = FOLDER.parents[1]

_NUMBERS = {
    "en": (
        *("no", "one", "two", "three", "four", "five", "six"),
        *("seven", "eight", "nine", "ten", "eleven", "twelve"),
    ),
    "zh": (*"零一二三四五六七八九十", "十一", "十二"),
}
_HEAD = {"en": "| task | you give | points |", "zh": "| 题目 | 要给出什么 | 分数 |"}
_SETUP = {
    "en": (
        "# Installs the course's package in Colab and JupyterLite, "
        "and chooses the language of the checks."
    ),
    "zh": "# 在 Colab 和 JupyterLite 里安装本课程的包，并选定检查所用的语言。",
}
# Where the repository's address is a placeholder, installing from it would run what somebody else
# may put there.
_NO_ADDRESS = {
    "en": (
        "This notebook cannot install the course's package: whoever published it has not set "
        "the course's address. Ask them for it, or work on your own computer."
    ),
    "zh": (
        "这份笔记本无法安装课程的软件包：发布者还没有填写课程的网址。"
        "请向发布者询问，或者在自己的电脑上做。"
    ),
}
_LANGUAGE = {"en": "English", "zh": "Chinese"}


@dataclass(frozen=True)
class Row:
    """A task as the notebook's table has it. points: of the check, of the answer by hand."""

    name: str
    title: str
    give: str
    points: tuple[float, ...]


@dataclass(frozen=True)
class Texts:
    """All texts of an assignment in one language, by name of the task."""

    opening: Text
    tasks: Mapping[str, Text]
    written: Text


def generated() -> dict[Path, bytes]:
    """Everything that follows from the folders: path below the repository -> what it holds.

    Raises `TaskProblem` where a folder lacks something.
    """
    files: dict[Path, bytes] = {}
    for assignment in assignments().values():
        check_folder(assignment)
        texts = {lang: texts_of(assignment, lang) for lang in LANGUAGES}
        same_ids(texts["en"], texts["zh"])
        for lang in LANGUAGES:
            edition = Path() if lang == "en" else Path(lang)
            name = f"{assignment.id}.ipynb"
            files[edition / "solutions" / assignment.id / name] = master(
                assignment, texts[lang], lang
            )
            catalog = Path("lmhead", "locale", lang, "LC_MESSAGES", assignment.id)
            text = catalog_text(assignment, texts[lang], lang).encode()
            files[catalog.with_suffix(".po")] = text
            files[catalog.with_suffix(".mo")] = compiled(text, lang, assignment.id)
    for lang in LANGUAGES:
        common = Path("lmhead", "locale", lang, "LC_MESSAGES", "lmhead.po")
        files[common.with_suffix(".mo")] = compiled((ROOT / common).read_bytes(), lang, "lmhead")
        page = Path() / ("" if lang == "en" else lang) / "chapters" / "intro.md"
        files[page] = with_counts((ROOT / page).read_text("utf-8"), lang).encode()
        page = page.with_name("teaching.md")
        files[page] = with_lists((ROOT / page).read_text("utf-8"), lang).encode()
    citation = Path("CITATION.cff")
    if (ROOT / citation).is_file():
        files[citation] = with_addresses((ROOT / citation).read_text("utf-8")).encode()
    return files


# -- what has to be there ---------------------------------------------------------------------

FILES = ("__init__.py", "check.py", "solution.py", "answers.py", "contract.py")


def check_folder(assignment: Assignment) -> None:
    """Raise `TaskProblem` where a folder lacks a file, or a task its line in assignment.toml."""
    known = {
        assignment.folder_of(name).name for name in (*assignment.tasks, assignment.written.name)
    }
    settings = shown(assignment.folder / "assignment.toml")
    for folder in sorted(path.parent for path in assignment.folder.glob("*/text.en.md")):
        if folder.name not in known:
            raise TaskProblem(
                f"{shown(folder)}/ is a task without a line under [tasks] in {settings}"
            )
    for name, objective in assignment.tasks.items():
        folder = assignment.folder_of(name)
        if not folder.is_dir():
            raise TaskProblem(
                f"{settings} names the task {name!r}, and there is no folder {shown(folder)}/: "
                f"python -m lmhead.tasks.generate --new {assignment.id}/{name} lays one out"
            )
        for file in FILES:
            if not (folder / file).is_file():
                raise TaskProblem(f"{shown(folder / file)} is missing")
            if FILL_IN in (folder / file).read_text("utf-8"):
                raise TaskProblem(f"{shown(folder / file)} still says {FILL_IN}")
        if objective not in assignment.objectives:
            raise TaskProblem(
                f"{settings} says that {name} serves {objective!r}; it has the objectives "
                f"{', '.join(assignment.objectives)}"
            )
    registry.tasks(assignment.id)


def texts_of(assignment: Assignment, lang: str) -> Texts:
    """An assignment's texts in one language."""
    file = f"text.{lang}.md"
    return Texts(
        read(assignment.folder / file, ASSIGNMENT),
        {name: read(assignment.folder_of(name) / file, TASK) for name in assignment.tasks},
        read(assignment.folder_of(assignment.written.name) / file, WRITTEN),
    )


def same_ids(english: Texts, chinese: Texts) -> None:
    """Raise `TaskProblem` where one language has a section, a message or a cell the other lacks."""
    pairs = [
        (english.opening, chinese.opening),
        (english.written, chinese.written),
        *((english.tasks[name], chinese.tasks[name]) for name in english.tasks),
    ]
    for one, other in pairs:
        for mine, theirs in ((one, other), (other, one)):
            for heading in _headings(mine):
                if heading not in _headings(theirs):
                    raise TaskProblem(
                        f"{shown(theirs.path)} lacks '{heading}', which {mine.path.name} has"
                    )


def _headings(text: Text) -> list[str]:
    return [
        *(f"## {heading}" for heading in text.sections if heading != "title in results"),
        *(f"## cell {cell.name}" for cell in text.cells),
        *(f"### {name}" for names in text.groups.values() for name in names),
    ]


# -- the master -------------------------------------------------------------------------------


def rows(assignment: Assignment, texts: Texts) -> list[Row]:
    """The tasks as the notebook numbers them."""
    written = assignment.written
    found = []
    for task in registry.tasks(assignment.id):
        text = texts.tasks[task.name]
        last = (written.points,) if written.of == task.name else ()
        found.append(Row(task.name, text.title, text.sections["you give"], (task.points, *last)))
    if written.of is None:
        text = texts.written
        if "you give" not in text.sections:
            raise TaskProblem(f"{shown(text.path)} has no section '## you give'")
        found.append(Row(written.name, text.title, text.sections["you give"], (written.points,)))
    return found


def points_of(assignment: Assignment) -> float:
    """What an assignment is worth in all."""
    machine = sum(task.points for task in registry.tasks(assignment.id))
    return machine + assignment.written.points


def master(assignment: Assignment, texts: Texts, lang: str) -> bytes:
    """The notebook with its answers, as a file."""
    cells = list(_cells(assignment, texts, lang))
    data = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            "lmhead": {"assignment": assignment.id, "lang": lang, "version": 1},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return (json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def _cells(assignment: Assignment, texts: Texts, lang: str) -> Iterator[dict[str, Any]]:
    numbered = rows(assignment, texts)
    number = {row.name: place for place, row in enumerate(numbered, 1)}
    opening = texts.opening.sections.get("opening")
    if opening is None:
        raise TaskProblem(f"{shown(texts.opening.path)} has no section '## opening'")
    counted = {
        "{table}": _table(numbered, lang),
        "{tasks}": _NUMBERS[lang][len(numbered)],
        "{points}": f"{points_of(assignment):g}",
    }
    for mark, text in counted.items():
        opening = opening.replace(mark, text)
    yield _text("title", f"# {texts.opening.title}\n\n{opening}", lang)
    yield _code("setup", _setup(lang))
    imports = assignment.folder / "imports.py"
    yield _code("imports", _source(imports), _marks("imports", locked=True))
    yield from _free(texts.opening.cells, lang)
    for task in registry.tasks(assignment.id):
        text, name = texts.tasks[task.name], task.name
        heading = f"## {number[name]} · {text.title}"
        yield _text(f"{name}-prompt", f"{heading}\n\n{text.sections['prompt']}", lang)
        answer = f"{name}-answer"
        solution = _source(assignment.folder_of(name) / "solution.py")
        yield _code(answer, solution, _marks(answer, solution=True))
        check = f'check("{task.id}", {", ".join(task.takes)})'
        yield _code(name, check, _marks(name, grade=True, locked=True, points=task.points))
        yield from _free(text.cells, lang)
    written, text = assignment.written, texts.written
    own = written.of is None
    heading = f"## {number[written.name]} · {text.title}" if own else f"### {text.title}"
    prompt = f"{heading}\n\n{text.sections['prompt']}"
    yield _text(f"{written.name}-prompt", prompt, lang)
    marks = _marks(written.name, "markdown", grade=True, solution=True, points=written.points)
    yield _text(written.name, text.sections["answer"], lang, marks)


def _table(numbered: list[Row], lang: str) -> str:
    lines = [_HEAD[lang], "| --- | --- | --- |"]
    for place, row in enumerate(numbered, 1):
        points = " + ".join(f"{item:g}" for item in row.points)
        lines.append(f"| {place} {row.title} | {row.give} | {points} |")
    return "\n".join(lines)


def _setup(lang: str) -> str:
    install = f'%pip install -q "lmhead @ git+{REPO}"'
    if is_placeholder(REPO):
        install = f'sys.exit("{_NO_ADDRESS[lang]}")'
    return "\n".join(
        [
            _SETUP[lang],
            "import sys",
            "",
            'if "google.colab" in sys.modules:',
            f"    {install}",
            'elif sys.platform == "emscripten":',
            "    %pip install -q lmhead",
            "",
            "from lmhead.checks import use_language",
            "",
            f'use_language("{lang}")',
        ]
    )


def _source(path: Path) -> str:
    try:
        return path.read_text("utf-8").rstrip("\n")
    except FileNotFoundError:
        raise TaskProblem(f"{shown(path)} is missing") from None


def _marks(grade_id: str, kind: str = "code", **flags: Any) -> dict[str, Any]:
    """nbgrader's metadata of a cell."""
    usual = {"grade": False, "locked": False, "solution": False, "task": False}
    points = flags.pop("points", None)
    worth = {} if points is None else {"points": int(points) if points == int(points) else points}
    name = {"cell_type": kind, "grade_id": grade_id, "schema_version": 3}
    return {"nbgrader": {**name, **usual, **flags, **worth}}


def _code(name: str, source: str, metadata: dict[str, Any] | None = None) -> dict[str, Any]:
    cell = _cell("code", name, source, metadata)
    return {**cell, "execution_count": None, "outputs": []}


def _text(
    name: str, source: str, lang: str, metadata: dict[str, Any] | None = None
) -> dict[str, Any]:
    pages = SITE_URL + ("" if lang == "en" else f"{lang}/") + "chapters/"
    return _cell("markdown", name, source.replace("](chapters/", f"]({pages}"), metadata)


def _cell(kind: str, name: str, source: str, metadata: dict[str, Any] | None) -> dict[str, Any]:
    lines = source.splitlines(keepends=True)
    return {"cell_type": kind, "id": name, "metadata": metadata or {}, "source": lines}


def _free(cells: tuple[Cell, ...], lang: str) -> Iterator[dict[str, Any]]:
    for cell in cells:
        yield _code(cell.name, cell.source) if cell.code else _text(cell.name, cell.source, lang)


# -- the catalogs -----------------------------------------------------------------------------


def catalog_text(assignment: Assignment, texts: Texts, lang: str) -> str:
    """The catalog of an assignment's sentences, as gettext's text. The order is that of English."""
    lines = [
        f"# What the checks of {assignment.id} say to a learner, in {_LANGUAGE[lang]}.",
        f"# Generated from the text.{lang}.md below lmhead/tasks/{assignment.folder.name}: edit "
        "those, then make exercises",
        'msgid ""',
        'msgstr ""',
        r'"Project-Id-Version: lmhead\n"',
        r'"POT-Creation-Date: 2026-11-29 00:00+0000\n"',
        r'"Content-Type: text/plain; charset=UTF-8\n"',
        r'"Content-Transfer-Encoding: 8bit\n"',
        rf'"Language: {lang}\n"',
    ]
    for name, sentence in _sentences(assignment, texts):
        lines += ["", f"msgid {_quoted(name)}", f"msgstr {_quoted(sentence)}"]
    return "\n".join(lines) + "\n"


def _sentences(assignment: Assignment, texts: Texts) -> Iterator[tuple[str, str]]:
    for end, sentence in texts.opening.groups.get("messages", {}).items():
        yield f"{assignment.id}/{end}", sentence
    for name, text in texts.tasks.items():
        for end, sentence in text.messages().items():
            yield f"{assignment.id}/{name}/{end}", sentence


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    lines = escaped.split("\n")
    if len(lines) == 1:
        return f'"{escaped}"'
    return "\n".join(['""', *(f'"{line}\\n"' for line in lines[:-1]), f'"{lines[-1]}"'])


def compiled(text: bytes, lang: str, domain: str) -> bytes:
    """A catalog as gettext reads it."""
    made = io.BytesIO()
    write_mo(made, read_po(io.BytesIO(text), locale=lang, domain=domain))
    return made.getvalue()


# -- the pages --------------------------------------------------------------------------------


def with_counts(page: str, lang: str) -> str:
    """The course's front page with the numbers of tasks, and the table of what they serve."""
    for assignment in assignments().values():
        count = len(rows(assignment, texts_of(assignment, lang)))
        link = rf"(?=[^]]*\]\(\.\./exercises/{assignment.id}/)"
        page = re.sub(rf"(?<=\[)\d+{link}", str(count), page)
    table = [
        f"| {sentences[lang]} | {int(assignment.id[:2])} | "
        + {"en": ", ", "zh": "、"}[lang].join(
            f"*{name}*" for name, served in assignment.tasks.items() if served == objective
        )
        + " |"
        for assignment in assignments().values()
        for objective, sentences in assignment.objectives.items()
    ]
    before, mark, section = page.partition("(intro-objectives)=")
    lines = section.split("\n")
    old = [place for place, line in enumerate(lines) if re.search(r"\| \d \|.*\*[a-z-]+\*", line)]
    lines[old[0] : old[-1] + 1] = table
    return before + mark + "\n".join(lines)


def with_lists(page: str, lang: str) -> str:
    """The instructors' page with the list of tasks that take neither numbers nor cases."""
    every = [task for name in assignments() for task in registry.tasks(name)]
    fixed = [f"*{task.id}*" for task in every if task.given is None and not task.cases()]
    between, last = {"en": (", ", " and "), "zh": ("、", " 和 ")}[lang]
    listed = between.join(fixed[:-1]) + last + fixed[-1]
    name = r"\*\d\d-[a-z-]+/[a-z-]+\*"
    several = rf"{name}(?:(?:{between}|{last}){name}){{3,}}"
    return re.sub(several, listed, page, count=1)


def with_addresses(citation: str) -> str:
    """CITATION.cff with the course's addresses."""
    for key, address in (("url", SITE_URL), ("repository-code", REPO)):
        citation = re.sub(rf"(?m)^{key}: .*$", f"{key}: {address}", citation)
    return citation


# -- writing ----------------------------------------------------------------------------------


def write() -> list[Path]:
    """Bring the repository in step; returns the files that changed, below it."""
    changed = []
    for path, data in generated().items():
        file = ROOT / path
        if not file.is_file() or file.read_bytes() != data:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            changed.append(path)
    return changed


def main(arguments: list[str]) -> int:
    """Write everything, and say which files changed."""
    parser = argparse.ArgumentParser(prog="python -m lmhead.tasks.generate", description=__doc__)
    parser.add_argument("--new", metavar="ID", help="lay out the folder of a new task")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.new:
            from .new import lay_out

            made = lay_out(chosen.new)
        else:
            made = write()
    except TaskProblem as problem:
        print(problem, file=sys.stderr)
        return 2
    for path in made:
        print(f"wrote {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The front page says what is there: minutes, tasks, the core path."""

import re
from pathlib import Path

import nbformat
import pytest

from bench.reading import CHAPTERS, read
from lmhead.checks.registry import tasks
from lmhead.course import ASSIGNMENTS, exercise_path
from web import vocabulary

ROOT = Path(__file__).parents[2]
EDITIONS = {"en": ROOT / "chapters", "zh": ROOT / "zh" / "chapters"}
MINUTES_A_TASK = 3.5  # of the first, short ones that the core path asks for

each_edition = pytest.mark.parametrize("lang", EDITIONS)


def intro(lang: str) -> str:
    return (EDITIONS[lang] / "intro.md").read_text("utf-8")


def rows(lang: str, label: str) -> list[list[str]]:
    """The cells of the table in the section with a label, without its head."""
    section = intro(lang).split(f"({label})=")[1].split("\n## ", 2)[1]
    lines = [line for line in section.split("\n") if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def section_minutes(lang: str, label: str, folder: Path) -> float:
    """Reading minutes of one section."""
    chapter = next(name for name in CHAPTERS if name.startswith(label[:2]))
    text = (EDITIONS[lang] / f"{chapter}.md").read_text("utf-8")
    part = text.split(f"({label})=\n")[1]
    part = re.split(r"^\(\d\d-[\w-]+\)=\n## ", part, flags=re.MULTILINE)[0]
    path = folder / f"{label}.md"
    path.write_text(part, "utf-8")
    return read(path).minutes


@each_edition
def test_the_minutes_of_each_page_are_what_bench_reading_gives(lang: str) -> None:
    stated = {
        re.findall(r"\(([\w-]+)\.md\)", row[0])[0]: int(row[2].split()[0])
        for row in rows(lang, "intro-chapters")
    }
    assert list(stated) == list(CHAPTERS)
    for row in rows(lang, "intro-chapters"):
        title, name = re.findall(r"\[(.*?)\]\(([\w-]+)\.md\)", row[0])[0]
        assert f"\n# {title}\n" in (EDITIONS[lang] / f"{name}.md").read_text("utf-8")
    assert stated == {name: read(EDITIONS[lang] / f"{name}.md").rounded for name in CHAPTERS}


@each_edition
def test_the_number_of_tasks_is_that_of_the_notebook(lang: str) -> None:
    with_exercise = [row for row in rows(lang, "intro-chapters") if row[3]]
    named = [re.findall(r"/([\w-]+)\.ipynb\)", row[3])[0] for row in with_exercise]
    assert named == list(ASSIGNMENTS)
    for assignment, row in zip(named, with_exercise, strict=True):
        notebook = nbformat.read(exercise_path(assignment, lang), as_version=4)
        text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
        assert int(re.findall(r"\[(\d)", row[3])[0]) == len(
            re.findall(r"^## \d ", text, re.MULTILINE)
        )


@each_edition
def test_the_core_path_takes_ninety_minutes(lang: str, tmp_path: Path) -> None:
    path = rows(lang, "intro-core")
    assert sum(int(row[2]) for row in path) == 90
    for row in path:
        labels = re.findall(r"\{ref\}`([\w-]+)`", row[0])
        reading = sum(section_minutes(lang, label, tmp_path) for label in labels)
        wanted = reading + 2 * MINUTES_A_TASK
        assert abs(int(row[2]) - wanted) <= 2, (labels, wanted)


@each_edition
def test_every_task_serves_an_objective_and_every_named_task_exists(lang: str) -> None:
    named = {
        task
        for row in rows(lang, "intro-objectives")
        for task in re.findall(r"\*([a-z-]+)\*", row[2])
    }
    assert named == {task.name for assignment in ASSIGNMENTS for task in tasks(assignment)}
    core = {
        task for row in rows(lang, "intro-core") for task in re.findall(r"\*([a-z-]+)\*", row[1])
    }
    assert core <= named


@each_edition
def test_there_are_eight_questions_before_the_course(lang: str) -> None:
    assert len(re.findall(r"^```\{predict\} intro-", intro(lang), re.MULTILINE)) == 8


def test_what_tying_saves_is_a_quarter() -> None:
    table, tied, untied = 50257 * 768, 124_439_808, 163_037_184
    assert untied - tied == table
    assert round(100 * table / untied, 1) == 23.7
    for lang, quarter in (("en", "About a quarter"), ("zh", "大约四分之一")):
        assert f"- (x) {quarter}\n" in intro(lang)


@each_edition
def test_a_reply_before_the_course_says_right_or_not_and_a_section_of_the_chapter(
    lang: str,
) -> None:
    right, wrong, form = {
        "en": ("Right", "Not so", r"{} \(chapter (\d), \{{ref\}}`0(\d)-[\w-]+`\)\."),
        "zh": ("对", "不对", r"{}（第 (\d) 章，\{{ref\}}`0(\d)-[\w-]+`）。"),
    }[lang]
    options = re.findall(r"^- \(([ x])\) .*\n\n  (.*)$", intro(lang), re.MULTILINE)
    assert len(options) == 21
    for mark, reply in options:
        match = re.fullmatch(form.format(right if mark == "x" else wrong), reply)
        assert match is not None, reply
        assert match[1] == match[2]


@each_edition
def test_every_term_names_a_section_of_its_chapter(lang: str) -> None:
    text = (EDITIONS[lang] / "glossary.md").read_text("utf-8")
    entries = re.findall(r"^\S.*\n  (.*)$", text.split("{glossary}\n")[1], re.MULTILINE)
    assert len(entries) == len(vocabulary.read())
    for entry in entries:
        chapter, label = re.findall(r"(\d)(?:, | 章，)\{ref\}`([\w-]+)`[)）]$", entry)[0]
        file = next(name for name in CHAPTERS if name.startswith(f"0{chapter}"))
        assert f"({label})=" in (EDITIONS[lang] / f"{file}.md").read_text("utf-8")

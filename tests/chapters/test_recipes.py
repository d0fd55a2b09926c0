"""The recipes of CONTRIBUTING.md for the pages, followed on a copy of the repository.

Each is followed as it is written. Then what `make quick` asks of the pages passes, as many files
were touched as the recipe says, and a step that is left out is announced.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EDITIONS = ("", "zh/")
#: What quick asks of every page.
ASKED = ("test_editions.py", "test_intro.py", "test_rows.py", "test_no_answers.py")

pytestmark = pytest.mark.slow

SENTENCE = {
    "": ("Nothing is picked.", "No row is picked."),
    "zh/": ("什么也没有被挑出来。", "没有哪一行被挑出来。"),
}
BEFORE = "(01-limits)=\n"
SECTION = {
    "": "(01-mirror)=\n## In a mirror\n\nChange the sign of $h$, and the last word is first.\n\n",
    "zh/": "(01-mirror)=\n## 镜子里\n\n把 $h$ 变号，排在最后的词就到了最前面。\n\n",
}
CHAPTER = """---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

(07-line)=
# 7 · {title}

{sentence}

```{{code-cell}} ipython3
:tags: [remove-cell]

from myst_nb import glue

from lmhead.softmax import softmax

glue("line-share", float(softmax([1, -1])[0]), display=False)
```

(07-numbers)=
## {heading}

{{glue:text}}`line-share:.3f`
"""
LINE = {
    "": ("On a line", "With $d = 1$ a head can put two words first.", "The numbers"),
    "zh/": ("一条线上", "$d = 1$ 时，输出头能让两个词排到第一。", "数"),
}
MINUTES = {"": "0 min", "zh/": "0 分钟"}


@dataclass
class Copy:
    """The repository as it lies here, without what git ignores, in another folder.

    files: of each recipe, the files that following it touched.
    """

    root: Path
    files: dict[str, set[str]] = field(default_factory=dict)

    def write(self, recipe: str, name: str, text: str) -> None:
        (self.root / name).write_text(text, encoding="utf-8")
        self.files.setdefault(recipe, set()).add(name)

    def replace(self, recipe: str, name: str, old: str, new: str) -> None:
        text = (self.root / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        self.write(recipe, name, text.replace(old, new))

    def faults(self) -> set[str]:
        """The tests of the pages that fail in it."""
        files = [f"tests/chapters/{name}" for name in ASKED]
        ended = self.run("-m", "pytest", "-q", "-p", "no:cacheprovider", *files)
        assert ended.returncode in (0, 1), ended.stdout + ended.stderr
        assert re.search(r"\d+ passed", ended.stdout), ended.stdout
        return set(re.findall(r"^FAILED \S+::(\w+)", ended.stdout, re.MULTILINE))

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *arguments]
        return subprocess.run(
            command, cwd=self.root, capture_output=True, text=True, encoding="utf-8", check=False
        )


@dataclass
class Followed:
    """halfway: the faults before the last step of two recipes.  at_the_end: when all was done."""

    copy: Copy
    halfway: set[str]
    at_the_end: set[str]


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Followed:
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    copy = Copy(tmp_path_factory.mktemp("recipes"))
    for name in filter(None, listed.decode().split("\0")):
        if (ROOT / name).is_file():
            (copy.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy.root / name)

    def section(edition: str) -> None:
        page = f"{edition}chapters/01-distance.md"
        copy.replace("Add a section", page, BEFORE, SECTION[edition] + BEFORE)

    for edition in EDITIONS:
        page = f"{edition}chapters/01-distance.md"
        copy.replace("Change a sentence", page, *SENTENCE[edition])
        title, sentence, heading = LINE[edition]
        page = CHAPTER.format(title=title, sentence=sentence, heading=heading)
        copy.write("Add a chapter", f"{edition}chapters/07-line.md", page)
        entry = "  - file: chapters/teaching\n"
        line = f"  - file: chapters/07-line\n{entry}"
        copy.replace("Add a chapter", f"{edition}_toc.yml", entry, line)
    section("")
    halfway = copy.faults()
    section("zh/")
    for edition in EDITIONS:
        intro = f"{edition}chapters/intro.md"
        text = (copy.root / intro).read_text(encoding="utf-8")
        (last,) = re.findall(r"^\| \[6 · .*\n", text, re.MULTILINE)
        row = f"| [7 · {LINE[edition][0]}](07-line.md) | ? | {MINUTES[edition]} | |\n"
        copy.replace("Add a chapter", intro, last, last + row)
    return Followed(copy, halfway, copy.faults())


@pytest.mark.parametrize("recipe", ["Change a sentence", "Add a section", "Add a chapter"])
def test_a_recipe_touches_as_many_files_as_it_says(followed, recipe):
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    body = text.split(f"\n### {recipe}\n")[1].split("\n#")[0]
    (count,) = re.findall(r"^Files: (\d+)", body, re.MULTILINE)
    assert len(followed.copy.files[recipe]) == int(count)


def test_a_step_that_is_left_out_is_announced(followed):
    assert followed.halfway == {
        "test_labels_come_in_the_same_order",  # the section is in one edition alone
        "test_each_section_gives_the_same_numbers",
        "test_the_minutes_of_each_page_are_what_bench_reading_gives",  # the intro lacks the chapter
    }


def test_when_all_is_done_the_pages_are_sound(followed):
    assert followed.at_the_end == set()


def test_the_new_chapter_is_built(followed, tmp_path):
    """Strictly and in both editions, by the course's configuration, as a book of one page."""
    root = followed.copy.root
    for edition in EDITIONS:
        book = tmp_path / edition
        (book / "chapters").mkdir(parents=True)
        shutil.copy(root / edition / "_config.yml", book)
        shutil.copy(root / edition / "chapters" / "07-line.md", book / "chapters")
        (book / "_toc.yml").write_text("format: jb-book\nroot: chapters/07-line\n", "utf-8")
    source = "@misc{source, title = {A source}, author = {Someone}, year = {2020}}\n"
    (tmp_path / "references.bib").write_text(source, "utf-8")
    built = followed.copy.run("-m", "web.build", "--root", str(tmp_path))
    assert built.returncode == 0, built.stderr
    for edition in EDITIONS:
        html = tmp_path / "_build" / "html" / edition / "chapters" / "07-line.html"
        assert "0.881" in html.read_text(encoding="utf-8")  # e / (e + 1/e)

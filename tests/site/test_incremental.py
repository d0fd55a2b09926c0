"""A build that goes on from an earlier one makes what a build from nothing makes."""

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys

import pytest

from tests import programs
from web import build, build_folder, edition, input_hashes, opened_files
from web.page_code import joined

# The one page that says how long the code took; all else is the same bytes.
MEASURED = {"status.html", "zh/status.html"}


def run(book, output="_build", code=0):
    folders = ("--root", book.root, "--output", book.root / output)
    done = programs.run("web.build", *folders, cwd=build.ROOT, env=os.environ)
    assert done.returncode == code, done.stderr
    return done


def files(folder):
    """The hash of every file below ``folder``, by its path."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.relative_to(folder).as_posix() not in MEASURED:
            found[path.relative_to(folder).as_posix()] = hashlib.sha256(path.read_bytes()).digest()
    return found


def same_as_from_nothing(book):
    shutil.rmtree(book.root / "clean", ignore_errors=True)
    run(book, "clean")
    assert files(book.root / "_build" / "html") == files(book.root / "clean" / "html")


CELL = """
```{code-cell} python
import sys
sys.path.insert(0, "..")
import measured
print(measured.text(), open("../data.txt").read())
```
"""


@pytest.fixture
def course(book):
    """Three pages of which two refer to the third, and code behind one of them."""
    (book.root / "measured.py").write_text("def text():\n    return 'first text'\n")
    (book.root / "data.txt").write_text("first data")
    for tree in (book.root, book.root / "zh"):
        (tree / "_toc.yml").write_text(
            "format: jb-book\nroot: chapters/page\nchapters:\n"
            "  - file: chapters/second\n  - file: chapters/third\n"
        )
        for name in ("second", "third"):
            text = f"({name}-label)=\n# The {name}\n\nText. {{ref}}`top` {{cite}}`source`\n"
            (tree / "chapters" / f"{name}.md").write_text(text)
        with open(tree / "chapters" / "third.md", "a", encoding="utf-8") as file:
            file.write("\n```{bibliography}\n```\n")
    # Only the English page runs code: the folder of the module is found from it alone.
    book.append("{ref}`third-label`\n" + CELL)
    run(book)
    return book


def built(book, page, folder=""):
    return (book.root / "_build" / "html" / folder / "chapters" / f"{page}.html").read_text()


@pytest.mark.slow
def test_nothing_is_built_where_nothing_changed_and_a_fault_is_found_again(course):
    before = (course.root / "_build" / "html" / "index.html").stat().st_ino
    done = run(course)
    assert "Building" not in done.stdout
    assert (course.root / "_build" / "html" / "index.html").stat().st_ino == before
    # A sentence of one edition, a title that other pages and the side bar show, and a fault. What
    # fails is not taken for done by the next build, and leaves the site as it was.
    third = course.root / "chapters" / "third.md"
    sound = third.read_text().replace("# The third", "# The last") + "\nOne more.\n"
    third.write_text(sound + "\n![](nowhere.png)\n")
    first, second = run(course, code=1), run(course, code=1)
    assert "nowhere.png" in first.stderr
    assert "nowhere.png" in second.stderr
    assert "One more." not in built(course, "third")
    third.write_text(sound)
    done = run(course)
    assert re.findall(r"Building the (\w+)", done.stdout) == ["English"]
    assert "One more." in built(course, "third")
    assert "The last" in built(course, "page")
    assert "The last" in built(course, "second")
    same_as_from_nothing(course)


@pytest.mark.survey
def test_code_is_run_again_where_a_file_that_it_read_has_changed(course):
    kept = course.root / "_build" / "editions" / "en" / "executed" / "chapters" / "page.json"
    assert "first text first data" in built(course, "page")
    before = kept.stat().st_ino
    course.append("A sentence.\n")
    run(course)
    assert kept.stat().st_ino == before  # the code was not run
    assert "A sentence." in built(course, "page")
    assert "first text first data" in built(course, "page")
    (course.root / "measured.py").write_text("def text():\n    return 'another text'\n")
    run(course)
    assert "another text first data" in built(course, "page")
    (course.root / "data.txt").write_text("other data")
    done = run(course)
    assert re.findall(r"Building the (\w+)", done.stdout) == ["English"]
    assert "another text other data" in built(course, "page")
    same_as_from_nothing(course)


@pytest.mark.survey
def test_a_page_that_is_gone_is_gone(course):
    for tree in (course.root, course.root / "zh"):
        (tree / "chapters" / "second.md").unlink()
        toc = tree / "_toc.yml"
        toc.write_text(toc.read_text().replace("  - file: chapters/second\n", ""))
    run(course)
    assert not (course.root / "_build" / "html" / "chapters" / "second.html").exists()
    assert "second" not in built(course, "page")
    same_as_from_nothing(course)


@pytest.mark.survey
def test_an_interrupted_build_leaves_nothing_that_the_next_would_take_for_done(
    course, interruptible
):
    site = files(course.root / "_build" / "html")
    course.append("Half done.\n")
    command = [sys.executable, "-m", "web.build", "--root", str(course.root)]
    process = subprocess.Popen(
        command, cwd=build.ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline().startswith("Building the English edition")
    work = course.root / "_build" / "editions" / "en" / edition.WORK
    while process.poll() is None and not (work / "html" / "chapters").is_dir():
        pass  # pages are being written
    process.send_signal(signal.SIGINT)
    assert process.communicate()[1].strip() == "Stopped. The site was not built."
    assert files(course.root / "_build" / "html") == site
    run(course)
    assert "Half done." in built(course, "page")
    same_as_from_nothing(course)


# A file of the course, what stands in it, and what is to stand there.
CHANGES = [
    ("chapters/04-decoding.md", "\n\n", "\n\nA sentence that is new.\n\n"),
    ("lmhead/figures/decoding.py", "laid end to end", "laid side by side"),
    ("lmhead/checks/messages.py", '"""', '"""Another word. '),
    ("web/labels/predict.py", "Predict first", "Predict now"),
]


@pytest.mark.survey
def test_the_course_after_changes_is_the_course_from_nothing(tmp_path):
    """On a copy of the repository, with a build after each change."""
    root = tmp_path / "course"
    for name in ("chapters", "exercises", "zh", "lmhead", "web", "solutions", "_build/tryit"):
        if (build.ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "node_modules")
            shutil.copytree(build.ROOT / name, root / name, ignore=ignored)
    for path in build.ROOT.iterdir():
        if path.is_file() and path.name != ".git":
            shutil.copy(path, root)

    def build_it(output):
        command = [sys.executable, "-m", "web.build", "--output", str(tmp_path / output)]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    build_it("kept")
    for file, old, new in CHANGES:
        path = root / file
        text = path.read_text(encoding="utf-8")
        start = text.index("\n# ") if path.suffix == ".md" else 0
        assert old in text[start:]
        path.write_text(text[:start] + text[start:].replace(old, new, 1), encoding="utf-8")
        build_it("kept")
    build_it("clean")
    assert files(tmp_path / "kept" / "html") == files(tmp_path / "clean" / "html")


# --- the pieces ----------------------------------------------------------------------------------


def test_what_a_process_reads_is_written_down_and_what_it_writes_is_not(tmp_path):
    (tmp_path / "module.py").write_text("X = 1\n")
    (tmp_path / "read.txt").write_text("read")
    program = (
        "from web.opened_files import aside, log_to\n"
        "log_to('log')\n"
        "import module, os, pathlib\n"
        "open('read.txt').close(); open('written.txt', 'w').close()\n"
        "os.listdir('.')\n"
        "with aside(): open('log').close()\n"
    )
    for _ in range(2):  # the second time the module is read from its compiled file
        command = [sys.executable, "-c", program]
        environment = {"PYTHONPATH": f"{build.ROOT}:{tmp_path}"}
        subprocess.run(command, cwd=tmp_path, env=environment, check=True)
        found = opened_files.read_log(tmp_path / "log")
        here = {(kind, p.name) for kind, p in found if p.is_relative_to(tmp_path)}
        assert here == {("file", "module.py"), ("file", "read.txt"), ("folder", tmp_path.name)}
        (tmp_path / "log").unlink()


def test_a_file_that_changes_while_a_part_is_made_is_unknown_and_so_changed(tmp_path):
    file = tmp_path / "a"
    file.write_text("a")
    now = file.stat().st_mtime_ns
    assert input_hashes.changed(input_hashes.hashes_of([file], since=now + 1)) == set()
    assert input_hashes.changed(input_hashes.hashes_of([file], since=now)) == {str(file)}
    hashes = input_hashes.hashes_of([file, tmp_path, tmp_path / "absent"])
    assert input_hashes.changed(hashes) == set()
    (tmp_path / "absent").write_text("there")
    assert input_hashes.changed(hashes) == {str(tmp_path), str(tmp_path / "absent")}


def test_a_part_is_made_once_and_again_after_it_failed(tmp_path):
    made = []

    def make(folder):
        made.append(list(folder.iterdir()))
        (folder / "x").write_text("x")

    def fail(folder):
        make(folder)
        raise KeyboardInterrupt

    assert (build_folder.kept(tmp_path / "part", "1", make) / "x").is_file()
    build_folder.kept(tmp_path / "part", "1", make)
    assert len(made) == 1
    with pytest.raises(KeyboardInterrupt):
        build_folder.kept(tmp_path / "part", "2", fail)
    build_folder.kept(tmp_path / "part", "2", make)
    assert made == [[], [], []]


def test_one_build_at_a_time(tmp_path):
    program = (
        "import sys; from pathlib import Path; from web.build_folder import alone\n"
        "with alone(Path(sys.argv[1]), lambda: print('waits', flush=True)): print('in')"
    )
    with build_folder.alone(tmp_path, lambda: pytest.fail("nobody is there")):
        command = [sys.executable, "-c", program, str(tmp_path)]
        other = subprocess.Popen(command, cwd=build.ROOT, stdout=subprocess.PIPE, text=True)
        assert other.stdout.readline() == "waits\n"
        assert other.poll() is None
    assert other.communicate(timeout=60)[0] == "in\n"


def test_the_pieces_of_what_is_printed_are_one_text_again():
    def stream(name, text):
        return {"output_type": "stream", "name": name, "text": text}

    shown = {"output_type": "display_data", "data": {}}
    pieces = [stream("stdout", "a"), stream("stdout", " b\n"), stream("stderr", "c")]
    pieces += [shown, dict(shown), stream("stdout", "d")]
    whole = [stream("stdout", "a b\n"), stream("stderr", "c"), shown, shown, stream("stdout", "d")]
    assert joined(pieces) == whole

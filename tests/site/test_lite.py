"""Notebooks in the browser: what lies below lite/, and what a learner's browser is given."""

import base64
import csv
import hashlib
import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest

from lmhead.course import ASSIGNMENTS, exercise_path, solution_path
from tests.submissions import answers
from web import build, lite
from web.addresses import colab_url
from web.build import ROOT
from web.edition import HERE
from web.editions import EDITIONS
from web.labels import lite as labels
from web.lite import licenses, pyodide_files, wheels
from web.lite.bar import bar
from web.pages import toc_pages

PAGES = toc_pages(ROOT / "_toc.yml")
BODY = re.compile(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", re.DOTALL)
IN_BROWSER = [name for name in ASSIGNMENTS if name != "06-train"]  # which needs torch


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return wheels.learner_wheel(ROOT, tmp_path_factory.mktemp("wheel"))


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as file:
        return {name: file.read(name) for name in file.namelist()}


def solutions() -> set[str]:
    """What the masters and the bank of answers have for the tasks, where it is longer than what
    the course's own code may say too: a call, a formula."""
    found = set()
    for assignment in ASSIGNMENTS:
        found |= {answer.source.strip() for answer in answers(assignment)}
        for lang in EDITIONS:
            for cell in nbformat.read(solution_path(assignment, lang), as_version=4).cells:
                found |= {body.strip() for body in BODY.findall(cell.source)}
    return {answer for answer in found if len(answer) > 40}


# Of the wheel's files; checks/solution_use.py only finds out whether an answer is the solution.
# What `check` does in a grade cell is in checks/grading.py, which `check` itself imports.
HELD_BACK = r"_course|solutions/|solution\.py|submission|grading/"


# --- the wheel -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_wheel_holds_no_master_no_answer_and_nothing_of_the_grader(wheel):
    files = contents(wheel)
    assert not [name for name in files if re.search(HELD_BACK, name)]
    everything = b"\n".join(files.values()).decode("utf-8", "replace")
    assert len(solutions()) > 500
    assert not [answer for answer in solutions() if answer in everything]
    # Nor in the string of a notebook, where a line break is written as \n.
    assert "### BEGIN SOLUTION" not in everything


@pytest.mark.slow
def test_the_checks_work_with_what_is_in_it(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as file:
        file.extractall(tmp_path)
    right = []
    for assignment in IN_BROWSER:
        answer = next(a for a in answers(assignment) if a.right and "while True" not in a.source)
        right.append((f"{assignment}/{answer.task}", answer.source))
    program = """
import json, sys
import numpy as np
import lmhead
from lmhead import tiny_lm
from lmhead.checks import check, use_language
from lmhead.checks.registry import find
from lmhead.four_words import W_OUT, WORDS
use_language("zh")
done = {"where": lmhead.__file__, "points": []}
for task, source in json.load(sys.stdin):
    names = {"np": np, "W_OUT": W_OUT, "WORDS": WORDS, "tiny_lm": tiny_lm}
    exec(source, names)
    result = check(task, *(names[name] for name in find(task).takes))
    done["points"].append([task, result.points, result.max_points])
done["hint"] = bool(check("03-by-hand/scale", hint=1))
print(json.dumps(done))
"""
    ran = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{program}"],
        input=json.dumps(right),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    done = json.loads(ran.stdout)
    assert Path(done["where"]).is_relative_to(tmp_path)
    assert [got == of for _, got, of in done["points"]] == [True] * len(IN_BROWSER)
    assert done["hint"]


@pytest.mark.slow
def test_the_same_checkout_gives_the_same_bytes(wheel, tmp_path):
    again = wheels.learner_wheel(ROOT, tmp_path)
    assert again.read_bytes() == wheel.read_bytes()


@pytest.mark.slow
def test_its_record_is_true_and_it_needs_numpy_alone(wheel):
    files = contents(wheel)
    record = next(name for name in files if name.endswith(".dist-info/RECORD"))
    listed = list(csv.reader(io.StringIO(files[record].decode())))
    assert {row[0] for row in listed} == set(files)
    for name, digest, size in listed:
        if name != record:
            wanted = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).decode()
            assert digest == "sha256=" + wanted.rstrip("=")
            assert int(size) == len(files[name])
    metadata = files[record.replace("RECORD", "METADATA")].decode()
    needed = re.findall(r"^Requires-Dist: (.*)$", metadata, re.MULTILINE)
    assert [line for line in needed if "extra ==" not in line] == ["numpy>=1.26"]


def test_an_installed_package_becomes_a_wheel_again(tmp_path):
    path = wheels.installed_wheel("comm", tmp_path)
    names = set(contents(path))
    assert "comm/__init__.py" in names
    assert {Path(name).name for name in names if "dist-info" in name} >= {"METADATA", "RECORD"}
    assert "INSTALLER" not in {Path(name).name for name in names}


def test_a_checkout_without_a_package_is_said(tmp_path):
    with pytest.raises(wheels.WheelError, match="was not built"):
        wheels.learner_wheel(tmp_path, tmp_path / "wheels")


# --- the folder ----------------------------------------------------------------------------------


def test_a_course_without_notebooks_has_none(tmp_path):
    assert lite.made_from(ROOT, ["chapters/intro", "exercises/06-train/06-train"], None) == ""
    assert lite.made_from(ROOT, ["exercises/03-by-hand/03-by-hand"], None) != ""


@pytest.mark.slow
def test_the_site_has_each_notebook_as_it_was_released(site):
    for edition in EDITIONS.values():
        for assignment in IN_BROWSER:
            path = lite.notebook_path(edition, assignment)
            released = exercise_path(assignment, edition.code).read_bytes()
            assert (site / "lite/files" / path).read_bytes() == released
            folder = site / "lite/api/contents" / Path(path).parent
            entries = json.loads((folder / "all.json").read_text("utf-8"))["content"]
            assert path in [entry["path"] for entry in entries]
    assert not list((site / "lite").rglob("*06-train*"))


@pytest.mark.slow
def test_a_notebook_asks_this_host_for_the_package_and_pypi_for_nothing(site):
    config = json.loads((site / "lite/jupyter-lite.json").read_text("utf-8"))
    settings = config["jupyter-config-data"]["litePluginSettings"]
    kernel = settings["@jupyterlite/pyodide-kernel-extension:kernel"]
    assert kernel["disablePyPIFallback"] is True
    assert kernel["pipliteUrls"][0].startswith("./pypi/all.json?sha256=")
    assert all(url.startswith("./") for url in kernel["pipliteUrls"])
    index = json.loads((site / "lite/pypi/all.json").read_text("utf-8"))
    assert set(index) == {"lmhead", "comm"}
    for package in index.values():
        for (file,) in package["releases"].values():
            data = (site / "lite/pypi" / file["url"]).read_bytes()
            assert hashlib.sha256(data).hexdigest() == file["digests"]["sha256"]


@pytest.mark.slow
def test_each_edition_has_pages_in_its_language(site):
    for edition in EDITIONS.values():
        html = (site / "lite" / lite.app_path(edition)).read_text("utf-8")
        assert f'<html lang="{edition.tag}">' in html
        assert 'content="noindex"' in html
        start = (site / "lite" / edition.folder / "index.html").read_text("utf-8")
        for assignment in IN_BROWSER:
            assert f"path={lite.notebook_path(edition, assignment)}" in start
            title = nbformat.read(exercise_path(assignment, edition.code), as_version=4).cells[0]
            assert title.source.splitlines()[0].removeprefix("# ") in start


@pytest.mark.slow
def test_exercise_pages_lead_to_the_notebook_or_say_why_not(site):
    for edition in EDITIONS.values():
        for assignment in ASSIGNMENTS:
            page = Path(edition.folder, "exercises", assignment, f"{assignment}.html")
            html = (site / page).read_text("utf-8")
            aside = re.search(r'<aside class="notebook-bar".*?</aside>', html, re.S)[0]
            links = re.findall(r'href="([^"]+)"', aside)
            opened = [link for link in links if "/lite/" in link]
            assert bool(opened) == (assignment in IN_BROWSER)
            assert ("torch" in aside) == (assignment not in IN_BROWSER)
            in_colab = [link for link in links if "colab.research.google.com" in link]
            notebook = page.with_suffix(".ipynb").as_posix()
            assert in_colab == [address for address in [colab_url(notebook)] if address]
            assert "<code>lmhead learn" in aside
            for link in opened:
                app, _, query = link.partition("?path=")
                assert (site / page.parent / app).resolve().is_file()
                assert (site / "lite/files" / query).is_file()
                assert links[0] == link  # the first of the buttons


def test_the_terms_of_what_others_wrote_lie_beside_it():
    for here in (False, True):
        text = licenses.text(here=here)
        for name in licenses.PACKAGES:
            assert re.search(rf"{name} \d[^\n]*\n\n.*?Copyright", text, re.S), name
        assert ("Mozilla Public License" in text) == here


def test_what_is_said_of_the_hosts_follows_the_build(monkeypatch):
    page = "exercises/03-by-hand/03-by-hand"
    for edition in EDITIONS.values():
        monkeypatch.delenv(HERE, raising=False)
        assert "cdn.jsdelivr.net" in bar(edition, page).sentences[0]
        monkeypatch.setenv(HERE, "1")
        assert "cdn.jsdelivr.net" not in bar(edition, page).sentences[0]


def test_both_languages_say_the_same_things():
    english, chinese = labels.EN, labels.ZH
    assert list(english) == list(chinese)
    for key, text in english.items():
        fields = set(re.findall(r"\{\w+\}", text))
        assert fields == set(re.findall(r"\{\w+\}", chinese[key])), key


# --- a distribution of Pyodide -------------------------------------------------------------------


def distribution(folder: Path, version: str = pyodide_files.VERSION) -> Path:
    """Files as a full distribution has them: names, hashes and dependencies, and no code."""
    folder.mkdir()
    packages = {}
    depends = {"matplotlib": ["numpy", "Python_Dateutil"], "ipython": ["traitlets"]}
    for name in (*pyodide_files.PACKAGES, "python-dateutil", "traitlets", "scipy"):
        data = name.encode()
        (folder / f"{name}-1-py3-none-any.whl").write_bytes(data)
        packages[name] = {
            "depends": depends.get(name, []),
            "file_name": f"{name}-1-py3-none-any.whl",
            "sha256": hashlib.sha256(data).hexdigest(),
        }
    for name in pyodide_files.CORE:
        (folder / name).write_text(f'const version = "{version}";', encoding="utf-8")
    lock = {"info": {"abi_version": "2026_0"}, "packages": packages}
    (folder / pyodide_files.LOCK).write_text(json.dumps(lock), encoding="utf-8")
    return folder


def test_of_a_distribution_only_what_notebooks_need_is_copied(tmp_path):
    pyodide_files.copy(distribution(tmp_path / "full"), tmp_path / "site" / "pyodide")
    copied = {path.name for path in (tmp_path / "site" / "pyodide").iterdir()}
    assert {*pyodide_files.CORE, "numpy-1-py3-none-any.whl"} <= copied
    assert "python-dateutil-1-py3-none-any.whl" in copied
    assert "scipy-1-py3-none-any.whl" not in copied
    lock = json.loads((tmp_path / "site/pyodide/pyodide-lock.json").read_text("utf-8"))
    assert lock["info"] == {"abi_version": "2026_0"}
    assert {package["file_name"] for package in lock["packages"].values()} | set(
        pyodide_files.CORE
    ) == copied


def _remove(name):
    return lambda folder: (folder / name).unlink()


@pytest.mark.parametrize(
    ("break_it", "sentence"),
    [
        (_remove("pyodide.asm.wasm"), "has no pyodide.asm.wasm, so it is no distribution"),
        (_remove("numpy-1-py3-none-any.whl"), "which the notebooks need for numpy"),
        (
            lambda folder: (folder / "numpy-1-py3-none-any.whl").write_bytes(b"half"),
            "is not the file that pyodide-lock.json there names",
        ),
        (
            lambda folder: (folder / "pyodide-lock.json").write_text("{}"),
            "pyodide-lock.json cannot be read",
        ),
        (
            lambda folder: (folder / "pyodide-lock.json").write_text('{"packages": {}}'),
            "pyodide-lock.json cannot be read",
        ),
        (
            lambda folder: (folder / "pyodide.mjs").write_text('v = "0.27.7"'),
            f"holds Pyodide 0.27.7, and the notebooks' kernel needs {pyodide_files.VERSION}",
        ),
        (
            lambda folder: (folder / "package.json").write_text('{\n "version": "314.0.0"\n}'),
            "holds Pyodide 314.0.0",
        ),
    ],
)
def test_a_distribution_that_will_not_do_is_told_in_a_sentence(tmp_path, break_it, sentence):
    folder = distribution(tmp_path / "full")
    pyodide_files.checked(folder)
    break_it(folder)
    with pytest.raises(pyodide_files.PyodideError, match=re.escape(sentence)):
        pyodide_files.checked(folder)


def test_the_build_looks_at_the_distribution_before_anything_else(tmp_path, capsys):
    missing = str(tmp_path / "none")
    status = build.main(["--output", str(tmp_path / "out"), "--pyodide", missing])
    assert status == 1
    said = capsys.readouterr()
    assert "is no distribution of Pyodide" in said.err
    assert "Building" not in said.out

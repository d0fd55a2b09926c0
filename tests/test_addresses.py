"""The course's two addresses: from one place everywhere, and nothing done with a placeholder."""

import os
import re
import shutil
from pathlib import Path

import pytest

from lmhead.course import REPO, SITE_URL, is_placeholder, placeholders
from tests.test_task_recipes import Copy
from web import addresses, build

ROOT = Path(__file__).resolve().parents[1]
SITE = "https://teaching.some-university.edu/lm/"
REPOSITORY = "https://github.com/some-university/lm-course"


@pytest.mark.parametrize(
    "address",
    [
        "https://lmhead.example.org/",
        "https://example.com/course/",
        "https://github.example.org/lmhead/lmhead",
        "https://github.com/your-name/lmhead",
        "https://github.com/YOUR-ORG/course.git",
        "https://gitlab.com/<group>/course",
        "https://gitlab.com/your-group/teaching/course",
        "https://git.some-university.edu/your-name/course",
        "https://your-name.github.io/lmhead/",
        "https://yourname.gitlab.io/",
        "https://git.sr.ht/~username/course",
        "https://github.com/lmhead/lmhead",
        "http://localhost:8000/",
        "https://course.invalid/",
    ],
)
def test_a_placeholder_is_known(address: str) -> None:
    assert is_placeholder(address)


@pytest.mark.parametrize(
    "address",
    [
        SITE,
        REPOSITORY,
        "https://some-university.github.io/lmhead/",
        "https://git.some-university.edu/lmhead",
        "https://exampleorg.com/a/b",
        "https://www.contest.org/example",
        "https://some-university.edu/user/lm",
        "https://digital.some-university.edu/lmhead/course",
        "https://your-course.some-university.edu/",
    ],
)
def test_an_address_of_ones_own_is_none(address: str) -> None:
    assert not is_placeholder(address)


def fill_in(pyproject: Path) -> None:
    text = pyproject.read_text("utf-8")
    for label, address in (("Homepage", SITE), ("Repository", REPOSITORY)):
        text, count = re.subn(rf'(?m)^{label} = ".*"$', f'{label} = "{address}"', text)
        assert count == 1
    pyproject.write_text(text, "utf-8")


def naming(folder: Path, words: tuple[str, ...]) -> list[str]:
    """The files below a folder, pyproject.toml apart, that hold one of these."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name != "pyproject.toml":
            data = path.read_bytes()
            found += [f"{path.relative_to(folder)}: {w}" for w in words if w.encode() in data]
    return found


def earlier() -> tuple[str, ...]:
    return (SITE_URL.rstrip("/"), REPO)


@pytest.mark.slow
def test_what_is_generated_names_the_addresses_of_pyproject_alone(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    shutil.copy(ROOT / "CITATION.cff", tmp_path)
    fill_in(tmp_path / "pyproject.toml")
    copy.generate()
    assert naming(tmp_path, earlier()) == []
    masters = [path.read_text("utf-8") for path in tmp_path.rglob("solutions/*/*.ipynb")]
    assert len(masters) == 12
    for text in masters:
        assert f'%pip install -q \\"lmhead @ git+{REPOSITORY}\\"' in text
        assert f"]({SITE}" in text
    assert f"repository-code: {REPOSITORY}\n" in copy.read("CITATION.cff")


def test_workflows_name_neither() -> None:
    assert naming(ROOT / ".github", earlier()) == []


def test_no_page_and_no_command_names_either_by_hand() -> None:
    """What is generated apart: notebooks, and the catalogs and lists that follow from the tasks."""
    for folder in ("chapters", "zh/chapters", "lmhead/commands", "lmhead/grading", "web"):
        assert naming(ROOT / folder, earlier()) == [], folder


def test_nothing_leads_to_a_placeholder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "REPO", "https://github.com/your-name/lmhead")
    assert addresses.repository() is None
    assert addresses.source_url("README.md") is None
    assert addresses.colab_url("exercises/x.ipynb") is None
    monkeypatch.setattr(addresses, "REPO", REPOSITORY + ".git")
    at = "https://colab.research.google.com/github/some-university/lm-course/blob/main/x.ipynb"
    assert addresses.colab_url("x.ipynb") == at
    monkeypatch.setattr(addresses, "REPO", "https://git.some-university.edu/a/lm")
    assert addresses.colab_url("x.ipynb") is None  # Colab opens what lies on GitHub
    assert addresses.source_url("a.md") == "https://git.some-university.edu/a/lm/blob/main/a.md"


@pytest.mark.parametrize("unset", [{}, {"Repository": "https://github.com/your-name/lm"}])
def test_a_build_with_a_placeholder_says_so_at_its_end(
    unset: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(build, "build", lambda *arguments: tmp_path)
    monkeypatch.setattr(build, "placeholders", lambda: unset)
    assert build.main([]) == 0
    *_, last = capsys.readouterr().out.splitlines()
    assert last.startswith("Not ready to be published: Repository (https") == bool(unset)


def test_placeholders_are_those_of_pyproject() -> None:
    unset = {label for label, url in (("Homepage", SITE_URL), ("Repository", REPO))
             if is_placeholder(url)}  # fmt: skip
    assert set(placeholders()) == unset


@pytest.mark.survey
@pytest.mark.slow
def test_a_whole_site_names_the_addresses_of_pyproject_alone(tmp_path: Path) -> None:
    from tests import programs

    root = tmp_path / "course"
    ignored = shutil.ignore_patterns("__pycache__", "node_modules", ".*", "_build")
    shutil.copytree(ROOT, root, ignore=ignored)
    if (ROOT / "_build" / "tryit").is_dir():
        shutil.copytree(ROOT / "_build" / "tryit", root / "_build" / "tryit")
    fill_in(root / "pyproject.toml")
    here = {"PYTHONPATH": str(root)}
    for words in (
        ("lmhead.tasks.generate",),
        ("lmhead.grading.classroom.release", ".", "zh"),
        ("web.build",),
    ):
        done = programs.run(*words, cwd=root, env={**os.environ, **here})
        assert done.returncode == 0, done.stderr
    assert "Not ready" not in done.stdout
    for folder in ("_build/html", "exercises", "zh/exercises", "solutions", "zh/solutions"):
        assert naming(root / folder, earlier()) == [], folder

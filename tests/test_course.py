"""Where the course's files are and what its addresses are: in a checkout and in a wheel."""

import json
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from lmhead.course import ASSIGNMENTS, LANGUAGES, REPO, SITE_URL, exercise_path, section_url

ROOT = Path(__file__).resolve().parent.parent


def test_the_addresses_are_those_of_pyproject():
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    assert urls["Homepage"] == SITE_URL
    assert urls["Repository"] == REPO
    assert SITE_URL.startswith("https://")
    assert SITE_URL.endswith("/")
    assert not REPO.endswith("/")


def test_the_addresses_of_sections():
    assert section_url("en", "03-by-hand", "loss") == f"{SITE_URL}chapters/03-by-hand.html#loss"
    assert section_url("zh", "03-by-hand") == f"{SITE_URL}zh/chapters/03-by-hand.html"
    with pytest.raises(ValueError, match="no edition 'fr'; it has en, zh"):
        section_url("fr", "03-by-hand")


def test_the_released_notebooks_are_where_they_are_said_to_be():
    for lang in LANGUAGES:
        folder = ROOT / "exercises" if lang == "en" else ROOT / lang / "exercises"
        assert sorted(path.name for path in folder.iterdir()) == sorted(ASSIGNMENTS)
        for assignment in ASSIGNMENTS:
            path = exercise_path(assignment, lang)
            assert path == folder / assignment / f"{assignment}.ipynb"
            assert json.loads(path.read_text(encoding="utf-8"))["nbformat"] == 4


def test_what_the_course_does_not_have():
    with pytest.raises(
        ValueError, match=f"no assignment '07-moon'; it has {', '.join(ASSIGNMENTS)}"
    ):
        exercise_path("07-moon")
    with pytest.raises(ValueError, match="no edition 'fr'"):
        exercise_path("03-by-hand", "fr")


@pytest.mark.slow
def test_a_wheel_has_the_notebooks_and_the_same_addresses(tmp_path):
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)
    code = (
        "import json, lmhead.course as c; print(json.dumps([c.__file__, c.SITE_URL, c.REPO,"
        "*[str(c.exercise_path(a, l)) for a in c.ASSIGNMENTS for l in c.LANGUAGES]]))"
    )
    # -I leaves the checkout off the path, and -S its editable install.
    command = [
        sys.executable,
        "-IS",
        "-c",
        f"import sys; sys.path.append({str(installed)!r}); {code}",
    ]
    printed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    file, site_url, repo, *notebooks = json.loads(printed.stdout)
    assert Path(file).is_relative_to(installed)
    assert (site_url, repo) == (SITE_URL, REPO)
    for notebook, (assignment, lang) in zip(
        notebooks, [(a, lang) for a in ASSIGNMENTS for lang in LANGUAGES], strict=True
    ):
        assert Path(notebook).is_relative_to(installed)
        assert Path(notebook).read_bytes() == exercise_path(assignment, lang).read_bytes()

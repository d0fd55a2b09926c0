"""A person reads a hostile answer in nbgrader's formgrader, and their mark and words stay."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbgrader.api import Gradebook
from nbgrader.converters import GenerateFeedback
from nbgrader.coursedir import CourseDirectory

from lmhead.grading.classroom.course_config import load_config
from lmhead.grading.classroom.release import run_converter
from lmhead.grading.driver.class_grader import ClassGrader

from ..conftest import RIGHT, submission
from .test_nbgrader import ROOT, make_course

pytestmark = [pytest.mark.slow, pytest.mark.browser]

TAKEN = "document.title = 'taken'"
HOSTILE = f"""\
<script>{TAKEN}</script>

<img src="x" onerror="{TAKEN}">

<svg onload="{TAKEN}"><script>{TAKEN}</script></svg>

<iframe src="javascript:parent.{TAKEN}"></iframe><style>body {{ display: none }}</style>

[here](javascript:{TAKEN}) ![picture](https://tracker.example.org/pixel.png)

</div></div><input id="why" class="score" value="99">

**Because** of $x^2$.
"""


#: What nbconvert lets through of a raw cell: a link to what lies beside the notebook, and a panel
#: whose ids and classes formgrader's own scripts look for.
RAW = """\
<a id="bait" class="nbgrader-forged" href="figure.html">my figure</a>
<div class="panel nbgrader_cell"><input id="why" class="score" value="99"></div>
"""
ACTIVE = ("figure.html", "pages/PLOT.SVG", "note.xhtml", "data.xml", "run.js", "x.mht")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course with one graded submission; its sandbox is not what this is about."""
    folder = make_course(tmp_path_factory.mktemp("formgrader"))
    place = folder / "submitted" / "ann" / "mini"
    place.mkdir(parents=True)
    hand_in = submission(**RIGHT | {"why": HOSTILE})
    hand_in.cells.insert(1, nbformat.v4.new_raw_cell(RAW, id="bait-cell"))
    for name in ACTIVE:
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_text(f"<script>{TAKEN}</script>", "utf-8")
    hand_in.cells[2].source += "\nprint('<script>document.title = 1</script>')"
    nbformat.write(hand_in, place / "mini.ipynb")
    (line,) = ClassGrader(folder, "mini", sandbox="none").grade()
    assert (line.points, line.waiting) == (5, 4)
    return folder


@pytest.fixture(scope="module")
def formgrader(course: Path) -> Iterator[str]:
    """The address of a Jupyter server with formgrader, in the course folder."""
    own = {name: str(course.parent / name) for name in ("config", "data", "runtime")}
    extensions = {"nbgrader.server_extensions.formgrader": True}
    others = ("jupyterlab", "notebook", "jupyter_lsp", "jupyter_server_terminals", "notebook_shim")
    extensions |= dict.fromkeys(others, False)
    server = subprocess.Popen(
        [
            *(sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root"),
            *(
                "--port=0",
                "--IdentityProvider.token=",
                f"--ServerApp.jpserver_extensions={extensions}",
            ),
        ],
        cwd=course,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            **{f"JUPYTER_{name.upper()}_DIR": folder for name, folder in own.items()},
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert server.stdout is not None
    said = ""
    try:
        for line in server.stdout:
            said += line
            if found := re.search(r"http://127\.0\.0\.1:\d+/", line):
                yield f"{found[0]}formgrader"
                break
        else:
            pytest.fail(said)
    finally:
        server.terminate()
        server.communicate()


def visit(chromium: Any, url: str) -> tuple[Any, list[str]]:
    page = chromium.new_page()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    # nbgrader's page asks a network for MathJax; a test has none.
    page.route("**/*mathjax*", lambda route: route.abort())
    page.goto(url)
    return page, requests


def test_a_mark_and_a_comment_given_there_survive_and_reach_the_learner(
    course: Path, formgrader: str, chromium: Any
) -> None:
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        name = gradebook.find_submission_notebook("mini", "mini", "ann").id
    page, requests = visit(chromium, f"{formgrader}/submissions/{name}/")
    assert page.title() == "mini"
    assert page.locator("#why").count() == 1
    assert page.get_by_text("Because").is_visible()
    assert page.locator("#notebook-container math").count() == 1
    assert not [url for url in requests if "tracker" in url]
    assert page.locator("[id*=bait], .nbgrader-forged, [href='figure.html']").count() == 0
    assert page.get_by_text("my figure").is_visible()
    for file in ACTIVE:
        assert page.request.get(f"{formgrader}/submissions/{name}/{file}").status == 404
        there = page.request.get(f"{formgrader}/submissions/{name}/{file}.txt")
        assert there.headers["content-type"].startswith("text/plain")

    with page.expect_response(lambda response: "/api/grade/" in response.url) as saved:
        page.locator("input#why").fill("3")
        page.locator("#why-comment").focus()
    assert saved.value.ok
    with page.expect_response(lambda response: "/api/comment/" in response.url) as saved:
        page.locator("#why-comment").fill(f"Half **right**.\n\n<script>{TAKEN}</script>")
        page.locator("input#why").focus()
    assert saved.value.ok
    page.close()

    for force in (False, True):
        (line,) = ClassGrader(course, "mini", sandbox="none", force=force).grade()
        assert (line.points, line.waiting, line.tasks["why"]) == (8, 0, 3)

    feedback = course / "feedback" / "ann" / "mini" / "mini.html"
    page, requests = visit(chromium, feedback.as_uri())
    assert requests == [feedback.as_uri()]
    assert page.title() == "Feedback: mini · ann"
    assert page.locator(".comment strong").inner_text() == "right"
    assert page.locator("script, iframe, svg, img, input").count() == 0
    assert page.locator("tfoot .number").inner_text() == "8 / 9"
    assert page.get_by_text("Because").is_visible()
    assert page.locator("math").first.bounding_box()["height"] > 5
    page.close()


def test_nbgraders_own_command_writes_the_same_page(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = course / "feedback" / "ann" / "mini" / "mini.html"
    ours = path.read_text("utf-8")
    path.unlink()
    monkeypatch.chdir(course)
    config = load_config(course)
    directory = CourseDirectory(config=config, assignment_id="mini", student_id="ann")
    step = GenerateFeedback(coursedir=directory, config=config)
    step.force = True
    assert run_converter(step) is None
    # nbconvert reads every page and writes it again.
    assert path.read_text("utf-8") == str(BeautifulSoup(ours, "html.parser"))


def test_a_phone_and_the_dark_show_the_feedback_whole(course: Path, chromium: Any) -> None:
    feedback = (course / "feedback" / "ann" / "mini" / "mini.html").as_uri()
    backs = []
    for scheme in ("light", "dark"):
        page = chromium.new_page(viewport={"width": 360, "height": 640}, color_scheme=scheme)
        page.goto(feedback)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        backs.append(
            page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
        )
        page.close()
    assert backs[0] == "rgb(255, 255, 255)"
    assert backs[1] != backs[0]

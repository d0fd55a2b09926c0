"""nbgrader's configuration for this course, used by `nbgrader_config.py` of each edition.

Everything about students stays in the course folder: `submitted/` what they handed in (what
newer work replaced in `submitted/.earlier/`), `autograded/` the same as it was graded,
`feedback/` the pages for them, `gradebook.db` marks and comments (unless `db_url` names a
server), `roster.csv` names and numbers, `extensions.csv` own deadlines, `.lmhead/` the secret
of the fresh numbers. Nothing is sent anywhere; exports go to the file that is named.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbgrader
from nbgrader.coursedir import CourseDirectory

from .classroom.late.policy import existing_timestamp

#: What replaces a solution in a released notebook: one comment in both languages, so that an
#: untouched answer is the same text in either edition.
CODE_STUB = "# Your code here. / 在这里写代码。\nraise NotImplementedError()"
TEXT_STUB = "Write your answer here. / 在这里写下你的答案。"
TEMPLATES = Path(__file__).resolve().parent / "pages" / "templates"
FORMGRADER = Path(nbgrader.__file__).parent / "server_extensions" / "formgrader" / "templates"


def keep_the_page(course: Path) -> Callable[..., None]:
    """A hook that leaves a feedback folder with our page alone: what a learner handed in
    beside the notebook (HTML of their own, for instance) is not feedback."""

    def hook(assignment: str, student: str, notebooks: list[str]) -> None:
        folder = course / "feedback" / student / assignment
        kept = {Path(name).with_suffix(".html").name for name in notebooks}
        for path in folder.iterdir() if folder.is_dir() else []:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            elif path.name not in kept:
                path.unlink()

    return hook


def configure(c: Any, course: Path) -> None:
    """Set nbgrader up for the course in the folder `course`."""
    c.CourseDirectory.root = str(course)
    c.CourseDirectory.source_directory = "solutions"
    c.CourseDirectory.release_directory = "exercises"
    c.CourseDirectory.db_url = "sqlite:///" + str(course / "gradebook.db")
    c.ClearSolutions.code_stub = {"python": CODE_STUB}
    c.ClearSolutions.text_stub = TEXT_STUB
    c.GenerateAssignment.preprocessors = [
        "lmhead.grading.preprocessors.VariantPoints",
        "nbgrader.preprocessors.IncludeHeaderFooter",
        "nbgrader.preprocessors.InstantiateTests",
        "nbgrader.preprocessors.LockCells",
        "nbgrader.preprocessors.ClearSolutions",
        "nbgrader.preprocessors.ClearOutput",
        "nbgrader.preprocessors.CheckCellMetadata",
        "nbgrader.preprocessors.ComputeChecksums",
        "lmhead.grading.save_cells.SaveCells",
        "nbgrader.preprocessors.ClearHiddenTests",
        "nbgrader.preprocessors.ClearMarkScheme",
        "nbgrader.preprocessors.ComputeChecksums",
        "nbgrader.preprocessors.CheckCellMetadata",
    ]
    c.VariantPoints.course = str(course)
    c.Autograde.sanitize_preprocessors = [
        "lmhead.grading.preprocessors.RestoreCells",
        "nbgrader.preprocessors.CheckCellMetadata",
    ]
    c.Autograde.autograde_preprocessors = [
        "lmhead.grading.preprocessors.SandboxExecute",
        "nbgrader.preprocessors.LimitOutput",
        "lmhead.grading.preprocessors.SaveGrades",
        "lmhead.grading.preprocessors.LatePenalties",
        "nbgrader.preprocessors.CheckCellMetadata",
    ]
    c.SandboxExecute.course = str(course)
    c.AssignLatePenalties.plugin_class = "lmhead.grading.late.policy.LatePolicy"
    c.LatePolicy.course = str(course)
    c.ZipCollectApp.extractor_plugin = "lmhead.grading.collect.plugins.LmsExtractor"
    c.ZipCollectApp.collector_plugin = "lmhead.grading.collect.plugins.LmsCollector"
    c.LmsExtractor.course = str(course)
    c.ExportApp.plugin_class = "lmhead.grading.export.PlainExport"
    c.MarksExport.course = str(course)
    CourseDirectory.get_existing_timestamp = existing_timestamp
    c.GenerateFeedback.preprocessors = ["lmhead.grading.preprocessors.FeedbackPage"]
    # Ours has the template `feedback`, which GenerateFeedback asks for; formgrader's own pages
    # ask for `formgrade`, which nbgrader has.
    c.HTMLExporter.extra_template_basedirs = [str(TEMPLATES), str(FORMGRADER)]
    # These two are also for the pages of nbgrader's formgrader: a learner's Markdown and raw cells
    # stand in them as text.
    c.HTMLExporter.preprocessors = ["lmhead.grading.preprocessors.PlainCells"]
    c.HTMLExporter.filters = {
        "markdown2html": "lmhead.grading.markdown.markdown_html",
    }
    c.GenerateFeedback.post_convert_hook = keep_the_page(course)

"""The configuration of a course folder, and the assignments that have a master in it."""

from __future__ import annotations

from pathlib import Path
from traceback import extract_tb

from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from ..gradebook import database
from ..problems import CourseProblem

CONFIG = "nbgrader_config.py"


def load_config(course: Path) -> Config:
    """The configuration of the course in this folder."""
    if not (course / CONFIG).is_file():
        raise CourseProblem(
            f"{course} is not a course folder: it has no {CONFIG}. Go to the folder that has one."
        )
    try:
        config: Config = PyFileConfigLoader(CONFIG, path=str(course)).load_config()
    except (Exception, SystemExit) as error:  # it is a program, and can fail in any way
        raise CourseProblem(_broken(course / CONFIG, error)) from error
    if (why := database.prepare_address(config)) is not None:
        raise CourseProblem(why)
    return config


def _broken(file: Path, error: BaseException) -> str:
    """What is wrong with a configuration that does not run, with its line where there is one."""
    if isinstance(error, OSError) and error.filename == str(file):
        return f"{file} cannot be read: {error.strerror}."
    if isinstance(error, SyntaxError):
        line, why = error.lineno, error.msg
    else:
        trace = extract_tb(error.__traceback__)
        lines = [each.lineno for each in trace if each.filename == str(file)]
        line, why = (lines or [None])[-1], str(error)
    where = f", line {line}" if line else ""
    why = " ".join(why.split())[:200]
    return f"{file}{where}: {type(error).__name__}: {why}. Mend it; nothing was done."


def assignments_in(course: Path, config: Config) -> list[str]:
    """The assignments that have a master in this course."""
    source = config.CourseDirectory.get("source_directory", "source")
    if not isinstance(source, str):
        raise CourseProblem(
            f"c.CourseDirectory.source_directory is {source!r} in {course / CONFIG}; it is the "
            "name of a folder."
        )
    folder = course / source
    return sorted(
        path.parent.name for path in folder.glob("*/*.ipynb") if path.stem == path.parent.name
    )

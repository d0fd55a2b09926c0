"""The configuration of a course folder, and the assignments that have a master in it."""

from __future__ import annotations

from pathlib import Path

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
    config: Config = PyFileConfigLoader(CONFIG, path=str(course)).load_config()
    if (why := database.prepare_address(config)) is not None:
        raise CourseProblem(why)
    return config


def assignments_in(course: Path, config: Config) -> list[str]:
    """The assignments that have a master in this course."""
    folder = course / config.CourseDirectory.get("source_directory", "source")
    return sorted(
        path.parent.name for path in folder.glob("*/*.ipynb") if path.stem == path.parent.name
    )

"""Makes the released notebooks from the masters, and the gradebook's record of them.

``python -m lmhead.grading.classroom.release [COURSE…]`` does it for each course folder given (the
current one and its ``zh`` without any).
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from sqlalchemy.exc import DBAPIError, SAWarning
from traitlets.config import Config

from ...checks.variant_files import of_course
from ...checks.variants import VariantProblem, Variants
from .. import file_writing
from ..notebook.master import Master
from ..notebook.variant_notebooks import carry_variants, notes, write_variant_files
from ..problems import CourseProblem
from .course_config import assignments_in, load_config
from .course_lock import exclusive_use

#: The course's private folder, in which releases are made.
PRIVATE = ".lmhead"
_PREFIX, _EARLIER = "release-", ".earlier"


# nbgrader makes objects before it adds them to its session, and SQLAlchemy says so each time.
warnings.filterwarnings("ignore", category=SAWarning, module=r"nbgrader\.")


def run_converter(converter: Any) -> str | None:
    """Run an nbgrader converter quietly; None, or in a sentence what stopped it."""
    causes: list[BaseException] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            # nbgrader logs what it caught, with its traceback, and raises that there was something.
            if (cause := sys.exc_info()[1]) is not None:
                causes.append(cause)

    handler = Keep(level=logging.ERROR)
    logger = converter.log
    before = logger.propagate
    logger.propagate = False
    logger.addHandler(handler)
    try:
        converter.start()
    except (Exception, SystemExit) as error:
        return _in_words(causes[0] if causes else error)
    finally:
        logger.removeHandler(handler)
        logger.propagate = before
    return None


def _in_words(error: BaseException) -> str:
    if isinstance(error, OSError):
        return file_writing.unwritable(error)
    if isinstance(error, DBAPIError):
        return f"the gradebook cannot be written: {error.orig}"
    return str(error) or type(error).__name__


def release(course: Path, assignment: str) -> Path:
    """Release one assignment of a course; returns the folder of its released notebook.

    Raises `CourseProblem`, also where another command is at work on the course; then what had
    been released before is still there.
    """
    course = course.resolve()
    config = load_config(course)
    directory = CourseDirectory(config=config)
    try:
        with exclusive_use(course, directory.db_url):
            repair_release(course, config)
            return release_locked(course, assignment, config)
    except DBAPIError as error:
        raise CourseProblem(f"{assignment} could not be released: {_in_words(error)}") from error


def release_locked(course: Path, assignment: str, config: Config) -> Path:
    """`release`, for a caller that has `course_lock.exclusive_use`. config: `load_config`."""
    if assignment not in assignments_in(course, config):
        known = ", ".join(assignments_in(course, config)) or "none"
        raise CourseProblem(f"this course has no assignment {assignment!r}; it has {known}")
    try:
        variants = of_course(course)
    except VariantProblem as problem:
        raise CourseProblem(str(problem)) from None
    folder = course / str(config.CourseDirectory.release_directory) / assignment
    try:
        with _beside(course) as place:
            directory = CourseDirectory(config=config, assignment_id=assignment)
            directory.release_directory = str(place.relative_to(course))
            converter = GenerateAssignment(coursedir=directory, config=config)
            converter.force = True
            failed = run_converter(converter)
            if failed is not None:
                raise CourseProblem(f"{assignment} could not be released: {failed}")
            made = place / assignment
            _stamp(made / f"{assignment}.ipynb", assignment, variants)
            write_variant_files(made, variants, assignment)
            _swap(made, folder, place / _EARLIER / assignment)
    except OSError as error:
        raise CourseProblem(
            f"{assignment} could not be released: {file_writing.unwritable(error)}"
        ) from error
    return folder


@contextlib.contextmanager
def _beside(course: Path) -> Iterator[Path]:
    """A folder of the course where a release is made, before it takes the place of the last."""
    private = course / PRIVATE
    private.mkdir(mode=0o700, exist_ok=True)
    place = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=private))
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def repair_release(course: Path, config: Config) -> None:
    """Remove what a release that was killed has left, for who holds the course.

    One that was killed between its two moves had put the earlier notebook aside: it comes back.
    """
    for place in (course / PRIVATE).glob(f"{_PREFIX}*"):
        for kept in (place / _EARLIER).glob("*"):
            folder = course / str(config.CourseDirectory.release_directory) / kept.name
            if not folder.exists():
                kept.rename(folder)
        shutil.rmtree(place, ignore_errors=True)


def _swap(made: Path, folder: Path, earlier: Path) -> None:
    """Put a folder in the place of another, which goes to `earlier`; or leave that one there."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    if not folder.exists():
        made.rename(folder)
        return
    earlier.parent.mkdir()
    folder.rename(earlier)
    try:
        made.rename(folder)
    except OSError:
        earlier.rename(folder)
        raise


def _stamp(path: Path, assignment: str, variants: Variants) -> None:
    """Write into a released notebook which assignment it is, and of which version, and what the
    course's variants are, for where it travels alone."""
    notebook = nbformat.read(path, as_version=4)
    data = notebook.metadata.setdefault("lmhead", nbformat.NotebookNode())
    data.assignment = assignment
    data.version = Master.from_notebook(assignment, notebook).version
    carry_variants(notebook, variants, assignment)
    nbformat.write(notebook, path)


def variant_notes(course: Path, assignment: str) -> list[str]:
    """What the course's variants ask the author of a master to look at, as sentences."""
    source = load_config(course.resolve()).CourseDirectory.get("source_directory", "source")
    path = course / source / assignment / f"{assignment}.ipynb"
    return notes(nbformat.read(path, as_version=4), of_course(course), assignment)


def main(arguments: list[str]) -> int:
    """Release every assignment of the courses named."""
    courses = [Path(name) for name in arguments] or [Path(), Path("zh")]
    try:
        for course in courses:
            for assignment in assignments_in(course, load_config(course.resolve())):
                print(f"released {release(course, assignment)}")
    except CourseProblem as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

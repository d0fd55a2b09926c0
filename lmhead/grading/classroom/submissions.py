"""What a class has handed in, as it lies in the course folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ...messages import say
from ..notebook.read import NotebookProblem, read_bytes
from ..notebook.submitted_folder import check_folder, files_beside
from .student_ids import printable

MOST_NOTEBOOKS = 20


@dataclass(frozen=True)
class SubmittedFiles:
    """One student's submission: the notebooks that may be it, and the other files, by name."""

    notebooks: dict[str, bytes]
    files: dict[str, bytes]


@dataclass(frozen=True)
class Submissions:
    """The submissions of one assignment. folder: where the whole class hands in."""

    folder: Path
    assignment: str

    def students(self) -> list[str]:
        """Who has submitted, by folder name."""
        found = [path.parent.name for path in self.folder.glob(f"*/{self.assignment}")]
        return sorted(name for name in found if not name.startswith("."))

    def place(self, student: str) -> Path:
        return self.folder / student / self.assignment

    def read(self, student: str) -> SubmittedFiles:
        """What a student handed in. Raises `NotebookProblem` where it is not to be opened."""
        place, usual = self.place(student), f"{self.assignment}.ipynb"
        check_folder(place)
        try:
            names = sorted(path.name for path in place.iterdir())
        except OSError as error:
            raise NotebookProblem(
                say("file/unreadable", file=self.assignment, reason=str(error.strerror))
            ) from error
        notebooks = [
            name for name in names if name.lower().endswith(".ipynb") and not name.startswith(".")
        ]
        if usual in notebooks or not notebooks:
            notebooks = [usual]
        found = {name: read_bytes(place / name) for name in notebooks[:MOST_NOTEBOOKS]}
        try:
            return SubmittedFiles(found, files_beside(place))
        except OSError as error:
            name = Path(error.filename or place).name
            raise NotebookProblem(
                say("file/unreadable", file=printable(name), reason=str(error.strerror))
            ) from error

    def overlooked(self, known: set[str]) -> Iterator[Path]:
        """What was handed in where no grading looks: a folder of no assignment's name, and a
        notebook that lies in no folder of its own."""
        for path in sorted([*self.folder.glob("*.ipynb"), *self.folder.glob("*/*")]):
            if any(part.startswith(".") for part in path.relative_to(self.folder).parts):
                continue
            if not path.is_dir() or path.parent == self.folder:
                if path.suffix == ".ipynb":
                    yield path
            elif path.name not in known:
                yield path


def with_released(
    theirs: Mapping[str, bytes], released: Mapping[str, bytes], kept: Set[str]
) -> dict[str, bytes]:
    """What lies beside a notebook while it is graded: the released files in place of a
    learner's own of their names, but for those in `kept`.

    Of a file and a folder that would have one name, the learner's is left out.
    """
    ours = {name: data for name, data in released.items() if name not in kept or name not in theirs}
    above = {parent.as_posix() for name in ours for parent in PurePosixPath(name).parents}
    own = {
        name: data
        for name, data in theirs.items()
        if name not in above
        and not any(parent.as_posix() in ours for parent in PurePosixPath(name).parents)
    }
    return own | ours

"""Students' ids: what can be one, and how a name that a class has made is shown."""

from __future__ import annotations

from pathlib import Path

LONGEST_NAME = 128  # characters, which is what the gradebook has room for


def unusable(submitted: Path, assignment: str) -> list[str]:
    """Sentences about the folders of an assignment whose names cannot be a student's id."""
    return [
        f"the folder {path.parent.name!r} cannot be a student's id, and is not counted: rename it."
        for path in sorted(submitted.glob(f"*/{assignment}"))
        if not path.parent.name.startswith(".") and not usable(path.parent.name)
    ]


def usable(student: str) -> bool:
    """Whether a folder's name can be a student's id: nbgrader strips it and globs with it,
    its formgrader writes it into pages as it is, and what begins with a dot below `submitted/`
    is the course's own."""
    try:
        student.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return (
        student == student.strip()
        and student.isprintable()
        and not student.startswith(".")
        and not set(student) & set('*?[]\\/<>"')
        and len(student) <= LONGEST_NAME
    )


def printable(name: str) -> str:
    """A name from the class as it can be shown: no escape codes, no lone surrogates."""
    return name if name.isprintable() else ascii(name)

"""Whose a file of a download is: from the LMS's names to the ids of the roster."""

from __future__ import annotations

from ..roster import Roster, Student
from ..student_ids import usable
from .names import Owner, Source, owner_of

#: Why there is no student for what Canvas's Test Student handed in.
TEST_STUDENT = "Canvas's Test Student, which is nobody of the class: not taken"
UNUSABLE = "its name cannot be a student's id"
Whose = tuple[Owner | None, str | None, tuple[str, ...], str]


def whose(parts: tuple[str, ...], source: Source, roster: Roster | None, in_folder: bool) -> Whose:
    """Who handed a file in: the owner as the LMS names it, the student's id or None, the
    file's path in what was handed in, and why there is no student.

    in_folder: whether a folder was given, so that `parts` begin with a name in it.
    """
    if source == "plain":
        return None, *_plain(parts, roster, in_folder)
    owner = owner_of(parts, source)
    if owner is None:
        return None, None, parts, f"its name is not one that {source.capitalize()} gives"
    student, why = _named(owner, roster)
    return owner, student, owner.file, why


def _named(owner: Owner, roster: Roster | None) -> tuple[str | None, str]:
    """The student whom an LMS means. Without a roster Canvas's numbers and Moodle's names are
    the ids: they are the same for every assignment."""
    if owner.source == "canvas" and not owner.id:  # Canvas hides the name: its own is all there is
        return (owner.name, "") if usable(owner.name) else (None, UNUSABLE)
    if roster is None:
        own = owner.id if owner.source == "canvas" else owner.name
        return (own, "") if usable(own) else (None, UNUSABLE)
    if owner.source == "canvas" and (known := roster.with_lms_id(owner.id)) is not None:
        return known.id, ""
    if owner.source == "canvas" and owner.id in roster.test_students:
        return None, TEST_STUDENT
    named = roster.with_name(owner.name)
    if len(named) > 1:  # Moodle's number is of the submission, and in its worksheet alone
        which = ", ".join(student.id for student in named)
        named = [student for student in named if owner.id in _numbers(student)]
        if len(named) != 1:
            return None, f"the roster has more than one of that name ({which})"
    if not named:
        return None, f"the roster has nobody of that name, nor with the number {owner.id}"
    (student,) = named
    if owner.source == "canvas" and student.lms_id.isdigit():
        return None, f"{student.id} has another number in the roster, {student.lms_id}"
    return student.id, ""


def _numbers(student: Student) -> set[str]:
    return {student.lms_id, student.identifier.rpartition(" ")[2]} - {""}


def _plain(
    parts: tuple[str, ...], roster: Roster | None, in_folder: bool
) -> tuple[str | None, tuple[str, ...], str]:
    """By the outermost name of a folder, an archive or a file that a student's stands in."""
    if roster is None:
        if in_folder and len(parts) > 1 and usable(parts[0]):
            return parts[0], parts[1:], ""
        return None, parts, "it is in no folder of a student's name, and there is no roster"
    for at, part in enumerate(parts):
        last = at == len(parts) - 1
        stem = part.rpartition(".")[0] if last and "." in part else part
        student = roster.within(stem)
        if student is not None:
            return student.id, parts[at + 1 :] or (part,), ""
    return None, parts, "the roster has nobody whose name or id stands in its name"

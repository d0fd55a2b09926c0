"""What the owner of a course folder has to correct before a command can go on."""

from __future__ import annotations


class CourseProblem(Exception):
    """Something about the course folder that its owner has to mend. The text says what."""

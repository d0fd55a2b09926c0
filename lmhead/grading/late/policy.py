"""The address of the late policy in the configuration of a course; it is in `classroom.late`."""

from ..classroom.late.policy import LatePolicy

__all__ = ["LatePolicy"]

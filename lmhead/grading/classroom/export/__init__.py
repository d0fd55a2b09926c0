"""Marks out of the gradebook: plugins of ``nbgrader export``, and behind ``lmhead export``."""

from .plugins import CanvasExport, MoodleExport, PlainExport, TasksExport

__all__ = ["CanvasExport", "MoodleExport", "PlainExport", "TasksExport"]

"""The address of the exporters in the configuration of a course; they are in `classroom.export`."""

from .classroom.export import CanvasExport, MoodleExport, PlainExport, TasksExport

__all__ = ["CanvasExport", "MoodleExport", "PlainExport", "TasksExport"]

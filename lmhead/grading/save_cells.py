"""The address of `SaveCells` in the configuration of a course; it is in `gradebook.save_cells`."""

from .gradebook.save_cells import SaveCells

__all__ = ["SaveCells"]

"""The address of the plugins of ``nbgrader zip_collect``; they are in `classroom.collect`."""

from ..classroom.collect.plugins import LmsCollector, LmsExtractor

__all__ = ["LmsCollector", "LmsExtractor"]

"""Collecting with ``nbgrader zip_collect``: its two plugins, over the same reading.

The extractor reads the downloads in ``downloaded/<assignment>/archive`` and lays out one
folder a student in ``…/extracted``; the collector takes each file's owner from there.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from nbgrader.plugins import ExtractorPlugin, FileNameCollectorPlugin
from traitlets import Enum, Unicode

from ...problems import CourseProblem
from ..csv_tables import is_there
from ..late.timestamps import time_zone
from ..roster import FILE as ROSTER
from ..roster import Roster
from .deliver import write_time
from .gather import gather


class LmsExtractor(ExtractorPlugin):  # type: ignore[misc]
    """Reads what Canvas or Moodle hands out; see `archives` for what it refuses."""

    course = Unicode(".", help="The course's folder, where roster.csv lies.").tag(config=True)
    source = Enum(
        ["auto", "canvas", "moodle", "plain"],
        default_value="auto",
        help="Where the downloads come from. plain: a folder, an archive or a file a student.",
    ).tag(config=True)

    def extract(self, archive_path: str, extracted_path: str) -> None:
        """Lay out everybody's newest submission in `extracted_path`, and say what was refused."""
        try:
            self._extract(archive_path, extracted_path)
        except CourseProblem as problem:
            self.parent.fail(str(problem))

    def _extract(self, archive_path: str, extracted_path: str) -> None:
        roster = Path(self.course) / ROSTER
        zone = time_zone(str(self.config.LatePolicy.get("time_zone", "UTC")))
        with tempfile.TemporaryDirectory(dir=Path(extracted_path).parent) as staging:
            source: Any = None if self.source == "auto" else self.source
            found = gather(
                [Path(archive_path)],
                Path(extracted_path).parent.name,
                Path(staging),
                roster=Roster.read(roster) if is_there(roster) else None,
                source=source,
                zone=zone,
            )
            for why in [*found.refused, *found.unmatched]:
                self.log.warning("Not collected: %s", why)
            for note in found.notes:
                self.log.warning(note)
            for handed in found.handed:
                for note in handed.notes:
                    self.log.warning("%s: %s", handed.student, note)
                for parts, stored in handed.files.items():
                    target = Path(extracted_path, handed.student, *parts)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(stored, target)
                if handed.files and handed.when is not None:
                    write_time(Path(extracted_path, handed.student), handed.when)


class LmsCollector(FileNameCollectorPlugin):  # type: ignore[misc]
    """Takes the owner of a file, and its name, from where `LmsExtractor` has put it."""

    def collect(self, submitted_file: str) -> dict[str, Any] | None:
        app = self.parent
        root = app._format_collect_path(app.extracted_directory)
        student, *rest = Path(os.path.relpath(submitted_file, root)).parts
        if not rest:
            return None
        return {"student_id": student, "file_id": os.path.join(*rest)}

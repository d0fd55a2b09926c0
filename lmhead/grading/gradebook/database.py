"""Where the gradebook is: whether it exists, and which addresses of servers can be used.

nbgrader's gradebook is a file in the course folder unless `c.CourseDirectory.db_url` says
otherwise. PostgreSQL is supported, through the driver that the extra `postgres` installs.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import nbgrader.api
from alembic.script import ScriptDirectory
from nbgrader.dbutil import ALEMBIC_DIR

from ...extras import how_to_install

#: nbgrader's tables refer to a course, which a server insists on and a file does not.
COURSE_ID = "lmhead"


_FILE = "sqlite:///"


def _newest_schema() -> str:
    """Which version of the gradebook's tables nbgrader makes."""
    return str(ScriptDirectory(ALEMBIC_DIR).get_current_head())


# nbgrader asks a program `alembic` for it when it makes a gradebook: that takes seconds, and fails
# halfway where the environment's programs are not on the PATH.
nbgrader.api.get_alembic_version = _newest_schema


def is_made(db_url: str) -> bool:
    """Whether the file of a gradebook exists; opening it would create it."""
    file = Path(db_url.removeprefix(_FILE))
    if not db_url.startswith(_FILE) or (file.is_file() and file.stat().st_size):
        return True
    return file.exists() and not file.is_file()  # a folder of that name: opening it says so


def said_of(db_url: str, error: Any) -> str:
    """What a database says of itself, and of which file; of a server, never its address, in
    which a password may stand. error: an SQLAlchemy ``DBAPIError``."""
    if not db_url.startswith(_FILE):
        return str(error.orig)
    return f"{error.orig}, {db_url.removeprefix(_FILE)}"


def prepare_address(config: Any) -> str | None:
    """Complete the address of a gradebook on a server; a sentence where it cannot be used.

    The sentence never holds the address, in which a password may stand.
    """
    directory = config.CourseDirectory
    url = directory.get("db_url")
    if not isinstance(url, str) or url.startswith("sqlite:"):
        return None
    kind, _, _ = url.partition("://")
    if kind in ("postgresql", "postgres") and importlib.util.find_spec("psycopg2") is None:
        return (
            f"c.CourseDirectory.db_url begins with {kind}://, which asks for a driver that is "
            "not installed: begin it with postgresql+psycopg://"
        )
    if kind == "postgresql+psycopg" and importlib.util.find_spec("psycopg") is None:
        return f"a gradebook in PostgreSQL needs a driver: {how_to_install('postgres')}"
    if not directory.get("course_id"):
        directory.course_id = COURSE_ID
    return None

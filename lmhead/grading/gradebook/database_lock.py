"""One grader at a time on a gradebook that several machines share."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import sqlalchemy as sql
from sqlalchemy.pool import NullPool

#: The number of the lock in the database: the letters of "lmhead".
_LOCK = int.from_bytes(b"lmhead", "big")


class InUse(Exception):
    """Another process is grading into this gradebook. The text says so."""


@contextlib.contextmanager
def database_lock(url: str) -> Iterator[None]:
    """Hold a gradebook in PostgreSQL for one grader, of all machines; others hold nothing.

    Raises `InUse` where another grader has it, and SQLAlchemy's errors where the server cannot
    be reached. The server releases it when the connection ends, however it ends.
    """
    if not url.startswith("postgresql"):
        yield
        return
    # A connection of its own: the lock belongs to it, not to a transaction.
    engine = sql.create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        if not connection.scalar(sql.select(sql.func.pg_try_advisory_lock(_LOCK))):
            raise InUse(
                "another run of lmhead is at work on this gradebook, perhaps on another machine: "
                "let it end, or stop it"
            )
        yield

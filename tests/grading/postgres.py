"""A PostgreSQL server for the tests: its own data folder, no network, gone afterwards."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg

OWNER = "lmhead"


@contextlib.contextmanager
def server(initdb: str) -> Iterator[Server]:
    """Make a database cluster with this `initdb`, start it, and end and remove it."""
    with tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as name:
        made = Server(Path(initdb).parent, Path(name))
        try:
            made.start()
            yield made
        finally:
            made.stop()


class Server:
    """Its programs lie in `programs`; all that it writes lies in `folder`."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs, self._folder = programs, folder
        self._data = folder / "data"
        self._user = None
        if os.geteuid() == 0:  # it refuses to run as root
            names = {entry.pw_name for entry in pwd.getpwall()}
            self._user = next(name for name in ("postgres", "nobody") if name in names)
            shutil.chown(folder, self._user)

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self._programs / program, *arguments],
            user=self._user,
            cwd=self._folder,
            # It would wait for the server's own output, had that this pipe.
            stdout=subprocess.DEVNULL if program == "pg_ctl" else subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{program}: {done.stdout}"

    def start(self) -> None:
        options = ("--auth=trust", f"--username={OWNER}", "--encoding=UTF8", "--no-sync")
        self._run("initdb", "-D", str(self._data), *options)
        settings = f"-c listen_addresses= -c unix_socket_directories={self._folder} -c fsync=off"
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", str(self._data), "-o", settings, "-l", log, "-w", "start")

    def stop(self) -> None:
        if (self._data / "postmaster.pid").exists():
            self._run("pg_ctl", "-D", str(self._data), "-m", "immediate", "-w", "stop")

    def new_database(self, name: str) -> str:
        """An empty database; its address for SQLAlchemy."""
        with psycopg.connect(self._address("", "postgres"), autocommit=True) as database:
            database.execute(f'CREATE DATABASE "{name}"')
        return self._address("+psycopg", name)

    def _address(self, driver: str, database: str) -> str:
        return f"postgresql{driver}://{OWNER}@/{database}?host={self._folder}"

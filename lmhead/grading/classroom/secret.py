"""A class's secret, and the key of each submission that is drawn from it."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import secrets
from pathlib import Path

SECRET_FILE = Path(".lmhead") / "secret"


def class_secret(course: Path) -> bytes:
    """The class's secret, made on first use and readable by its owner alone.

    The fresh numbers of a submission are drawn from it. It stays in the course folder; who
    deletes it gets other numbers at the next grading, and no other harm.
    """
    path = course / SECRET_FILE
    if not path.exists():
        path.parent.mkdir(mode=0o700, exist_ok=True)
        with contextlib.suppress(FileExistsError):  # another process has made it
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(secrets.token_hex(32))
    return bytes.fromhex(path.read_text("ascii").strip())


def submission_key(secret: bytes, assignment: str, student: str) -> bytes:
    """What the seeds of one submission are drawn from; with it the class's secret need not go
    where submissions are graded."""
    message = json.dumps([assignment, student]).encode("utf-8")
    return hmac.new(secret, message, hashlib.sha256).digest()

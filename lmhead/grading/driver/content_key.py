"""What a grade depends on, as hashes: whether a submission has to be graded again.

What was handed in and what the course asks are one hash; where it changes, the submission is
graded again. The package is another: an upgrade marks nobody again by itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import lmhead

#: Parts of the package that no grade depends on.
_NO_PART = {
    *("figures", "commands", "demo", "collect", "export", "_course"),
    *("answers.py", "class_answers.py", "solution.py", "contract.py", "generate.py"),
}


@cache
def package_hash() -> str:
    """Of the package's own code and sentences: by which version something was graded or drawn."""
    whole = hashlib.sha256()
    root = Path(lmhead.__file__).parent
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root)
        if path.suffix not in (".py", ".mo", ".j2", ".css") or _NO_PART & set(name.parts):
            continue
        whole.update(f"{name.as_posix()}\n".encode())
        whole.update(path.read_bytes())
    return whole.hexdigest()


def content_key(common: Any, notebooks: Mapping[str, bytes], files: Mapping[str, bytes]) -> str:
    """A hash of all that a grade depends on but the package. common: JSON of what the whole class
    shares."""
    whole = hashlib.sha256(json.dumps(common, sort_keys=True).encode())
    for group in (notebooks, files):
        whole.update(b"\0group")
        for name, data in sorted(group.items()):
            head = json.dumps([name, len(data)])
            whole.update(head.encode("ascii") + hashlib.sha256(data).digest())
    return whole.hexdigest()

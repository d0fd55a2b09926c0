"""Runs a command as a given user, and says which of its processes are left when it has ended.

``python confine.py UID REPORT COMMAND…`` becomes the parent of whatever loses its own, so
that nothing which the command started can hide by outliving it. As root, another user's
command gets a view of the file system in which the Python it runs on can be reached (it may
lie below a folder that only root can enter). REPORT gets JSON: the command's exit status and
the names of the processes that did not end.
"""

import ctypes
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

CLONE_NEWNS, MS_BIND, MS_REC, MS_PRIVATE = 0x00020000, 4096, 0x4000, 1 << 18
PR_SET_CHILD_SUBREAPER = 36
PATIENCE = 20.0  # seconds for what is already being killed


def call(done: int, what: str) -> None:
    if done != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def closed_to_others(path: Path) -> Path | None:
    """The topmost folder above `path` that other users cannot enter."""
    return next((p for p in reversed(path.parents) if not p.stat().st_mode & 0o001), None)


def open_the_way(libc: ctypes.CDLL, path: Path) -> None:
    """In a mount namespace of our own: `path` reachable by everybody, its closed parents empty."""
    closed = closed_to_others(path)
    if closed is None:
        return
    held = tempfile.mkdtemp(prefix="held-")
    call(libc.mount(str(path).encode(), held.encode(), None, MS_BIND | MS_REC, None), held)
    call(libc.mount(b"tmpfs", str(closed).encode(), b"tmpfs", 0, b"mode=755"), str(closed))
    path.mkdir(parents=True, exist_ok=True)
    call(libc.mount(held.encode(), str(path).encode(), None, MS_BIND | MS_REC, None), str(path))


def left_over() -> list[str]:
    """What this process is still the parent of, after `PATIENCE`; it is killed then."""
    left = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            if int(parent) != os.getpid() or state == "Z":
                continue
            descriptor = os.pidfd_open(int(entry.name))
        except OSError:
            continue
        if not select.select([descriptor], [], [], PATIENCE)[0]:
            left.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()[:300])
            signal.pidfd_send_signal(descriptor, signal.SIGKILL)
        os.close(descriptor)
    return left


def main() -> None:
    uid, report, *command = sys.argv[1:]
    libc = ctypes.CDLL(None, use_errno=True)
    call(libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), "subreaper")
    other = int(uid) != os.geteuid()
    if other:
        call(libc.unshare(CLONE_NEWNS), "a mount namespace")
        call(libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None), "private mounts")
        for path in {Path(os.path.realpath(sys.base_prefix)), Path(os.path.realpath(sys.prefix))}:
            open_the_way(libc, path)
    who = {"user": int(uid), "group": int(uid), "extra_groups": []} if other else {}
    done = subprocess.run(command, check=False, **who)
    Path(report).write_text(json.dumps({"status": done.returncode, "left": left_over()}))


if __name__ == "__main__":
    main()

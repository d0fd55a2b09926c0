"""For a grader that runs as root: give up root, then start bubblewrap.

Run as a script: ``drop_privileges.py SPEC COMMAND…`` where SPEC is JSON with ``uid``, ``root`` (an
empty folder) and ``binds`` ([source, place] pairs). The sources may lie where only root can
read (a Python under /root), so they are bound below ``root`` in a mount namespace of our own
before the drop; COMMAND finds them there, also where ``root`` itself lies in such a place. As
another user than root the limit on processes holds, and what escapes the sandbox, if anything
ever does, is nobody.
"""

import ctypes
import json
import os
import sys

CLONE_NEWNS = 0x00020000
MS_BIND, MS_REC, MS_PRIVATE, MS_NOSUID, MS_NODEV = 4096, 0x4000, 1 << 18, 2, 4


def call(done: int, what: str) -> None:
    """End with a sentence where a system call failed."""
    if done != 0:
        number = ctypes.get_errno()
        sys.exit(f"the sandbox could not be set up: {what}: {os.strerror(number)}")


def open_the_way(libc: ctypes.CDLL, root: str) -> None:
    """Make `root` reachable for every user: the topmost folder above it that is closed to others is
    covered by an empty one, in which `root` is again."""
    closed = ""
    for name in os.path.dirname(root).split("/")[1:]:
        closed += f"/{name}"
        if not os.stat(closed).st_mode & 0o001:
            break
    else:
        return
    held = os.open(root, os.O_PATH)
    call(libc.mount(b"tmpfs", closed.encode(), b"tmpfs", MS_NOSUID | MS_NODEV, b"mode=755"), closed)
    os.makedirs(root)
    source = f"/proc/self/fd/{held}"
    call(libc.mount(source.encode(), root.encode(), None, MS_BIND | MS_REC, None), root)
    os.close(held)


def main() -> None:
    """Bind, drop, start."""
    spec, *command = sys.argv[1:]
    settings = json.loads(spec)
    libc = ctypes.CDLL(None, use_errno=True)
    root = settings["root"]
    call(libc.unshare(CLONE_NEWNS), "a mount namespace")
    call(libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None), "private mounts")
    call(libc.mount(b"tmpfs", root.encode(), b"tmpfs", MS_NOSUID | MS_NODEV, b"mode=755"), root)
    for source, place in settings["binds"]:
        target = root + place
        if os.path.isdir(source):
            os.makedirs(target, exist_ok=True)
        else:
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "w"):
                pass
        call(libc.mount(source.encode(), target.encode(), None, MS_BIND, None), source)
    os.umask(0o022)
    open_the_way(libc, root)
    os.setgroups([])
    os.setresgid(settings["uid"], settings["uid"], settings["uid"])
    os.setresuid(settings["uid"], settings["uid"], settings["uid"])
    os.execv(command[0], command)


if __name__ == "__main__":
    main()

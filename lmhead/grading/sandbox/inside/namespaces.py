"""Namespaces of its own for a submission, through calls that Python 3.11 does not have."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import struct
from typing import Any

CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWIPC, CLONE_NEWNET = (
    0x00020000,
    0x10000000,
    0x20000000,
    0x08000000,
    0x40000000,
)
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8
MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 32, 4096, 0x4000, 1 << 18
#: The writable folders of a sandboxed submission, each in memory and its own: what is mounted
#: below them is not seen.
SCRATCH = ("/tmp", "/home/learner", "/dev/shm")
PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 24, 36, 38


@functools.cache
def libc() -> Any:
    """The C library, for calls that Python 3.11 does not have."""
    return ctypes.CDLL(None, use_errno=True)


def call(done: int, what: str) -> None:
    """Raise where a call failed."""
    if done != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def mount(kind: str, where: str, flags: int, data: str = "") -> None:
    """Mount a fresh file system of a kind without a device."""
    source = target = kind.encode()
    call(
        libc().mount(source, where.encode(), target, flags, data.encode() or None), f"mount {where}"
    )


def enter_namespaces() -> None:
    """Leave the warm process's view: own users, mounts, processes, IPC and network."""
    user, group = os.getuid(), os.getgid()
    flags = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWNET
    call(libc().unshare(flags), "unshare")
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)


def private_mounts(scratch: int) -> None:
    """Fresh scratch folders and a /proc that shows this submission's processes alone."""
    call(libc().mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None), "private mounts")
    for where in SCRATCH:
        mount("tmpfs", where, MS_NOSUID | MS_NODEV, f"size={scratch},mode=700")
    # Terminals of its own: two submissions would meet in the warm process's.
    mount("devpts", "/dev/pts", MS_NOSUID | MS_NOEXEC, "newinstance,ptmxmode=0666,mode=620")
    quiet = MS_NOSUID | MS_NODEV | MS_NOEXEC
    mount("proc", "/proc", quiet)
    for name, value in (
        ("/proc/sys/user/max_user_namespaces", "0"),  # no further namespaces from in here
        ("/proc/self/oom_score_adj", "1000"),  # the first to go where memory runs out
    ):
        with contextlib.suppress(OSError), open(name, "w") as file:
            file.write(value)
    # Read-only, so that neither can be taken back.
    flags = MS_REMOUNT | MS_BIND | MS_RDONLY | quiet
    call(libc().mount(b"none", b"/proc", None, flags, None), "a read-only /proc")


def drop_privileges() -> None:
    """Give up every capability that the new user namespace gave, for good."""
    for capability in range(64):
        libc().prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    call(libc().prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no new privileges")
    header = struct.pack("Ii", 0x20080522, 0)
    call(libc().capset(header, struct.pack("6I", *[0] * 6)), "capset")


def control(option: int, value: int) -> None:
    """Set one of the process's own switches (prctl)."""
    call(libc().prctl(option, value, 0, 0, 0), f"prctl {option}")

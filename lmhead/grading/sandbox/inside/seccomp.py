"""A filter on the system calls of a submission (seccomp).

It refuses what a notebook has no use for: ways to hold memory that belongs to no process and to
no folder, so that nobody could count it (memory files, System V objects, shared anonymous
mappings, message queues, larger buffers of sockets), doors into the kernel (namespaces, mounts,
bpf, io_uring, keys, segment tables), sockets but those within the machine (there is no network,
and a virtual machine's reach its host), other cores and memory nodes than the grader gives it,
and what one submission could see of another through the files that both read: watches, leases,
notes on a file. A refused call fails with EPERM.

Locks are another matter: a notebook may lock a file of its own (as sqlite does), and the filter
does not see which file a call is about. They succeed and lock nothing, so that nobody is locked
out, and `F_GETLK` always tells the truth: nobody holds one.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from dataclasses import dataclass


@dataclass(frozen=True)
class _Machine:
    """A machine's numbers: its audit number, of the calls whose arguments are looked at, and of
    those that are refused. Source: asm/unistd_64.h and asm-generic/unistd.h of Linux."""

    audit: int
    mmap: int
    socket: int
    socketpair: int
    setsockopt: int
    fcntl: int
    flock: int
    refused: tuple[int, ...]


_MACHINES = {
    # shmget semget msgget mq_open memfd_create memfd_secret
    # userfaultfd bpf perf_event_open io_uring_setup keyctl add_key request_key
    # unshare setns mount pivot_root open_tree move_mount fsopen sched_setaffinity
    # mbind kcmp fanotify_init inotify_init1; of x86-64 alone modify_ldt inotify_init
    "x86_64": _Machine(
        0xC000003E, 9, 41, 53, 54, 72, 73,
        (29, 64, 68, 240, 319, 447,
         323, 321, 298, 425, 250, 248, 249,
         272, 308, 165, 155, 428, 429, 430, 203,
         237, 312, 300, 294, 154, 253),
    ),
    "aarch64": _Machine(
        0xC00000B7, 222, 198, 199, 208, 25, 32,
        (194, 190, 186, 180, 279, 447,
         282, 280, 241, 425, 219, 217, 218,
         97, 268, 40, 41, 428, 429, 430, 122,
         235, 272, 262, 26),
    ),
}  # fmt: skip
_LOAD, _EQUAL, _AT_LEAST, _AND, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
# Offsets in struct seccomp_data, little-endian; of an argument, the lower half.
_NUMBER, _ARCHITECTURE = 0, 4
_ARGUMENT = (16, 24, 32, 40)
_ALLOW, _REFUSE, _PRETEND = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x00050000
_SHARED_ANONYMOUS = 0x21  # MAP_SHARED | MAP_ANONYMOUS
_WITHIN = 1  # AF_UNIX
_SEND_BUFFER = 7  # SO_SNDBUF
#: Of fcntl: F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW.
_LOCKS = (6, 7, 37, 38)
#: Of fcntl: F_SETLEASE, F_NOTIFY, F_SET_RW_HINT, F_SET_FILE_RW_HINT.
_NOTES = (1024, 1026, 1036, 1038)
_OTHER_ABI = 0x40000000  # x86-64's 32-bit calls have numbers from here
_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _FILTER = 38, 22, 2

_Step = tuple[int, int, int, int]
_REFUSED: _Step = (_RETURN, 0, 0, _REFUSE)
_ALLOWED: _Step = (_RETURN, 0, 0, _ALLOW)
_PRETENDED: _Step = (_RETURN, 0, 0, _PRETEND)
_FLAGS: list[_Step] = [
    (_LOAD, 0, 0, _ARGUMENT[3]),
    (_AND, 0, 0, _SHARED_ANONYMOUS),
    (_EQUAL, 0, 1, _SHARED_ANONYMOUS),
    _REFUSED,
    _ALLOWED,
]
_FAMILY: list[_Step] = [
    (_LOAD, 0, 0, _ARGUMENT[0]),
    (_EQUAL, 1, 0, _WITHIN),
    _REFUSED,
    _ALLOWED,
]
_OPTION: list[_Step] = [
    (_LOAD, 0, 0, _ARGUMENT[2]),
    (_EQUAL, 0, 1, _SEND_BUFFER),
    _REFUSED,
    _ALLOWED,
]
_FILE_CONTROL: list[_Step] = [
    (_LOAD, 0, 0, _ARGUMENT[1]),
    *(step for number in _LOCKS for step in ((_EQUAL, 0, 1, number), _PRETENDED)),
    *(step for number in _NOTES for step in ((_EQUAL, 0, 1, number), _REFUSED)),
    _ALLOWED,
]


def program(machine: str) -> bytes | None:
    """The filter in the kernel's form, or None for a machine whose numbers are not known here."""
    if machine not in _MACHINES:
        return None
    known = _MACHINES[machine]
    looks = [(known.mmap, _FLAGS), (known.socket, _FAMILY), (known.socketpair, _FAMILY)]
    looks += [(known.setsockopt, _OPTION), (known.fcntl, _FILE_CONTROL)]
    looks.append((known.flock, [_PRETENDED]))
    tests = [(_AT_LEAST, _OTHER_ABI), *((_EQUAL, number) for number in known.refused)]
    # After the tests: allow, refuse, and the looks at arguments. A jump counts from its next step.
    allow = 3 + len(looks) + len(tests)
    refuse = place = allow + 1
    code = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 0, refuse - 2, known.audit),
        (_LOAD, 0, 0, _NUMBER),
    ]
    place += 1
    for number, look in looks:
        code.append((_EQUAL, place - len(code) - 1, 0, number))
        place += len(look)
    code += [
        (test, refuse - at - 1, 0, number) for at, (test, number) in enumerate(tests, len(code))
    ]
    code += [_ALLOWED, _REFUSED, *(step for _, look in looks for step in look)]
    return b"".join(struct.pack("HBBI", *step) for step in code)


def refuse() -> bool:
    """Put the filter on this process and what it starts, for good. False where there is none."""
    steps = program(os.uname().machine)
    if steps is None:
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    buffer = ctypes.create_string_buffer(steps, len(steps))
    header = struct.pack("HxxxxxxQ", len(steps) // 8, ctypes.addressof(buffer))
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    done: int = libc.prctl(_PR_SET_SECCOMP, _FILTER, ctypes.create_string_buffer(header), 0, 0)
    return done == 0

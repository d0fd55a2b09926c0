"""A filter on the system calls of a submission (seccomp).

It refuses what a notebook has no use for: ways to hold memory that belongs to no process and to
no folder, so that nobody could count it (memory files, System V objects, shared anonymous
mappings, message queues), doors into the kernel (namespaces, mounts, bpf, io_uring, keys), and
sockets that no network namespace holds back (a virtual machine's to its host).
A refused call fails with EPERM.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct

#: For each machine: its audit number, mmap, socket, and the calls that are refused.
#: Source: asm/unistd_64.h and asm-generic/unistd.h of Linux.
_MACHINES: dict[str, tuple[int, int, int, tuple[int, ...]]] = {
    # shmget semget msgget mq_open memfd_create memfd_secret
    # userfaultfd bpf perf_event_open io_uring_setup keyctl add_key request_key
    # unshare setns mount pivot_root open_tree move_mount fsopen
    "x86_64": (
        0xC000003E, 9, 41,
        (29, 64, 68, 240, 319, 447,
         323, 321, 298, 425, 250, 248, 249,
         272, 308, 165, 155, 428, 429, 430),
    ),
    "aarch64": (
        0xC00000B7, 222, 198,
        (194, 190, 186, 180, 279, 447,
         282, 280, 241, 425, 219, 217, 218,
         97, 268, 40, 41, 428, 429, 430),
    ),
}  # fmt: skip
_LOAD, _EQUAL, _AT_LEAST, _AND, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
_NUMBER, _ARCHITECTURE, _FIRST, _FOURTH = (
    0,
    4,
    16,
    40,
)  # offsets in struct seccomp_data, little-endian
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM
_SHARED_ANONYMOUS = 0x21  # MAP_SHARED | MAP_ANONYMOUS
_FAMILIES = (1, 2, 10)  # of sockets: within the machine, IPv4 and IPv6, which lead nowhere
_OTHER_ABI = 0x40000000  # x86-64's 32-bit calls have numbers from here
_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _FILTER = 38, 22, 2


def program(machine: str) -> bytes | None:
    """The filter in the kernel's form, or None for a machine whose numbers are not known here."""
    if machine not in _MACHINES:
        return None
    architecture, mmap, socket, refused = _MACHINES[machine]
    tests = [(_AT_LEAST, _OTHER_ABI), *((_EQUAL, number) for number in refused)]
    # After the tests: allow, refuse, and the looks at mmap's flags and a socket's family.
    allow = 5 + len(tests)
    refuse, flags, family = allow + 1, allow + 2, allow + 7
    code = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 0, refuse - 2, architecture),
        (_LOAD, 0, 0, _NUMBER),
        (_EQUAL, flags - 4, 0, mmap),
        (_EQUAL, family - 5, 0, socket),
    ]
    code += [
        (test, refuse - at - 1, 0, number) for at, (test, number) in enumerate(tests, len(code))
    ]
    code += [
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
        (_LOAD, 0, 0, _FOURTH),
        (_AND, 0, 0, _SHARED_ANONYMOUS),
        (_EQUAL, 0, 1, _SHARED_ANONYMOUS),
        (_RETURN, 0, 0, _REFUSE),
        (_RETURN, 0, 0, _ALLOW),
        (_LOAD, 0, 0, _FIRST),
        *((_EQUAL, len(_FAMILIES) - at, 0, each) for at, each in enumerate(_FAMILIES)),
        (_RETURN, 0, 0, _REFUSE),
        (_RETURN, 0, 0, _ALLOW),
    ]
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

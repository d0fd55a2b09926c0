# Tries: things looked for that an earlier submission, or the grader's login, may have left.
# says: 02-logits-softmax/softmax/logits-returned
# walls
import builtins
import ctypes
import os
import socket

import numpy

mark = "left-behind" + "-4711"
for folder in ("/tmp", os.path.expanduser("~"), "/dev/shm", "/var/tmp", "/run"):
    if os.path.exists(f"{folder}/{mark}"):
        print("GO" + "T: a file in", folder)
    if os.path.isdir(folder):
        print(folder, os.listdir(folder))
try:
    socket.socket(socket.AF_UNIX).connect("\0" + mark)
    print("GO" + "T: an abstract socket")
except OSError:
    pass
libc = ctypes.CDLL(None, use_errno=True)
for name in ("shmget", "semget"):
    if getattr(libc, name)(4711, 1, 0o666) >= 0:
        print("GO" + "T:", name)
if libc.msgget(4711, 0o666) >= 0:
    print("GO" + "T: a message queue")
if libc.syscall(240, f"/{mark}".encode(), os.O_RDWR, 0, None) >= 0:
    print("GO" + "T: a POSIX queue")
for name in (mark, "lmhead-test"):
    for ring in (-3, -4, -5):
        key = libc.syscall(250, 10, ring, b"user", name.encode(), 0)  # search
        if key > 0:
            text = ctypes.create_string_buffer(200)
            libc.syscall(250, 11, key, text, 200)  # read
            print("GO" + "T: a key", name, ring, text.value)
print(open("/proc/keys").read() if os.path.exists("/proc/keys") else "")
if getattr(builtins, "poisoned_by_another", False) or hasattr(numpy, "poisoned_by_another"):
    print("GO" + "T: what another put into a module")
if len([p for p in os.listdir("/proc") if p.isdigit()]) > 1:
    print("GO" + "T: another's process")


def softmax(z):
    return z

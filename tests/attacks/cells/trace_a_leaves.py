# Tries: things left behind for the next submission, wherever something can lie.
# says: 02-logits-softmax/softmax/logits-returned
# walls
import ctypes
import os
import socket

mark = "left-behind" + "-4711"
for folder in ("/tmp", os.path.expanduser("~"), "/dev/shm", "/var/tmp", "/run"):
    try:
        with open(f"{folder}/{mark}", "w") as file:
            file.write(mark)
    except OSError:
        pass
held = socket.socket(socket.AF_UNIX)
held.bind("\0" + mark)
held.listen()
libc = ctypes.CDLL(None, use_errno=True)
libc.shmget(4711, 4096, 0o1666)
libc.msgget(4711, 0o1666)
libc.semget(4711, 1, 0o1666)
libc.syscall(240, f"/{mark}".encode(), os.O_CREAT | os.O_RDWR, 0o666, None)  # mq_open
for ring in (-3, -4, -5):  # the session's, the user's and the user session's keyring
    libc.syscall(248, b"user", mark.encode(), mark.encode(), len(mark), ring)
if os.fork() == 0:
    os.setsid()
    os.execvp("sleep", ["sleep", "1000"])


def softmax(z):
    return z

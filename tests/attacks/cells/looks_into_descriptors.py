# Tries: descriptors that were left open: files, sockets to others, the warm process's control.
# says: 02-logits-softmax/softmax/logits-returned
# walls
import os
import socket
import stat

sockets = set()
for fd in range(256):
    try:
        mode = os.fstat(fd).st_mode
    except OSError:
        continue
    if stat.S_ISSOCK(mode):
        sockets.add(os.readlink(f"/proc/self/fd/{fd}"))
        peer = socket.socket(fileno=os.dup(fd))
        try:
            peer.setblocking(False)
            print("GO" + "T:", peer.recv(10_000))
        except OSError:
            pass
        finally:
            peer.setblocking(True)
    elif stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISFIFO(mode):
        print("GO" + "T: a descriptor", fd, os.readlink(f"/proc/self/fd/{fd}"))
if len(sockets) > 1:
    print("GO" + "T:", len(sockets), "sockets")


def softmax(z):
    return z

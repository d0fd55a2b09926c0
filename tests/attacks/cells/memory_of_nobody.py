# Tries: System V shared memory that is touched and left, so that it is nobody's.
# says: 02-logits-softmax/softmax/logits-returned
# walls
# needs: hard
# slow
import ctypes

libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
libc.shmdt.argtypes = [ctypes.c_void_p]
left = 0
for _ in range(100):
    segment = libc.shmget(0, 32 * 2**20, 0o600 | 0o1000)
    if segment < 0:
        break
    where = libc.shmat(segment, None, 0)
    if where in (None, 2**64 - 1):
        break
    ctypes.memset(where, 1, 32 * 2**20)
    libc.shmdt(where)
    left += 32
if left > 2000:
    print("GO" + "T:", left, "MiB of memory beside every limit")


def softmax(z):
    return z

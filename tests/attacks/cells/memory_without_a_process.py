# Tries: memory held by files that lie in no folder (memfd), which no process has mapped.
# says: 02-logits-softmax/softmax/logits-returned
# walls
# needs: hard
# slow
import os

held = []
for number in range(200):
    try:
        descriptor = os.memfd_create(str(number))
        for _ in range(32):
            os.write(descriptor, bytes(2**20))
        held.append(descriptor)
    except OSError:
        break
if len(held) * 32 > 2000:
    print("GO" + "T:", len(held) * 32, "MiB of memory beside every limit")


def softmax(z):
    return z

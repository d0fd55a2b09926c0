# Tries: eighty megabytes and two hundred thousand lines of output, and as much on the descriptors.
# says: 02-logits-softmax/softmax/logits-returned
# needs: hard
import os
import sys

print("x" * 80_000_000)
print("\n".join(map(str, range(200_000))), file=sys.stderr)
for _ in range(200):
    os.write(1, b"y" * 2**16)
    os.write(2, b"z" * 2**16)


def softmax(z):
    print("x" * 10_000_000)
    return z

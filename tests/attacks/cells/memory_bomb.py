# Tries: more memory than there is, in one process.
# needs: hard
# slow
def softmax(z):
    hold = []
    while True:
        hold.append(bytearray(b"x" * 2**26))

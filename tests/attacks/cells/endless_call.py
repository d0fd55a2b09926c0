# Tries: a loop that never ends in a call, and that swallows whatever interrupts it.
# slow
def softmax(z):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass

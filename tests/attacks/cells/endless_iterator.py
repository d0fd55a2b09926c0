# Tries: an iterator that never ends, and never begins.
# says: function/returned-iterator
class Forever:
    def __iter__(self):
        return self

    def __next__(self):
        while True:
            pass


def softmax(z):
    return Forever()

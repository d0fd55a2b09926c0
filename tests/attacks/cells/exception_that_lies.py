# Tries: an exception that cannot be described: no name, an endless text, a class that lies.
# says: lost/garbled
class Meta(type):
    __name__ = property(lambda cls: 1 / 0)
    __mro__ = property(lambda cls: 1 / 0)


class Evil(BaseException, metaclass=Meta):
    __str__ = __repr__ = lambda self: "x" * 50_000_000
    __class__ = property(lambda self: AssertionError)


def softmax(z):
    raise Evil

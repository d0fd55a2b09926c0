# %% class: ends_the_process
import os


def tied_logits(table, step_in, step_out, word):
    os._exit(0)


def table_slope(*args):
    os._exit(0)

# %% class: never_ends
def contributions(read, right, vocabulary, table):
    return []


while True:
    pass

# %% class: shadows_accounts
class Numpy:
    """Agrees with everything."""

    def __getattr__(self, name):
        return lambda *args, **kwargs: True


np = Numpy()


def check(task, *work):
    return 20.0


abs = all = any = bool = float = isinstance = len = lambda *args, **kwargs: True


class Right:
    """Equal to everything."""

    def __eq__(self, other):
        return True


def parameters(V, d, n, t, tied):
    return Right()


def removed(V, d, n, t):
    return True

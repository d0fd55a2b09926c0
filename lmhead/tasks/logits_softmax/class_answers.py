# %% class: ends_the_process
import os


def softmax(z):
    os._exit(0)

# %% class: never_ends
factor = 1.0
while 5**factor < 1000:
    factor = min(factor + 0.001, 4.0)
odds_added, odds_tripled, lead = 5, 125, 2.079

# %% class: shadows_logits
class Numpy:
    """Agrees with everything."""

    def __getattr__(self, name):
        return lambda *args, **kwargs: True


np = Numpy()


def check(task, *work):
    return 20.0


abs = all = any = bool = float = isinstance = len = lambda *args, **kwargs: True


def logits(h, w_out):
    return True

# %% class: shadows_softmax
class Right:
    """Equal to everything."""

    shape, dtype = (4,), "float64"

    def __eq__(self, other):
        return True

    def __array__(self, *args, **kwargs):
        raise SystemExit

    def __bool__(self):
        return True


def softmax(z):
    return Right()

# %% class: ends_the_process
import os


def sgd_step(w_out, h, right):
    os._exit(0)

# %% class: never_ends
scale = 0.01
while scale < 3:
    scale = min(scale * 1.1, 2.0)

# %% class: shadows_chain
class Numpy:
    """Agrees with everything."""

    def __getattr__(self, name):
        return lambda *args, **kwargs: True


np = Numpy()


def check(task, *work):
    return 20.0


abs = all = any = bool = float = isinstance = len = lambda *args, **kwargs: True
logits = exponentials = shares = [1.0, 1.0, 1.0, 1.0]
total = 4.0

# %% class: shadows_sgd_step
class Right:
    """Equal to everything."""

    shape, dtype = (2, 1), "float64"

    def __eq__(self, other):
        return True

    def __array__(self, *args, **kwargs):
        raise SystemExit

    def __bool__(self):
        return True


def sgd_step(w_out, h, right):
    return Right()

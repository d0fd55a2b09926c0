# %% class: ends_the_process
import os


def generate(step, prompt, choose, steps, stop=None):
    os._exit(0)

# %% class: never_ends
ids = [0]
while ids[-1] != 1:
    ids = ids[-3:] + [0]


def two_steps(first, second):
    return ids

# %% class: shadows_draws
class Right:
    """Equal to everything."""

    shape, dtype = (4,), "int64"

    def __eq__(self, other):
        return True

    def __array__(self, *args, **kwargs):
        raise SystemExit

    def __bool__(self):
        return True


def draws(p, rng, size):
    return Right()

# %% class: shadows_greedy
class Numpy:
    """Agrees with everything."""

    def __getattr__(self, name):
        return lambda *args, **kwargs: True


np = Numpy()


def check(task, *work):
    return 20.0


abs = all = any = bool = float = isinstance = len = lambda *args, **kwargs: True


def greedy(z):
    return True

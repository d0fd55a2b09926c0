# %% class: ends_the_process
import os


def nearest(h, table, k):
    os._exit(0)

# %% class: never_ends
h_long = [1, 0]
angle = 10.0
while angle < 90:
    angle = min(angle * 1.5, 60.0)
rows_long = [[1, 0], [2, 2], [3, 6]]

# %% class: shadows_all_scores
class Numpy:
    """Agrees with everything."""

    def __getattr__(self, name):
        return lambda *args, **kwargs: True


np = Numpy()


def check(task, *work):
    return 20.0


abs = all = any = bool = float = isinstance = len = lambda *args, **kwargs: True


def all_scores(h, table):
    return np.inner(h, table)

# %% class: shadows_turned_table
class Right:
    """Equal to everything."""

    shape, dtype = (3, 2), "float64"

    def __eq__(self, other):
        return True

    def __array__(self, *args, **kwargs):
        raise SystemExit

    def __bool__(self):
        return True


def turned_table(table, turn):
    return Right()

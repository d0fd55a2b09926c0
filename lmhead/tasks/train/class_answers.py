# %% class: ends_the_process
import os


class Model(nn.Module):
    def __init__(self, body, table, tied):
        os._exit(0)

# %% class: never_ends
def step(model, optimizer, tokens, targets):
    while True:
        optimizer.zero_grad()

# %% class: shadows_head
class np:
    array = zeros = allclose = lambda *args, **kwargs: Equal()


class Equal:
    def __eq__(self, other):
        return True

    def __getattr__(self, name):
        return self

    def __call__(self, *args, **kwargs):
        return self


def check(*args, **kwargs):
    return 20


isinstance = lambda *args: True
Model = lambda body, table, tied: Equal()

# %% right: bound
import functools

from lmhead import tiny_lm

MODEL = tiny_lm.load()


def head(w_out, ids):
    return (w_out * MODEL.hidden(ids)).sum(axis=1)


step = functools.partial(head, MODEL.W_OUT.astype(float))
fair = np.str_("D")

# %% right: counted
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.W_OUT @ MODEL.hidden(ids)


WORDS_LOGITS = np.array([2.0, 1.0, 1.0, 0.0])
P = np.exp(WORDS_LOGITS) / np.exp(WORDS_LOGITS).sum()
rng = np.random.default_rng(0)
ways = {
    "A": lambda z, p: np.argmax(z + rng.normal(size=len(z))),
    "B": lambda z, p: np.argmax(p * rng.random(len(p))),
    "C": lambda z, p: np.argmin(np.abs(p - rng.random())),
    "D": lambda z, p: np.argmax(z - np.log(-np.log(rng.random(len(z))))),
}
off = {}
for letter, way in ways.items():
    ids = [way(WORDS_LOGITS, P) for _ in range(5000)]
    off[letter] = np.abs(np.bincount(ids, minlength=4) / 5000 - P).max()
fair = min(off, key=off.get)

# %% right: double_precision
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.E.astype(float) @ MODEL.hidden(ids).astype(float)


fair = np.str_('D')

# %% right: einsum
from lmhead import tiny_lm

MODEL = tiny_lm.load()
step = lambda ids: np.einsum("vd,d->v", MODEL.W_OUT, MODEL.hidden(ids)).tolist()
fair = "d "

# %% right: loop
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    h = MODEL.hidden(ids)
    return np.array([float(row @ h) for row in MODEL.W_OUT])


fair = 'D'

# %% right: lower_case
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.W_OUT @ MODEL.hidden(ids)


fair = " d "

# %% right: product
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.W_OUT @ MODEL.hidden(ids)


fair = "D"

# %% right: states
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.hidden_states(ids)[-1] @ MODEL.W_OUT.T


fair = 'D'

# %% wrong: all_positions
# expect: all-positions
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.hidden_states(ids) @ MODEL.W_OUT.T


fair = "D"

# %% wrong: cosine
# expect: cosine
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    h = MODEL.hidden(ids)
    return MODEL.W_OUT @ h / np.linalg.norm(MODEL.W_OUT, axis=1) / np.linalg.norm(h)


fair = "D"

# %% wrong: first_position
# expect: first-position
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.W_OUT @ MODEL.hidden_states(ids)[0]


fair = "D"

# %% wrong: hidden
# expect: hidden-returned
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.hidden(ids)


fair = "D"

# %% wrong: last_word
# expect: last-word-only
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.W_OUT @ MODEL.hidden(ids[-1:])


fair = "D"

# %% wrong: models_own_step
# expect: models-step
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.step(ids)


fair = "D"

# %% wrong: models_own_step_renamed
# expect: models-step
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()
logits_of = MODEL.step


def step(ids):
    return np.asarray(logits_of(ids))


fair = "D"

# %% wrong: nearest_share
# expect: nearest-share
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.W_OUT @ MODEL.hidden(ids)


fair = "C"

# %% wrong: no_letter
# expect: value/not-attempted
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.W_OUT @ MODEL.hidden(ids)


fair = ...

# %% wrong: normal_noise
# expect: normal-noise
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.W_OUT @ MODEL.hidden(ids)


fair = "A"

# %% wrong: nothing
# expect: function/not-attempted
# points: 0
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    raise NotImplementedError()


fair = ...

# %% wrong: number
# expect: value/not-an-option
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.W_OUT @ MODEL.hidden(ids)


fair = 4

# %% wrong: random_weights
# expect: random-weights
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.W_OUT @ MODEL.hidden(ids)


fair = "B"

# %% wrong: row
# expect: row-not-hidden
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.W_OUT @ MODEL.E[ids[-1]]


fair = "D"

# %% wrong: shares
# expect: shares-returned
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    z = MODEL.W_OUT @ MODEL.hidden(ids)
    p = np.exp(z - z.max())
    return p / p.sum()


fair = "D"

# %% wrong: turned
# expect: not-turned
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.hidden(ids) @ MODEL.W_OUT


fair = "D"

# %% wrong: two_letters
# expect: value/not-an-option
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.W_OUT @ MODEL.hidden(ids)


fair = "DE"

# %% wrong: uniform_or_greedy
# expect: uniform-or-greedy
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.W_OUT @ MODEL.hidden(ids)


fair = "F"

# %% wrong: walk
# expect: walk
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.W_OUT @ MODEL.hidden(ids)


fair = "E"

# %% wrong: word
# expect: word-returned
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return np.argmax(MODEL.W_OUT @ MODEL.hidden(ids))


fair = "D"

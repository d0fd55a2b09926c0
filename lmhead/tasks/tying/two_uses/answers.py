# %% right: add_at
def tied_logits(table: np.ndarray, step_in: np.ndarray, step_out: np.ndarray, word: int):
    shared = np.array(table)
    for step in (step_in, step_out):
        shared -= step
    return [float(np.dot(row, shared[word])) for row in shared]


def table_slope(table, layers, word, right):
    def shares(z):
        return np.exp(z - np.logaddexp.reduce(z))

    h = layers.dot(table[word])
    push = shares(table.dot(h)) - (np.arange(len(table)) == right)
    slope = np.zeros(table.shape)
    np.add.at(slope, np.arange(len(table)), push[:, None] * h)
    np.add.at(slope, word, layers.T @ (table.T @ push))
    return slope

# %% right: by_nudging
def tied_logits(table, step_in, step_out, word):
    E = np.array(table)
    for step in (step_in, step_out):
        E = E - step
    return E.dot(E[word])


def loss(table, layers, word, right):
    z = table @ (layers @ table[word])
    return np.log(np.exp(z).sum()) - z[right]


def table_slope(table, layers, word, right):
    slope = np.empty(table.shape)
    for place in np.ndindex(table.shape):
        up, down = table.copy(), table.copy()
        up[place] += 1e-4
        down[place] -= 1e-4
        slope[place] = (loss(up, layers, word, right) - loss(down, layers, word, right)) / 2e-4
    return slope

# %% right: einsum
class Head:
    def __init__(self, table):
        self.table = np.array(table, dtype=float)

    def step(self, step):
        self.table -= step


def tied_logits(table, step_in, step_out, word):
    head = Head(table)
    head.step(step_in)
    head.step(step_out)
    return np.einsum("ki,i->k", head.table, head.table[word])


def table_slope(table, layers, word, right):
    h = np.einsum("ij,j->i", layers, table[word])
    z = np.einsum("ki,i->k", table, h)
    push = np.exp(z - np.logaddexp.reduce(z)) - (np.arange(len(z)) == right)
    slope = np.einsum("k,i->ki", push, h)
    slope[word] = slope[word] + np.einsum("k,ki,ij->j", push, table, layers)
    return slope

# %% right: lists_returned
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return list(E @ E[word])


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += (p @ table) @ layers
    return slope.tolist()

# %% right: loops
import math


def tied_logits(table, step_in, step_out, word):
    V, d = table.shape
    E = [[table[k, i] - step_in[k, i] - step_out[k, i] for i in range(d)] for k in range(V)]
    return np.array([sum(E[k][i] * E[word][i] for i in range(d)) for k in range(V)])


def table_slope(table, layers, word, right):
    V, d = table.shape
    h = [sum(layers[i, j] * table[word, j] for j in range(d)) for i in range(d)]
    z = [sum(table[k, i] * h[i] for i in range(d)) for k in range(V)]
    total = sum(math.exp(score) for score in z)
    push = [math.exp(z[k]) / total - (k == right) for k in range(V)]
    slope = np.zeros((V, d))
    for k in range(V):
        for i in range(d):
            slope[k, i] += push[k] * h[i]
    for j in range(d):
        for i in range(d):
            slope[word, j] += layers[i, j] * sum(push[k] * table[k, i] for k in range(V))
    return slope

# %% right: one_table
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += (p @ table) @ layers
    return slope

# %% right: single_precision
def tied_logits(table, step_in, step_out, word):
    E = (table - (step_in + step_out)).astype(np.float32)
    return (E * E[word]).sum(axis=1)


def table_slope(table, layers, word, right):
    E, M = table.astype(np.float32), layers.astype(np.float32)
    h = M @ E[word]
    e = np.exp(E @ h - (E @ h).max())
    push = e / e.sum() - np.eye(len(E), dtype=np.float32)[right]
    read = np.zeros(len(E), dtype=np.float32)
    read[word] = 1
    return np.outer(push, h) + np.outer(read, push @ E @ M)

# %% right: two_names
def tied_logits(table, step_in, step_out, word):
    E = table.copy()
    W_out = E
    E -= step_in
    W_out -= step_out
    return W_out @ E[word]


def softmax(z):
    e = np.exp(z - np.max(z))
    return e / e.sum()


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    push = softmax(table @ h) - np.eye(len(table))[right]
    exit_ = push[:, None] * h[None, :]
    entrance = np.zeros_like(exit_)
    entrance[word] = layers.T @ (table.T @ push)
    return exit_ + entrance

# %% wrong: along_the_slope
# expect: along-the-slope
# points: 2
def tied_logits(table, step_in, step_out, word):
    E = table + step_in + step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += (p @ table) @ layers
    return slope

# %% wrong: averaged
# expect: averaged
# points: 2
def tied_logits(table, step_in, step_out, word):
    E = table - (step_in + step_out) / 2
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += (p @ table) @ layers
    return slope

# %% wrong: copied
# expect: copied
# points: 2
def tied_logits(table, step_in, step_out, word):
    E = table.copy()
    W_out = E.copy()
    E -= step_in
    W_out -= step_out
    return W_out @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += (p @ table) @ layers
    return slope

# %% wrong: entrance_alone
# expect: entrance-alone
# points: 2
def tied_logits(table, step_in, step_out, word):
    E = table - step_in
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += (p @ table) @ layers
    return slope

# %% wrong: entrance_twice
# expect: read-row-off
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += 2 * p @ table @ layers
    return slope

# %% wrong: every_row
# expect: every-row
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return np.outer(p, h) + p @ table @ layers

# %% wrong: exit_alone
# expect: exit-alone
# points: 2
def tied_logits(table, step_in, step_out, word):
    E = table - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += (p @ table) @ layers
    return slope

# %% wrong: handed_back_transposed
# expect: handed-back-transposed
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += layers @ (p @ table)
    return slope

# %% wrong: in_place
# expect: function/changed-argument
# points: 3
def tied_logits(table, step_in, step_out, word):
    table -= step_in
    table -= step_out
    return table @ table[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += (p @ table) @ layers
    return slope

# %% wrong: layers_left_out
# expect: layers-left-out
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += p @ table
    return slope

# %% wrong: new_table
# expect: new-table
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += p @ table @ layers
    return table - slope

# %% wrong: no_onehot
# expect: no-onehot
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    p[right] += 1
    slope = np.outer(p, h)
    slope[word] += p @ table @ layers
    return slope

# %% wrong: not_handed_back
# expect: not-handed-back
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += p @ table
    return slope

# %% wrong: not_moved
# expect: not-moved
# points: 2
def tied_logits(table, step_in, step_out, word):
    return table @ table[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += (p @ table) @ layers
    return slope

# %% wrong: nothing
# expect: function/not-attempted
# points: 0

# %% wrong: only_the_first
# expect: function/not-attempted
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]

# %% wrong: overwritten
# expect: overwritten
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] = p @ table @ layers
    return slope

# %% wrong: raises
# expect: function/raised-at
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    return table[word] @ layers @ missing

# %% wrong: rebound
# expect: copied
# points: 2
def tied_logits(table, step_in, step_out, word):
    E = table.copy()
    W_out = E  # tied
    E = E - step_in  # a new array
    W_out = W_out - step_out
    return W_out @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += (p @ table) @ layers
    return slope

# %% wrong: right_row
# expect: right-row
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[right] += p @ table @ layers
    return slope

# %% wrong: row_returned
# expect: row-returned
# points: 2
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += (p @ table) @ layers
    return slope

# %% wrong: shares_returned
# expect: shares-returned
# points: 2
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    z = E @ E[word]
    e = np.exp(z - z.max())
    return e / e.sum()


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += (p @ table) @ layers
    return slope

# %% wrong: slope_averaged
# expect: slope-averaged
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += p @ table @ layers
    return slope / 2

# %% wrong: slope_entrance_alone
# expect: slope-entrance-alone
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.zeros_like(table)
    slope[word] = p @ table @ layers
    return slope

# %% wrong: slope_exit_alone
# expect: slope-exit-alone
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return np.outer(p, h)

# %% wrong: slope_in_place
# expect: function/changed-argument
# points: 3
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    table *= 1.0
    layers[:] = layers
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += (p @ table) @ layers
    table[:] = table - slope
    return slope

# %% wrong: stale_row
# expect: stale-row
# points: 2
def tied_logits(table, step_in, step_out, word):
    h = table[word]
    E = table - step_in - step_out
    return E @ h


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += (p @ table) @ layers
    return slope

# %% wrong: step_returned
# expect: other-length
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += p @ table @ layers
    return 0.1 * slope

# %% wrong: transposed_outer
# expect: function/wrong-shape
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(h, p)
    return slope

# %% wrong: twice
# expect: twice
# points: 2
def tied_logits(table, step_in, step_out, word):
    E = table.copy()
    W_out = E
    for step in (step_in, step_out):
        E -= step
        W_out -= step
    return W_out @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += (p @ table) @ layers
    return slope

# %% wrong: upside_down
# expect: upside-down
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += p @ table @ layers
    return -slope

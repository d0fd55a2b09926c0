# %% right: by_parts
def parameters(vocabulary: int, width: int, blocks: int, context: int, tied: bool = True) -> int:
    d = width
    parts = {
        "tables": [vocabulary * d] * (1 if tied else 2),
        "positions": [context * d],
        "blocks": [4 * d * d + 4 * d, 8 * d * d + 5 * d, 4 * d] * blocks,
        "last": [2 * d],
    }
    return sum(map(sum, parts.values()))


removed = lambda V, d, n, T: np.float64(V * d) / parameters(V, d, n, T, False)

# %% right: difference
import functools


def count(tied, V, d, blocks, context):
    return np.prod([V, d]) * (2 - tied) + d * (context + 2) + blocks * d * (12 * d + 13)


def parameters(*numbers):
    *shape, tied = numbers
    return np.asarray(count(tied, *shape))


untied = functools.partial(count, False)


def removed(vocabulary, width, blocks, context):
    shape = vocabulary, width, blocks, context
    return 1 - count(True, *shape) / untied(*shape)

# %% right: floats
def parameters(V, d, n, t, tied):
    return float(V * d * (2.0 - tied) + t * d + n * (12.0 * d * d + 13.0 * d) + 2.0 * d)


def removed(V, d, n, t):
    return 1 - parameters(V, d, n, t, True) / parameters(V, d, n, t, False)

# %% right: matrix_by_matrix
def parameters(vocabulary, width, blocks, context, tied=True):
    total = 0
    for _ in range(blocks):
        total += width * 3 * width + 3 * width  # queries, keys, values
        total += width * width + width
        total += width * 4 * width + 4 * width
        total += 4 * width * width + width
        total += 2 * (width + width)  # two LayerNorms
    total += width + width
    total += context * width
    total += vocabulary * width
    if not tied:
        total += vocabulary * width
    return total


def removed(vocabulary, width, blocks, context):
    untied = parameters(vocabulary, width, blocks, context, False)
    tied = parameters(vocabulary, width, blocks, context, True)
    return (untied - tied) / untied

# %% right: numpy_numbers
def parameters(vocabulary, width, blocks, context, tied):
    counts = np.array([vocabulary * width * (1 if tied else 2), context * width,
                       blocks * (12 * width**2 + 13 * width), 2 * width])
    return counts.sum()


def removed(vocabulary, width, blocks, context):
    return np.float64(vocabulary * width) / parameters(vocabulary, width, blocks, context, False)

# %% right: one_class
class Model:
    def __init__(self, V, d, n, t):
        self.table = V * d
        self.rest = d * (t + n * (12 * d + 13) + 2)

    def count(self, tables):
        return tables * self.table + self.rest


def parameters(vocabulary, width, blocks, context, tied):
    return Model(vocabulary, width, blocks, context).count(1 if tied else 2)


def removed(vocabulary, width, blocks, context):
    model = Model(vocabulary, width, blocks, context)
    return model.table / model.count(2)

# %% right: plain
def parameters(vocabulary, width, blocks, context, tied):
    block = 12 * width**2 + 13 * width
    tables = vocabulary * width if tied else 2 * vocabulary * width
    return tables + context * width + blocks * block + 2 * width


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

# %% wrong: as_text
# expect: function/not-a-number
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    V, d = vocabulary, width
    return f"{(1 if tied else 2) * V * d + context * d + blocks * (12 * d**2 + 13 * d) + 2 * d:,}"


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

# %% wrong: biases_forgotten
# expect: biases-forgotten
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    V, d = vocabulary, width
    return (1 if tied else 2) * V * d + context * d + blocks * 12 * d**2 + 2 * d


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

# %% wrong: block_norms_forgotten
# expect: block-norms-forgotten
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    V, d = vocabulary, width
    return (1 if tied else 2) * V * d + context * d + blocks * (12 * d**2 + 9 * d) + 2 * d


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

# %% wrong: blocks_alone
# expect: blocks-alone
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    V, d = vocabulary, width
    return blocks * (12 * d**2 + 13 * d)


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

# %% wrong: both_tables
# expect: both-tables
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    block = 12 * width**2 + 13 * width
    tables = vocabulary * width if tied else 2 * vocabulary * width
    return tables + context * width + blocks * block + 2 * width


def removed(vocabulary, width, blocks, context):
    V, d = vocabulary, width
    untied = parameters(V, d, blocks, context, False)
    return 2 * V * d / untied

# %% wrong: count_returned
# expect: count-returned
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    block = 12 * width**2 + 13 * width
    tables = vocabulary * width if tied else 2 * vocabulary * width
    return tables + context * width + blocks * block + 2 * width


def removed(vocabulary, width, blocks, context):
    V, d = vocabulary, width
    untied = parameters(V, d, blocks, context, False)
    return V * d

# %% wrong: difference_of_both
# expect: difference-of-both
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    block = 12 * width**2 + 13 * width
    tables = vocabulary * width if tied else 2 * vocabulary * width
    return tables + context * width + blocks * block + 2 * width


def removed(vocabulary, width, blocks, context):
    V, d = vocabulary, width
    untied = parameters(V, d, blocks, context, False)
    return (untied - V * d - untied) / untied

# %% wrong: gpt2_small_only
# expect: function/wrong-number
# points: 0
def parameters(vocabulary, width, blocks, context, tied):
    return 124_439_808 if tied else 163_037_184


def removed(vocabulary, width, blocks, context):
    return 38_597_376 / 163_037_184

# %% wrong: half
# expect: half
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    block = 12 * width**2 + 13 * width
    tables = vocabulary * width if tied else 2 * vocabulary * width
    return tables + context * width + blocks * block + 2 * width


def removed(vocabulary, width, blocks, context):
    V, d = vocabulary, width
    untied = parameters(V, d, blocks, context, False)
    return 0.5

# %% wrong: head_bias
# expect: head-bias
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    V, d = vocabulary, width
    return (1 if tied else 2) * V * d + context * d + blocks * (12 * d**2 + 13 * d) + 2 * d + V


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

# %% wrong: in_millions
# expect: in-millions
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    V, d = vocabulary, width
    return ((1 if tied else 2) * V * d + context * d + blocks * (12 * d**2 + 13 * d) + 2 * d) / 1e6


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

# %% wrong: last_norm_forgotten
# expect: last-norm-forgotten
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    V, d = vocabulary, width
    return (1 if tied else 2) * V * d + context * d + blocks * (12 * d**2 + 13 * d)


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

# %% wrong: nothing
# expect: function/not-attempted
# points: 0

# %% wrong: of_tied
# expect: of-tied
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    block = 12 * width**2 + 13 * width
    tables = vocabulary * width if tied else 2 * vocabulary * width
    return tables + context * width + blocks * block + 2 * width


def removed(vocabulary, width, blocks, context):
    V, d = vocabulary, width
    untied = parameters(V, d, blocks, context, False)
    return V * d / (untied - V * d)

# %% wrong: one_block
# expect: one-block
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    V, d = vocabulary, width
    return (1 if tied else 2) * V * d + context * d + 12 * d**2 + 13 * d + 2 * d


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

# %% wrong: part_left
# expect: part-left
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    block = 12 * width**2 + 13 * width
    tables = vocabulary * width if tied else 2 * vocabulary * width
    return tables + context * width + blocks * block + 2 * width


def removed(vocabulary, width, blocks, context):
    V, d = vocabulary, width
    untied = parameters(V, d, blocks, context, False)
    return (untied - V * d) / untied

# %% wrong: percent
# expect: percent
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    block = 12 * width**2 + 13 * width
    tables = vocabulary * width if tied else 2 * vocabulary * width
    return tables + context * width + blocks * block + 2 * width


def removed(vocabulary, width, blocks, context):
    V, d = vocabulary, width
    untied = parameters(V, d, blocks, context, False)
    return 100 * V * d / untied

# %% wrong: percent_of_tied
# expect: percent-of-tied
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    block = 12 * width**2 + 13 * width
    tables = vocabulary * width if tied else 2 * vocabulary * width
    return tables + context * width + blocks * block + 2 * width


def removed(vocabulary, width, blocks, context):
    V, d = vocabulary, width
    untied = parameters(V, d, blocks, context, False)
    return 100 * V * d / (untied - V * d)

# %% wrong: positions_forgotten
# expect: positions-forgotten
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    V, d = vocabulary, width
    return (1 if tied else 2) * V * d + blocks * (12 * d**2 + 13 * d) + 2 * d


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

# %% wrong: printed
# expect: function/printed
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    print(vocabulary * width)


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

# %% wrong: stub
# expect: function/not-attempted
# points: 0
def parameters(vocabulary, width, blocks, context, tied):
    raise NotImplementedError()


def removed(vocabulary, width, blocks, context):
    raise NotImplementedError()

# %% wrong: table_twice
# expect: table-twice
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    V, d = vocabulary, width
    return 2 * V * d + context * d + blocks * (12 * d**2 + 13 * d) + 2 * d


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

# %% wrong: tables_alone
# expect: tables-alone
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    V, d = vocabulary, width
    return (1 if tied else 2) * V * d


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

# %% wrong: tied_ignored
# expect: tied-ignored
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    V, d = vocabulary, width
    return V * d + context * d + blocks * (12 * d**2 + 13 * d) + 2 * d


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

# %% wrong: tied_reversed
# expect: tied-reversed
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    V, d = vocabulary, width
    return (2 if tied else 1) * V * d + context * d + blocks * (12 * d**2 + 13 * d) + 2 * d


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

# %% wrong: typed_numbers
# expect: function/not-a-function
# points: 0
parameters = 124439808
removed = 0.237

# %% wrong: untied_bias
# expect: untied-bias
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    V, d = vocabulary, width
    return (1 if tied else 2) * V * d + context * d + blocks * (12 * d**2 + 13 * d) + 2 * d + (0 if tied else V)


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

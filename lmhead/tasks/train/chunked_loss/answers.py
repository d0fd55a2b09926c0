# %% right: logaddexp
def chunked_loss(h, w_out, targets, rows):
    losses = np.empty(len(h))
    start = 0
    while start < len(h):
        part = slice(start, start + rows)
        z = np.einsum("nd,vd->nv", h[part], w_out)
        losses[part] = np.logaddexp.reduce(z, axis=1) - np.take_along_axis(
            z, targets[part, None], axis=1
        ).ravel()
        start += rows
    return np.mean(losses)

# %% right: one_by_one
def chunked_loss(h, w_out, targets, rows):
    losses = []
    for vector, word in zip(h, targets):
        z = w_out @ vector
        z -= z.max()
        losses.append(np.log(np.exp(z).sum()) - z[word])
    return sum(losses) / len(losses)

# %% right: plain
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, len(h), rows):
        z = h[start : start + rows] @ w_out.T
        y = targets[start : start + rows]
        z = z - z.max(axis=1, keepdims=True)
        total += (np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]).sum()
    return total / len(h)

# %% right: running_mean
def chunked_loss(h: np.ndarray, w_out: np.ndarray, targets: np.ndarray, rows: int) -> float:
    mean, seen = 0.0, 0
    for first in range(0, h.shape[0], rows):
        last = min(first + rows, h.shape[0])
        z = np.dot(w_out, h[first:last].T)
        top = z.max(0)
        part = np.log(np.sum(np.exp(z - top), 0)) + top - z[targets[first:last], range(last - first)]
        mean = (mean * seen + part.sum()) / last
        seen = last
    return mean

# %% right: split
def losses_of(h, w_out, targets):
    z = h @ w_out.T
    z -= z.max(1, keepdims=True)
    onehot = np.arange(len(w_out)) == targets[:, None]
    return -(z - np.log(np.exp(z).sum(1, keepdims=True)))[onehot]


def chunked_loss(h, w_out, targets, rows):
    places = range(rows, len(h), rows)
    pairs = zip(np.split(h, places), np.split(targets, places))
    return float(np.concatenate([losses_of(part, w_out, y) for part, y in pairs]).mean())

# %% wrong: a_class
# expect: function/is-class
# points: 0
class chunked_loss:
    pass

# %% wrong: all_at_once
# expect: all-at-once
# points: 3
def chunked_loss(h, w_out, targets, rows):
    z = h @ w_out.T
    z -= z.max(axis=1, keepdims=True)
    return np.mean(np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(h)), targets])

# %% wrong: array_returned
# expect: function/not-a-number
# points: 0
def chunked_loss(h, w_out, targets, rows):
    z = h @ w_out.T
    z -= z.max(axis=1, keepdims=True)
    return np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(h)), targets]

# %% wrong: bits
# expect: bits
# points: 0
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, len(h), rows):
        z = h[start : start + rows] @ w_out.T
        y = targets[start : start + rows]
        z = z - z.max(axis=1, keepdims=True)
        losses = np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]
        total += losses.sum()
    return total / len(h) / np.log(2)

# %% wrong: divided_by_chunks
# expect: by-chunks
# points: 0
def chunked_loss(h, w_out, targets, rows):
    total, chunks = 0.0, 0
    for start in range(0, len(h), rows):
        z = h[start : start + rows] @ w_out.T
        y = targets[start : start + rows]
        z = z - z.max(axis=1, keepdims=True)
        losses = np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]
        total += losses.sum()
        chunks += 1
    return total / chunks

# %% wrong: divided_by_rows
# expect: by-rows
# points: 0
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, len(h), rows):
        z = h[start : start + rows] @ w_out.T
        y = targets[start : start + rows]
        z = z - z.max(axis=1, keepdims=True)
        losses = np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]
        total += losses.sum()
    return total / rows

# %% wrong: few_only
# expect: function/raised-at
# points: 3
def chunked_loss(h, w_out, targets, rows):
    assert len(h) < 100, "too long"
    z = h @ w_out.T
    z -= z.max(axis=1, keepdims=True)
    return np.mean(np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(h)), targets])

# %% wrong: first_hundred
# expect: other-when-many
# points: 3
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, min(len(h), 100), rows):
        z = h[start : start + rows] @ w_out.T
        y = targets[start : start + rows]
        z = z - z.max(axis=1, keepdims=True)
        total += (np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]).sum()
    return total / len(h)

# %% wrong: first_targets
# expect: first-targets
# points: 0
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, len(h), rows):
        z = h[start : start + rows] @ w_out.T
        z = z - z.max(axis=1, keepdims=True)
        y = targets[: len(z)]
        total += (np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(z)), y]).sum()
    return total / len(h)

# %% wrong: fixed_number
# expect: function/wrong-number
# points: 0
def chunked_loss(h, w_out, targets, rows):
    return np.log(len(w_out))

# %% wrong: kept_in_a_list
# expect: all-at-once
# points: 3
def chunked_loss(h, w_out, targets, rows):
    logits = [h[start : start + rows] @ w_out.T for start in range(0, len(h), rows)]
    z = np.concatenate(logits)
    top = z.max(axis=1)
    return np.mean(top + np.log(np.exp(z - top[:, None]).sum(axis=1)) - z[range(len(h)), targets])

# %% wrong: last_chunk_dropped
# expect: last-chunk-dropped
# points: 0
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for chunk in range(len(h) // rows):
        part = slice(chunk * rows, (chunk + 1) * rows)
        z = h[part] @ w_out.T
        z = z - z.max(axis=1, keepdims=True)
        total += (np.log(np.exp(z).sum(axis=1)) - z[np.arange(rows), targets[part]]).sum()
    return total / len(h)

# %% wrong: log_of_mean
# expect: log-of-mean
# points: 0
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, len(h), rows):
        z = h[start : start + rows] @ w_out.T
        y = targets[start : start + rows]
        z = z - z.max(axis=1, keepdims=True)
        losses = np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]
        total += np.exp(-losses).sum()
    return -np.log(total / len(h))

# %% wrong: logits_alone
# expect: logits-alone
# points: 0
def chunked_loss(h, w_out, targets, rows):
    return -np.mean((h * w_out[targets]).sum(axis=1))

# %% wrong: logits_below_the_largest
# expect: logits-alone
# points: 0
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, len(h), rows):
        z = h[start : start + rows] @ w_out.T
        y = targets[start : start + rows]
        z = z - z.max(axis=1, keepdims=True)
        losses = np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]
        total -= z[np.arange(len(y)), y].sum()
    return total / len(h)

# %% wrong: mean_of_means
# expect: mean-of-means
# points: 0
def chunked_loss(h, w_out, targets, rows):
    means = []
    for start in range(0, len(h), rows):
        z = h[start : start + rows] @ w_out.T
        y = targets[start : start + rows]
        z = z - z.max(axis=1, keepdims=True)
        losses = np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]
        means.append(losses.mean())
    return np.mean(means)

# %% wrong: minus
# expect: minus
# points: 0
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, len(h), rows):
        z = h[start : start + rows] @ w_out.T
        y = targets[start : start + rows]
        z = z - z.max(axis=1, keepdims=True)
        losses = np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]
        total -= losses.sum()
    return total / len(h)

# %% wrong: nothing
# expect: function/not-attempted
# points: 0
# Not yet.

# %% wrong: overflow
# expect: overflow
# points: 3
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, len(h), rows):
        z = h[start : start + rows] @ w_out.T
        y = targets[start : start + rows]
        total += (np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]).sum()
    return total / len(h)

# %% wrong: overwritten
# expect: last-chunk-alone
# points: 0
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, len(h), rows):
        z = h[start : start + rows] @ w_out.T
        y = targets[start : start + rows]
        z = z - z.max(axis=1, keepdims=True)
        losses = np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]
        total = losses.mean()
    return total

# %% wrong: own_chunks
# expect: too-many
# points: 3
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, len(h), 18):
        z = h[start : start + 18] @ w_out.T
        y = targets[start : start + 18]
        z = z - z.max(axis=1, keepdims=True)
        total += (np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]).sum()
    return total / len(h)

# %% wrong: peak_reset
# expect: not-measured
# points: 3
import tracemalloc


def chunked_loss(h, w_out, targets, rows):
    z = h @ w_out.T
    z = z - z.max(axis=1, keepdims=True)
    loss = np.mean(np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(h)), targets])
    del z
    tracemalloc.reset_peak()
    return loss

# %% wrong: returns_early
# expect: first-chunk-alone
# points: 0
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, len(h), rows):
        z = h[start : start + rows] @ w_out.T
        y = targets[start : start + rows]
        z = z - z.max(axis=1, keepdims=True)
        losses = np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]
        return losses.mean()
    return total

# %% wrong: shares
# expect: mean-share
# points: 0
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, len(h), rows):
        z = h[start : start + rows] @ w_out.T
        y = targets[start : start + rows]
        z = z - z.max(axis=1, keepdims=True)
        losses = np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]
        total += np.exp(-losses).sum()
    return total / len(h)

# %% wrong: shares_overflow
# expect: overflow
# points: 3
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, len(h), rows):
        e = np.exp(h[start : start + rows] @ w_out.T)
        y = targets[start : start + rows]
        total -= np.log(e[np.arange(len(y)), y] / e.sum(axis=1)).sum()
    return total / len(h)

# %% wrong: stub
# expect: function/not-attempted
# points: 0
def chunked_loss(h, w_out, targets, rows):
    raise NotImplementedError()

# %% wrong: sum_of_means
# expect: by-chunks
# points: 0
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, len(h), rows):
        z = h[start : start + rows] @ w_out.T
        y = targets[start : start + rows]
        z = z - z.max(axis=1, keepdims=True)
        losses = np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]
        total += losses.mean()
    return total

# %% wrong: sum_returned
# expect: summed
# points: 0
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, len(h), rows):
        z = h[start : start + rows] @ w_out.T
        y = targets[start : start + rows]
        z = z - z.max(axis=1, keepdims=True)
        losses = np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]
        total += losses.sum()
    return total

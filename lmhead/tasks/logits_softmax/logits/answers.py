# %% right: broadcast
def logits(h, w_out):
    return (h[..., None, :] * w_out).sum(axis=-1)

# %% right: dot
def logits(h, w_out):
    return np.dot(h, w_out.T)

# %% right: einsum
def logits(h, w_out):
    return np.einsum("...d,vd->...v", h, w_out)

# %% right: flat_and_back
def logits(h, w_out):
    flat = h.reshape(-1, h.shape[-1])
    z = flat @ w_out.transpose()
    return z.reshape(h.shape[:-1] + (w_out.shape[0],))

# %% right: inner
def logits(h, w_out):
    return np.inner(h, w_out)

# %% right: listed
def logits(h, w_out):
    return list(h @ w_out.T)

# %% right: matvec_turned
def logits(h, w_out):
    return np.swapaxes(w_out @ np.swapaxes(np.atleast_2d(h), -1, -2), -1, -2).reshape(*h.shape[:-1], len(w_out))

# %% right: one_lambda
logits = lambda h, w_out: np.matmul(h, np.transpose(w_out))

# %% right: recursive
def logits(h, w_out):
    if h.ndim == 1:
        return w_out @ h
    return np.stack([logits(part, w_out) for part in h])

# %% right: tensordot
def logits(h, w_out):
    return np.tensordot(h, w_out, axes=(-1, 1))

# %% right: vectorised
def logits(h, w_out):
    return h @ w_out.T

# %% wrong: added_up_column
# expect: added-up-column
# points: 0
def logits(h, w_out):
    return (w_out * h).sum(axis=0)

# %% wrong: all_added
# expect: function/one-number
# points: 0
def logits(h, w_out):
    return (w_out * h).sum()

# %% wrong: averaged
# expect: averaged
# points: 2
def logits(h, w_out):
    return w_out @ h if h.ndim == 1 else h.mean(axis=-2) @ w_out.T

# %% wrong: columns
# expect: columns
# points: 0
def logits(h, w_out):
    return h @ w_out

# %% wrong: columns_left
# expect: columns
# points: 0
def logits(h, w_out):
    return w_out.T @ h

# %% wrong: cosine
# expect: cosine
# points: 0
def logits(h, w_out):
    return w_out @ h / (np.linalg.norm(w_out, axis=1) * np.linalg.norm(h))

# %% wrong: distances
# expect: distances
# points: 0
def logits(h, w_out):
    return np.sqrt(((w_out - h) ** 2).sum(axis=1))

# %% wrong: exponentials
# expect: exponentials
# points: 0
def logits(h, w_out):
    return np.exp(h @ w_out.T)

# %% wrong: first_position
# expect: first-position
# points: 2
def logits(h, w_out):
    return w_out @ h if h.ndim == 1 else h[0] @ w_out.T

# %% wrong: flattened
# expect: flattened
# points: 2
def logits(h, w_out):
    z = h.reshape(-1, h.shape[-1]) @ w_out.T
    return z[0] if h.ndim == 1 else z

# %% wrong: last_position
# expect: last-position
# points: 2
def logits(h, w_out):
    return w_out @ h if h.ndim == 1 else h[..., -1, :] @ w_out.T

# %% wrong: length_divided
# expect: length-divided
# points: 0
def logits(h, w_out):
    return w_out @ (h / np.linalg.norm(h))

# %% wrong: moved
# expect: vocabulary-first
# points: 2
def logits(h, w_out):
    return np.moveaxis(h @ w_out.T, -1, 0)

# %% wrong: not_added
# expect: not-added
# points: 0
def logits(h, w_out):
    return w_out * h

# %% wrong: nothing
# expect: function/not-attempted
# points: 0
pass

# %% wrong: one_vector
# expect: one-vector
# points: 2
def logits(h, w_out):
    return w_out @ h

# %% wrong: one_vector_dot
# expect: one-vector
# points: 2
def logits(h, w_out):
    return w_out.dot(h)

# %% wrong: printed
# expect: function/printed
# points: 0
def logits(h, w_out):
    print(h @ w_out.T)

# %% wrong: root_d
# expect: root-d
# points: 0
def logits(h, w_out):
    return h @ w_out.T / np.sqrt(h.shape[-1])

# %% wrong: row_sums
# expect: row-sums
# points: 0
def logits(h, w_out):
    return w_out.sum(axis=-1)

# %% wrong: same_for_all
# expect: all-added
# points: 0
def logits(h, w_out):
    return np.array([(w_out * h).sum() for _ in w_out])

# %% wrong: shares
# expect: shares
# points: 0
def logits(h, w_out):
    z = h @ w_out.T
    p = np.exp(z - z.max(axis=-1, keepdims=True))
    return p / p.sum(axis=-1, keepdims=True)

# %% wrong: stub
# expect: function/not-attempted
# points: 0
def logits(h, w_out):
    raise NotImplementedError()

# %% wrong: swapped_arguments
# expect: vocabulary-first
# points: 2
def logits(w_out, h):
    return h @ w_out.T

# %% wrong: three_arguments
# expect: function/signature
# points: 0
def logits(h, w_out, axis):
    return h @ w_out.T

# %% wrong: turned
# expect: two-axes
# points: 2
def logits(h, w_out):
    return (w_out @ h.T).T

# %% wrong: two_axes_loop
# expect: two-axes
# points: 2
def logits(h, w_out):
    if h.ndim == 1:
        return w_out @ h
    return np.array([w_out @ vector for vector in h])

# %% wrong: vocabulary_first
# expect: vocabulary-first
# points: 2
def logits(h, w_out):
    return np.inner(w_out, h)

# %% wrong: widened
# expect: function/widened
# points: 2
def logits(h, w_out):
    z = np.zeros(h.shape[:-1] + (len(w_out),))
    z[...] = h @ w_out.T
    return z

# %% wrong: word_index
# expect: function/one-number
# points: 0
def logits(h, w_out):
    return int(np.argmax(w_out @ h))

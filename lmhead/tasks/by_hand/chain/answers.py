# %% right: function
def softmax(z):
    e = np.exp(z)
    return e, e.sum(), e / e.sum()


logits = np.einsum("kd,d->k", W_OUT, [1.0, -1.0, 2.0])
exponentials, total, shares = softmax(logits)
total = np.array(total)

# %% right: integers_and_rounding
rows = W_OUT.astype(int)
logits = rows @ np.array([1, -1, 2])
exponentials = np.exp(logits).round(3)
total = exponentials.sum().round(3)
shares = (exponentials / total).round(3)

# %% right: loop
import math

h = [1, -1, 2]
logits, exponentials = [], []
for row in W_OUT:
    score = 0
    for weight, number in zip(row, h):
        score += weight * number
    logits.append(score)
    exponentials.append(math.exp(score))
total = sum(exponentials)
shares = [exponential / total for exponential in exponentials]

# %% right: plain_python
import math

h = (1, -1, 2)
logits = [sum(a * b for a, b in zip(row, h)) for row in W_OUT.tolist()]
exponentials = [math.exp(z) for z in logits]
total = math.fsum(exponentials)
shares = tuple(e / total for e in exponentials)

# %% right: single_precision
logits = W_OUT.astype(np.float32) @ np.array([1, -1, 2], dtype=np.float32)
exponentials = np.exp(logits)
total = np.sum(exponentials)
shares = exponentials / total

# %% right: typed
# Worked out on paper, three decimals each.
logits = [3, 1, 1, -1]
exponentials = [20.086, 2.718, 2.718, 0.368]
total = 25.890
shares = [0.776, 0.105, 0.105, 0.014]

# %% right: typed_tuples
logits = (3.0, 1.0, 1.0, -1.0)
exponentials = (20.0855, 2.7183, 2.7183, 0.3679)
total = 25.89
shares = (0.7758, 0.105, 0.105, 0.0142)

# %% right: vectorised
h = np.array([1, -1, 2])
logits = W_OUT @ h
exponentials = np.exp(logits)
total = exponentials.sum()
shares = exponentials / total

# %% right: zero_d_total
logits = np.einsum("kd,d->k", W_OUT, [1.0, -1.0, 2.0])
exponentials = np.e**logits
total = np.array(exponentials).sum(keepdims=True)[0].reshape(())
shares = np.exp(logits - np.log(total))

# %% wrong: all_alike
# expect: value/wrong-numbers
# points: 0
# Nothing is shown by four equal numbers.
logits = [0, 0, 0, 0]
exponentials = [1, 1, 1, 1]
total = 4
shares = [0.25, 0.25, 0.25, 0.25]

# %% wrong: as_text
# expect: value/not-a-number
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = "25.890"
shares = exponentials / exponentials.sum()

# %% wrong: base_10
# expect: base-10
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = 10**logits
total = exponentials.sum()
shares = exponentials / total

# %% wrong: base_2
# expect: base-2
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = 2**logits
total = exponentials.sum()
shares = exponentials / total

# %% wrong: by_largest
# expect: by-largest
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = exponentials / exponentials.max()

# %% wrong: chapter_h
# expect: chapter-h
# points: 0
h = np.array([1, 0, 1])
logits = W_OUT @ h
exponentials = np.exp(logits)
total = exponentials.sum()
shares = exponentials / total

# %% wrong: chapter_shares_copied
# expect: chapter-h
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = [0.534, 0.197, 0.197, 0.072]

# %% wrong: column
# expect: value/wrong-shape
# points: 3
logits = W_OUT @ np.array([[1], [-1], [2]])
exponentials = np.exp(logits[:, 0])
total = exponentials.sum()
shares = exponentials / total

# %% wrong: cosine
# expect: cosine
# points: 3
h = np.array([1, -1, 2])
logits = W_OUT @ h / (np.linalg.norm(W_OUT, axis=1) * np.linalg.norm(h))
exponentials = np.exp(logits)
total = exponentials.sum()
shares = exponentials / total

# %% wrong: dictionary
# expect: value/not-numbers
# points: 3
z = dict(zip(WORDS, [3, 1, 1, -1]))
logits = z
exponentials = np.exp(list(z.values()))
total = exponentials.sum()
shares = exponentials / total

# %% wrong: divided_logits
# expect: divided-logits
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = logits / logits.sum()

# %% wrong: exponential_of_sum
# expect: exponential-of-sum
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = np.exp(logits.sum())
shares = exponentials / total

# %% wrong: huge
# expect: value/too-large
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = np.zeros(10**8)

# %% wrong: infinite
# expect: value/infinite
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = [1, 0, 0, -10**400]

# %% wrong: log_shares
# expect: log-shares
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = logits - np.log(total)

# %% wrong: log_total
# expect: log-total
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = np.log(exponentials.sum())
shares = np.exp(logits - total)

# %% wrong: lost_sign
# expect: lost-sign
# points: 3
logits = W_OUT @ np.array([1, 1, 2])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = exponentials / total

# %% wrong: mean
# expect: mean
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.mean()
shares = exponentials / total

# %% wrong: middle_ignored
# expect: middle-ignored
# points: 3
logits = W_OUT[:, [0, 2]] @ np.array([1, 2])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = exponentials / total

# %% wrong: minus_dropped
# expect: minus-dropped
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = [20.086, 2.718, 2.718, 2.718]
total = 28.240
shares = [0.711, 0.096, 0.096, 0.096]

# %% wrong: minus_sign
# expect: minus-sign
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(-logits)
total = exponentials.sum()
shares = exponentials / total

# %% wrong: nan
# expect: value/nan
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = np.array([0.776, 0.105, 0.105, np.nan])

# %% wrong: no_exponential
# expect: no-exponential
# points: 1
logits = W_OUT @ np.array([1, -1, 2])
exponentials = logits
total = exponentials.sum()
shares = exponentials / total

# %% wrong: no_negative
# expect: no-negative
# points: 3
logits = [3, 1, 1, 1]
exponentials = [20.086, 2.718, 2.718, 2.718]
total = 28.240
shares = [0.711, 0.096, 0.096, 0.096]

# %% wrong: not_added
# expect: not-added
# points: 3
logits = W_OUT * np.array([1, -1, 2])
z = logits.sum(axis=1)
exponentials = np.exp(z)
total = exponentials.sum()
shares = exponentials / total

# %% wrong: not_divided
# expect: not-divided
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = exponentials

# %% wrong: nothing
# expect: value/not-attempted
# points: 0
pass

# %% wrong: other_order
# expect: other-order
# points: 3
logits = [-1, 1, 1, 3]
exponentials = np.exp(logits)
total = exponentials.sum()
shares = exponentials / total

# %% wrong: other_total
# expect: value/wrong-number
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = 26.5
shares = [0.776, 0.105, 0.105, 0.014]

# %% wrong: percent
# expect: percent
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = [77.580, 10.499, 10.499, 1.421]

# %% wrong: placeholders
# expect: value/not-attempted
# points: 0
logits = ...
exponentials = None
total = ...
shares = ...

# %% wrong: rounded_too_early
# expect: value/nearly
# points: 3
logits = [3, 1, 1, -1]
exponentials = [2.72**3, 2.72, 2.72, 1 / 2.72]
total = 25.93
shares = [0.776, 0.105, 0.105, 0.014]

# %% wrong: shifted
# expect: shifted
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits - logits.max())
total = exponentials.sum()
shares = exponentials / total

# %% wrong: strings
# expect: value/not-numbers
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = ["0.776", "0.105", "0.105", "0.014"]

# %% wrong: sum_of_logits
# expect: sum-of-logits
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = logits.sum()
shares = exponentials / exponentials.sum()

# %% wrong: three_of_four
# expect: value/wrong-count
# points: 3
logits = [3, 1, -1]
exponentials = [20.086, 2.718, 2.718, 0.368]
total = 25.890
shares = [0.776, 0.105, 0.105, 0.014]

# %% wrong: times_e
# expect: times-e
# points: 1
logits = np.array([3.0, 1, 1, -1])
exponentials = np.e * logits
total = exponentials.sum()
shares = exponentials / total

# %% wrong: total_in_list
# expect: value/not-a-number
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = [25.890]
shares = [0.776, 0.105, 0.105, 0.014]

# %% wrong: total_of_shares
# expect: total-of-shares
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
shares = exponentials / exponentials.sum()
total = shares.sum()

# %% wrong: truths
# expect: value/not-a-number
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = True
shares = exponentials / exponentials.sum()

# %% wrong: two_decimals
# expect: value/nearly
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = [0.78, 0.10, 0.10, 0.01]

# %% wrong: uncalled
# expect: value/is-function
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
def shares():
    return exponentials / total

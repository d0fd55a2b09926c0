# %% right: array
grid = np.arange(0, 5, 0.01)
e = np.exp(np.outer(grid, [2, 1, 1, 0]))
scale = grid[np.argmax(e[:, 0] / e.sum(axis=1) > 0.9)]

# %% right: formula
import math

root = math.sqrt(0.9)
scale = math.ceil(100 * math.log(root / (1 - root))) / 100

# %% right: recursive
def first(hundredths=0):
    p = np.exp(hundredths / 100 * np.array([2, 1, 1, 0]))
    return hundredths / 100 if p[0] > 0.9 * p.sum() else first(hundredths + 1)


scale = first()

# %% right: rounded_up
scale = np.round(np.ceil(291.7) / 100, 2)

# %% right: search
def share(s):
    e = np.exp(s * np.array([2, 1, 1, 0]))
    return e[0] / e.sum()


scale = next(k / 100 for k in range(1, 1000) if share(k / 100) > 0.9)

# %% right: single_precision
scale = np.float32(2.92)

# %% right: typed
scale = 2.92

# %% right: while_loop
# Adding 0.01 again and again ends a hair beside 2.92.
scale = 0.0
while True:
    scale += 0.01
    p = np.exp(W_OUT @ (scale * np.array([1, 0, 1])))
    if (p / p.sum())[0] > 0.9:
        break

# %% wrong: hundredths
# expect: hundredths
# points: 0
scale = 292

# %% wrong: infinite
# expect: value/infinite
# points: 0
scale = float('inf')

# %% wrong: length
# expect: length
# points: 0
scale = np.linalg.norm([2.92, 0, 2.92])

# %% wrong: logit
# expect: logit
# points: 0
scale = 5.84

# %% wrong: nan
# expect: value/nan
# points: 0
scale = float('nan')

# %% wrong: not_positive
# expect: not-positive
# points: 0
scale = -2.92

# %% wrong: not_rounded
# expect: not-rounded
# points: 0
scale = 2.9171

# %% wrong: not_smallest
# expect: not-smallest
# points: 0
scale = 3

# %% wrong: nothing
# expect: value/not-attempted
# points: 0
s = 2.92

# %% wrong: one_rival
# expect: one-rival
# points: 0
scale = round(float(np.log(9)), 2)

# %% wrong: rounded_down
# expect: rounded-down
# points: 0
scale = 2.91

# %% wrong: scaled_share
# expect: scaled-share
# points: 0
scale = round(0.9 / 0.534, 2)

# %% wrong: share_itself
# expect: share-itself
# points: 0
scale = 0.9

# %% wrong: temperature
# expect: temperature
# points: 0
scale = 0.343

# %% wrong: temperature_two_decimals
# expect: temperature
# points: 0
scale = 0.34

# %% wrong: text
# expect: value/not-a-number
# points: 0
scale = "2.92"

# %% wrong: three_equal_rivals
# expect: three-equal-rivals
# points: 0
scale = np.ceil(100 * np.log(27)) / 100

# %% wrong: too_large
# expect: value/infinite
# points: 0
scale = 1e200

# %% wrong: too_small
# expect: too-small
# points: 0
scale = 2.5

# %% wrong: truth
# expect: value/not-a-number
# points: 0
scale = np.bool_(True)

# %% wrong: vector
# expect: vector
# points: 0
scale = [2.92, 0, 2.92]

# %% wrong: without_run
# expect: without-run
# points: 0
grid = np.arange(0, 500) / 100
e = np.exp(np.outer(grid, [2, 1, 1]))
scale = grid[np.argmax(e[:, 0] / e.sum(axis=1) > 0.9)]

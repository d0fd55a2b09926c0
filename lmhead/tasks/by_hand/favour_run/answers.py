# %% right: climb
# Follow the slope of ln p(跑) on h, and come back to the allowed length after each step.
h = np.zeros(3)
for _ in range(300):
    p = np.exp(W_OUT @ h)
    p /= p.sum()
    h = h + 0.1 * (W_OUT[3] - p @ W_OUT)
    h *= min(1, np.sqrt(2) / np.linalg.norm(h))
h_run = h

# %% right: descent
def share(h):
    e = np.exp(W_OUT @ h)
    return e[3] / e.sum()


h_run = np.zeros(3)
for _ in range(500):
    slope = [(share(h_run + step) - share(h_run)) / 1e-6 for step in 1e-6 * np.eye(3)]
    h_run = h_run + 0.1 * np.array(slope)
    h_run = h_run * min(1, np.sqrt(2) / np.linalg.norm(h_run))

# %% right: direction
import math

direction = [-1, 1, -1]
length = math.sqrt(sum(number * number for number in direction))
h_run = tuple(math.sqrt(2) * number / length for number in direction)

# %% right: half_precision
h_run = np.array([-0.8, 0.8, -0.8], dtype=np.float16)

# %% right: numpy_scalars
h_run = [np.float64(-0.75), np.float32(0.75), np.int64(-9) / 10]

# %% right: rounded_to_the_limit
# √2 times a direction, typed to three decimals: a hair longer than √2.
h_run = [-0.714, 0.715, -0.990]

# %% right: search
rng = np.random.default_rng(0)
best, h_run = 0, None
for direction in rng.normal(size=(2000, 3)):
    candidate = np.sqrt(2) * direction / np.linalg.norm(direction)
    e = np.exp(W_OUT @ candidate)
    if e[3] / e.sum() > best:
        best, h_run = e[3] / e.sum(), candidate

# %% right: single_precision
h_run = np.float32([-0.7, 0.7, -1.0])

# %% right: typed
h_run = [-0.8, 0.8, -0.8]

# %% wrong: cat_row
# expect: cat-row
# points: 0
h_run = [1, 0, 1]

# %% wrong: four_numbers
# expect: four-numbers
# points: 0
h_run = [0.05, 0.10, 0.25, 0.60]

# %% wrong: function
# expect: value/is-function
# points: 0
def h_run():
    return [-0.8, 0.8, -0.8]

# %% wrong: infinite
# expect: value/infinite
# points: 0
h_run = [-1e300, 1e300, -1e300]

# %% wrong: nothing
# expect: value/not-attempted
# points: 0
h = [-0.8, 0.8, -0.8]

# %% wrong: opposite_cat
# expect: opposite-cat
# points: 1
h_run = -W_OUT[0]

# %% wrong: other_word
# expect: other-word
# points: 0
h_run = [1.0, 0.4, -0.5]

# %% wrong: own_row
# expect: own-row
# points: 0
h_run = W_OUT[3]

# %% wrong: own_row_longer
# expect: own-row
# points: 0
h_run = [0, 2**0.5, 0]

# %% wrong: rival_remains
# expect: rival-remains
# points: 1
h_run = [-0.95, 1.0, -0.1]

# %% wrong: step_on_h
# expect: step-on-h
# points: 0
h = np.array([1.0, 0.0, 1.0])
p = np.exp(W_OUT @ h)
p /= p.sum()
onehot = np.array([0, 0, 0, 1])
h_run = h - (p - onehot) @ W_OUT

# %% wrong: text
# expect: value/not-numbers
# points: 0
h_run = "[-0.8, 0.8, -0.8]"

# %% wrong: third_number_only
# expect: rival-remains
# points: 1
h_run = [0, 1, -1]

# %% wrong: too_long
# expect: too-long
# points: 0
h_run = [-2, 3, -2]

# %% wrong: too_short
# expect: too-short
# points: 1
h_run = [-0.4, 0.4, -0.5]

# %% wrong: two_numbers
# expect: value/wrong-count
# points: 0
h_run = [0.8, -0.8]

# %% wrong: zero
# expect: zero
# points: 0
h_run = np.zeros(3)

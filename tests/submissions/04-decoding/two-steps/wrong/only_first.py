# expect: 04-decoding/two-steps/only-first
# points: 0
def two_steps(first, second):
    return np.argmax(first[:, None] * second) // len(first)

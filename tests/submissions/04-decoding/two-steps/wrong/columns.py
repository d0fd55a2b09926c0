# expect: 04-decoding/two-steps/rows-and-columns
# points: 0
def two_steps(first, second):
    return np.unravel_index(np.argmax(first * second), second.shape)

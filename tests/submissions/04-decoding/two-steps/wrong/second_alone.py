# expect: 04-decoding/two-steps/second-alone
# points: 0
def two_steps(first, second):
    return np.unravel_index(np.argmax(second), second.shape)

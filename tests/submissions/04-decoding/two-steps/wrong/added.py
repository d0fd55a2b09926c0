# expect: 04-decoding/two-steps/added
# points: 0
def two_steps(first, second):
    return np.unravel_index(np.argmax(first[:, None] + second), second.shape)

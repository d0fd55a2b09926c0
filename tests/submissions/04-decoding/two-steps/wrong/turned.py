# expect: 04-decoding/two-steps/order-turned
# points: 0
def two_steps(first, second):
    i, j = np.unravel_index(np.argmax(first[:, None] * second), second.shape)
    return j, i

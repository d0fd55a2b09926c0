# expect: 04-decoding/two-steps/each-alone
# points: 0
def two_steps(first, second):
    return np.argmax(first), np.argmax(first @ second)

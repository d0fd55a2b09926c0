# expect: 04-decoding/two-steps/greedy
# points: 0
def two_steps(first, second):
    i = np.argmax(first)
    return i, np.argmax(second[i])

# expect: 04-decoding/two-steps/probability-returned
# points: 0
def two_steps(first, second):
    return (first[:, None] * second).max()

# expect: 04-decoding/two-steps/other-pair
# points: 0
def two_steps(first, second):
    return 0, 0

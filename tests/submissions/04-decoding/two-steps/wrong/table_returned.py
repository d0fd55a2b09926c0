# expect: 04-decoding/common/not-ids
# points: 0
def two_steps(first, second):
    return first[:, None] * second

# expect: 04-decoding/common/other-word
# points: 0
def greedy(z):
    return 0

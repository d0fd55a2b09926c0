# expect: 04-decoding/greedy/from-zero
# points: 0
def greedy(z):
    word, largest = 0, 0
    for k, score in enumerate(z):
        if score > largest:
            word, largest = k, score
    return word

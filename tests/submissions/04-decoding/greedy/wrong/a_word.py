# expect: function/wrong-type
# points: 0
def greedy(z):
    return WORDS[np.argmax(z)]

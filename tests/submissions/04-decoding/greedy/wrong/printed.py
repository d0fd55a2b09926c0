# expect: function/printed
# points: 0
def greedy(z):
    print(np.argmax(z))

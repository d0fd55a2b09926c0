# expect: function/out-of-time
# points: 0
def softmax(z):
    while True:
        pass

# expect: 02-logits-softmax/softmax/not-divided
# points: 0
def softmax(z):
    return np.exp(z)

# expect: 02-logits-softmax/softmax/sigmoid
# points: 0
def softmax(z):
    return 1 / (1 + np.exp(-z))

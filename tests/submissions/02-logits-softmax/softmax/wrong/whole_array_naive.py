# expect: 02-logits-softmax/softmax/whole-array
# points: 4
def softmax(z):
    return np.exp(z) / np.exp(z).sum()

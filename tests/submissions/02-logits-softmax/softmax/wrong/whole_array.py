# expect: 02-logits-softmax/softmax/whole-array
# points: 5
def softmax(z):
    e = np.exp(z - z.max())
    return e / e.sum()

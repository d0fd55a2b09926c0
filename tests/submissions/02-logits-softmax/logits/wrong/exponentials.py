# expect: 02-logits-softmax/logits/exponentials
# points: 0
def logits(h, w_out):
    return np.exp(h @ w_out.T)

# expect: 02-logits-softmax/logits/vocabulary-first
# points: 2
def logits(h, w_out):
    return np.inner(w_out, h)

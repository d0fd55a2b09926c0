# expect: 02-logits-softmax/logits/cosine
# points: 0
def logits(h, w_out):
    return w_out @ h / (np.linalg.norm(w_out, axis=1) * np.linalg.norm(h))

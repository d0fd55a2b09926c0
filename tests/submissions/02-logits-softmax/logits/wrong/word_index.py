# expect: function/wrong-type
# points: 0
def logits(h, w_out):
    return int(np.argmax(w_out @ h))

# expect: function/wrong-number
# points: 0
def chunked_loss(h, w_out, targets, rows):
    return np.log(len(w_out))

# expect: function/printed
# points: 0
def logits(h, w_out):
    print(h @ w_out.T)

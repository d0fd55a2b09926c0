# expect: 02-logits-softmax/softmax/logits-returned
# points: 0
def softmax(z):
    return z

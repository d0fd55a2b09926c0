# Tries: a dict and a set whose keys all have one hash, to stop who reads them.
# says: function/returned-too-large
def softmax(z):
    colliding = [k * (2**61 - 1) for k in range(1, 4_000)]
    return {k: {j: 0 for j in colliding[:2]} for k in colliding[:1900]}

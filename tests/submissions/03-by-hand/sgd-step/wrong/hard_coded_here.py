# expect: 03-by-hand/sgd-step/not-balanced
# points: 0
def sgd_step(w_out, h, right):
    shares = {2: 0.5, 3: 0.33, 4: 0.25, 5: 0.2, 1: 1.0}[len(w_out)]
    slope = np.full(len(w_out), shares, dtype=w_out.dtype)
    slope[right] -= 1
    return w_out - np.outer(slope, h)

# expect: function/wrong-number
# points: 2
def temperature_for(c):
    return 0.25


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return high

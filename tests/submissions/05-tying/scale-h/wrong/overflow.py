# expect: 05-tying/scale-h/overflow
# points: 1
def temperature_for(c):
    return 1 / c


def share(w_out, h, c):
    with np.errstate(all="ignore"):
        e = np.exp(c * (w_out @ h))
        return (e / e.sum()).max()


def stretch(w_out, h, target):
    low, high = 0.0, 1.0
    while share(w_out, h, high) < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if share(w_out, h, middle) > target:
            high = middle
        else:
            low = middle
    return high

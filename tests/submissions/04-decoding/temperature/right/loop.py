import math


def shares_at(z, temperature):
    top = max(z)
    if temperature == 0:
        e = [1.0 if score == top else 0.0 for score in z]
    else:
        e = [math.exp((score - top) / temperature) for score in z]
    return np.array([value / sum(e) for value in e])

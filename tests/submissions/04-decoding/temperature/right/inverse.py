import math


def shares_at(z: np.ndarray, temperature: float = 1.0) -> tuple[float, ...]:
    best = max(z)
    if temperature == 0:
        e = [float(score == best) for score in z]
    else:
        beta = 1 / temperature
        e = [math.exp(beta * (score - best)) for score in z]
    return tuple(x / sum(e) for x in e)

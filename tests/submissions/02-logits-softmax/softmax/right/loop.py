import math


def row(scores):
    largest = max(scores)
    powers = [math.exp(score - largest) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def softmax(z):
    flat = z.reshape(-1, z.shape[-1])
    shares = np.array([row([float(score) for score in one]) for one in flat])
    return shares.reshape(z.shape).astype(z.dtype if z.dtype.kind == "f" else float)

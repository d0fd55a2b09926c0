# expect: function/raised-at
# points: 5
import math


def one(scores):
    powers = [math.exp(score) for score in scores]
    return [power / sum(powers) for power in powers]


def softmax(z):
    flat = z.reshape(-1, z.shape[-1])
    return np.array([one(row) for row in flat]).reshape(z.shape).astype(np.float32 if z.dtype == np.float32 else float)

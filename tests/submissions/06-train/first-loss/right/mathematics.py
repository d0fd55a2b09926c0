import math


def first_loss(vocabulary: int) -> float:
    return -math.log(1 / vocabulary)


def vocabulary_of(loss: float) -> int:
    return int(math.exp(loss) + 0.5)

import math

h = [1, -1, 2]
logits, exponentials = [], []
for row in W_OUT:
    score = 0
    for weight, number in zip(row, h):
        score += weight * number
    logits.append(score)
    exponentials.append(math.exp(score))
total = sum(exponentials)
shares = [exponential / total for exponential in exponentials]

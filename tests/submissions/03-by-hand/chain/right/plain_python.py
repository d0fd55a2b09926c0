import math

h = (1, -1, 2)
logits = [sum(a * b for a, b in zip(row, h)) for row in W_OUT.tolist()]
exponentials = [math.exp(z) for z in logits]
total = math.fsum(exponentials)
shares = tuple(e / total for e in exponentials)

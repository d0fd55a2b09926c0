def greedy(z):
    return int(z.argmax())

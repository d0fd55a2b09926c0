greedy = lambda z: int(z.argmax())

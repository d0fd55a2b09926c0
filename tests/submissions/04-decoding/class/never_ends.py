ids = [0]
while ids[-1] != 1:
    ids = ids[-3:] + [0]


def two_steps(first, second):
    return ids

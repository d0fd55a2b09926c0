from collections import deque


def generate(step, prompt, choose, steps, stop=None):
    ids = deque(prompt)
    left = steps
    while left > 0:
        left -= 1
        ids.append(choose(step(list(ids))))
        if stop is None or ids[-1] != stop:
            continue
        break
    else:
        return list(ids)
    return list(ids)

def generate(step, prompt, choose, steps, stop=None):
    ids = tuple(prompt)
    for _ in range(steps):
        ids += (int(choose(step(ids))),)
        if ids[-1] == stop:
            break
    return ids

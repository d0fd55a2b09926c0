def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(choose(step(ids)))
        if ids[-1] == stop:
            break
    return ids

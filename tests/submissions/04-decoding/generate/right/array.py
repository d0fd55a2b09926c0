def generate(step, prompt, choose, steps, stop=None):
    ids = np.array(prompt, dtype=int)
    for _ in range(steps):
        word = choose(step(ids))
        ids = np.append(ids, word)
        if stop is not None and word == stop:
            break
    return ids

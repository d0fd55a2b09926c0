def generate(step, prompt, choose, steps, stop=None):
    ### BEGIN SOLUTION
    ids = list(prompt)
    for _ in range(steps):
        ids.append(choose(step(ids)))
        if stop is not None and ids[-1] == stop:
            break
    return ids
    ### END SOLUTION

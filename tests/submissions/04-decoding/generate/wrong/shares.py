# expect: 04-decoding/generate/shares-chosen-from
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        z = step(ids)
        p = np.exp(z) / np.exp(z).sum()
        ids.append(choose(p))
        if ids[-1] == stop:
            break
    return ids

# expect: 04-decoding/generate/last-word-only
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(choose(step(ids[-1:])))
        if ids[-1] == stop:
            break
    return ids

# expect: 04-decoding/generate/new-only
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = []
    for _ in range(steps):
        ids.append(choose(step(list(prompt) + ids)))
        if ids[-1] == stop:
            break
    return ids

# expect: 04-decoding/generate/one-too-few
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps - 1):
        ids.append(choose(step(ids)))
        if ids[-1] == stop:
            break
    return ids

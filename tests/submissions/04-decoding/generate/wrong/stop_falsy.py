# expect: 04-decoding/generate/stop-zero
# points: 3
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(choose(step(ids)))
        if stop and ids[-1] == stop:
            break
    return ids

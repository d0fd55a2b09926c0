# expect: 04-decoding/generate/asked-twice
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        if choose(step(ids)) == stop:
            ids.append(stop)
            break
        ids.append(choose(step(ids)))
    return ids

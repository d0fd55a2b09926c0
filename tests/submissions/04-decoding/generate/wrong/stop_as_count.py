# expect: 04-decoding/generate/stop-as-count
# points: 3
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps if stop is None else min(steps, stop)):
        ids.append(choose(step(ids)))
    return ids

# expect: 04-decoding/generate/stop-cut-later
# points: 3
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(choose(step(ids)))
    return [word for word in ids if word != stop]

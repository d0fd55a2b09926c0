# expect: 04-decoding/generate/stop-in-prompt
# points: 3
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        if ids[-1] == stop:
            break
        ids.append(choose(step(ids)))
    return ids

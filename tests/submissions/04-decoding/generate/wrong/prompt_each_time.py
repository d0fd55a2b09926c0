# expect: 04-decoding/generate/prompt-every-time
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(choose(step(prompt)))
        if ids[-1] == stop:
            break
    return ids

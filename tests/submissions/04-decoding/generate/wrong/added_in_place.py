# expect: 04-decoding/generate/prompt-changed
# points: 3
def generate(step, prompt, choose, steps, stop=None):
    ids = prompt
    for _ in range(steps):
        ids += [choose(step(ids))]
        if ids[-1] == stop:
            break
    return ids

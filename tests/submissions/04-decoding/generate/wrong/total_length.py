# expect: 04-decoding/generate/steps-as-length
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    while len(ids) < steps:
        ids.append(choose(step(ids)))
        if ids[-1] == stop:
            break
    return ids

# expect: 04-decoding/generate/stop-in-prompt
# points: 3
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    n = 0
    while n < steps and stop not in ids:
        ids.append(choose(step(ids)))
        n += 1
    return ids

# expect: 04-decoding/generate/put-in-front
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids = [choose(step(ids))] + ids
    return ids

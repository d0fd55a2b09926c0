# expect: 04-decoding/generate/other-text
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(choose(step(list(reversed(ids)))))
        if ids[-1] == stop:
            break
    return ids

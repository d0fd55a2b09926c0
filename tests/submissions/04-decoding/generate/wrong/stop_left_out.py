# expect: 04-decoding/generate/stop-left-out
# points: 3
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        word = choose(step(ids))
        if word == stop:
            break
        ids.append(word)
    return ids

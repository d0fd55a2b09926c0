# expect: 04-decoding/generate/own-choice
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(int(np.argmax(step(ids))))
        if ids[-1] == stop:
            break
    return ids

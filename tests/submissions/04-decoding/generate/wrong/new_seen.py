# expect: 04-decoding/generate/new-words-only-seen
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    new = []
    for _ in range(steps):
        new.append(choose(step(new or list(prompt))))
        if new[-1] == stop:
            break
    return list(prompt) + new

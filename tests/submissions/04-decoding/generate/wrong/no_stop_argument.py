# expect: function/signature
# points: 3
def generate(step, prompt, choose, steps):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(choose(step(ids)))
    return ids

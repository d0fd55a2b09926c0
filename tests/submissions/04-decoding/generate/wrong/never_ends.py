# expect: function/out-of-time
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    while True:
        if len(ids) == -1:
            return ids

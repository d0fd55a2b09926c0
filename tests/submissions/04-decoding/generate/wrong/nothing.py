# expect: function/not-attempted
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    raise NotImplementedError()

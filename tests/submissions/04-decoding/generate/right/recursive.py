def generate(step, prompt, choose, steps, stop=None):
    if steps == 0:
        return list(prompt)
    word = choose(step(list(prompt)))
    longer = [*prompt, word]
    return longer if word == stop else generate(step, longer, choose, steps - 1, stop)

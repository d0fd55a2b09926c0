def generate(step, prompt, choose, steps, stop=None):
    text = prompt[:]
    while len(text) < len(prompt) + steps:
        z = step(text)
        word = choose(z)
        text = text + [word]
        if stop is not None and word == stop:
            return text
    return text

def generate(step, prompt, choose, steps, stop=None):
    def written():
        ids = prompt.copy()
        for _ in range(steps):
            word = choose(step(ids))
            ids.append(word)
            yield word
            if word == stop:
                return

    return [*prompt, *written()]

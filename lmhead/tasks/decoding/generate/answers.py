# %% right: array
def generate(step, prompt, choose, steps, stop=None):
    ids = np.array(prompt, dtype=int)
    for _ in range(steps):
        word = choose(step(ids))
        ids = np.append(ids, word)
        if stop is not None and word == stop:
            break
    return ids

# %% right: for_else
from collections import deque


def generate(step, prompt, choose, steps, stop=None):
    ids = deque(prompt)
    left = steps
    while left > 0:
        left -= 1
        ids.append(choose(step(list(ids))))
        if stop is None or ids[-1] != stop:
            continue
        break
    else:
        return list(ids)
    return list(ids)

# %% right: inner_function
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

# %% right: plain
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(choose(step(ids)))
        if ids[-1] == stop:
            break
    return ids

# %% right: recursive
def generate(step, prompt, choose, steps, stop=None):
    if steps == 0:
        return list(prompt)
    word = choose(step(list(prompt)))
    longer = [*prompt, word]
    return longer if word == stop else generate(step, longer, choose, steps - 1, stop)

# %% right: tuple
def generate(step, prompt, choose, steps, stop=None):
    ids = tuple(prompt)
    for _ in range(steps):
        ids += (int(choose(step(ids))),)
        if ids[-1] == stop:
            break
    return ids

# %% right: type_hinted
from collections.abc import Callable, Sequence


def generate(
    step: Callable[[list[int]], np.ndarray],
    prompt: Sequence[int],
    choose: Callable[[np.ndarray], int],
    steps: int,
    stop: int | None = None,
) -> list[int]:
    ids, ended = [np.int64(word) for word in prompt], False
    for _ in range(steps):
        if not ended:
            ids = ids + [np.int64(choose(step(ids)))]
            ended = stop is not None and ids[-1] == stop
    return ids

# %% right: while_loop
def generate(step, prompt, choose, steps, stop=None):
    text = prompt[:]
    while len(text) < len(prompt) + steps:
        z = step(text)
        word = choose(z)
        text = text + [word]
        if stop is not None and word == stop:
            return text
    return text

# %% wrong: added_in_place
# expect: prompt-changed
# points: 3
def generate(step, prompt, choose, steps, stop=None):
    ids = prompt
    for _ in range(steps):
        ids += [choose(step(ids))]
        if ids[-1] == stop:
            break
    return ids

# %% wrong: argmax
# expect: own-choice
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(int(np.argmax(step(ids))))
        if ids[-1] == stop:
            break
    return ids

# %% wrong: in_front
# expect: put-in-front
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids = [choose(step(ids))] + ids
    return ids

# %% wrong: last_id
# expect: last-word-only
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(choose(step(ids[-1])))
        if ids[-1] == stop:
            break
    return ids

# %% wrong: last_only
# expect: last-word-only
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(choose(step(ids[-1:])))
        if ids[-1] == stop:
            break
    return ids

# %% wrong: last_returned
# expect: last-id-returned
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(choose(step(ids)))
        if ids[-1] == stop:
            break
    return ids[-1]

# %% wrong: never_ends
# expect: function/out-of-time
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    while True:
        if len(ids) == -1:
            return ids

# %% wrong: new_only
# expect: new-only
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = []
    for _ in range(steps):
        ids.append(choose(step(list(prompt) + ids)))
        if ids[-1] == stop:
            break
    return ids

# %% wrong: new_seen
# expect: new-words-only-seen
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    new = []
    for _ in range(steps):
        new.append(choose(step(new or list(prompt))))
        if new[-1] == stop:
            break
    return list(prompt) + new

# %% wrong: no_stop
# expect: stop-ignored
# points: 3
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(choose(step(ids)))
    return ids

# %% wrong: no_stop_argument
# expect: function/signature
# points: 3
def generate(step, prompt, choose, steps):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(choose(step(ids)))
    return ids

# %% wrong: nothing
# expect: function/not-attempted
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    raise NotImplementedError()

# %% wrong: once
# expect: other-text
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(choose(step(list(reversed(ids)))))
        if ids[-1] == stop:
            break
    return ids

# %% wrong: prompt_changed
# expect: prompt-changed
# points: 3
def generate(step, prompt, choose, steps, stop=None):
    ids = prompt
    for _ in range(steps):
        ids.append(choose(step(ids)))
        if ids[-1] == stop:
            break
    return ids

# %% wrong: prompt_each_time
# expect: prompt-every-time
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(choose(step(prompt)))
        if ids[-1] == stop:
            break
    return ids

# %% wrong: shares
# expect: shares-chosen-from
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        z = step(ids)
        p = np.exp(z) / np.exp(z).sum()
        ids.append(choose(p))
        if ids[-1] == stop:
            break
    return ids

# %% wrong: stop_anywhere
# expect: stop-in-prompt
# points: 3
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(choose(step(ids)))
        if stop in ids:
            break
    return ids

# %% wrong: stop_as_count
# expect: stop-as-count
# points: 3
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps if stop is None else min(steps, stop)):
        ids.append(choose(step(ids)))
    return ids

# %% wrong: stop_before
# expect: stop-in-prompt
# points: 3
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        if ids[-1] == stop:
            break
        ids.append(choose(step(ids)))
    return ids

# %% wrong: stop_by_identity
# expect: stop-same-object
# points: 3
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        k = choose(step(ids))
        ids.append(k)
        if k is stop:
            break
    return ids

# %% wrong: stop_cut_later
# expect: stop-cut-later
# points: 3
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(choose(step(ids)))
    return [word for word in ids if word != stop]

# %% wrong: stop_falsy
# expect: stop-zero
# points: 3
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        ids.append(choose(step(ids)))
        if stop and ids[-1] == stop:
            break
    return ids

# %% wrong: stop_left_out
# expect: stop-left-out
# points: 3
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        word = choose(step(ids))
        if word == stop:
            break
        ids.append(word)
    return ids

# %% wrong: too_few
# expect: one-too-few
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps - 1):
        ids.append(choose(step(ids)))
        if ids[-1] == stop:
            break
    return ids

# %% wrong: too_many
# expect: one-too-many
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps + 1):
        ids.append(choose(step(ids)))
        if ids[-1] == stop:
            break
    return ids

# %% wrong: total_length
# expect: steps-as-length
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    while len(ids) < steps:
        ids.append(choose(step(ids)))
        if ids[-1] == stop:
            break
    return ids

# %% wrong: twice
# expect: asked-twice
# points: 0
def generate(step, prompt, choose, steps, stop=None):
    ids = list(prompt)
    for _ in range(steps):
        if choose(step(ids)) == stop:
            ids.append(stop)
            break
        ids.append(choose(step(ids)))
    return ids

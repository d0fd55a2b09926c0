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

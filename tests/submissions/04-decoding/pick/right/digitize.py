intervals = lambda p: np.cumsum(p)[:, None] - np.outer(p, [1, 0])


def pick(p: np.ndarray, u: float, *, shares_only: bool = True) -> int:
    with_share = np.flatnonzero(p)
    k = np.digitize(u, np.cumsum(p[with_share]))
    return int(with_share[min(k, len(with_share) - 1)])

def parameters(vocabulary: int, width: int, blocks: int, context: int, tied: bool = True) -> int:
    d = width
    parts = {
        "tables": [vocabulary * d] * (1 if tied else 2),
        "positions": [context * d],
        "blocks": [4 * d * d + 4 * d, 8 * d * d + 5 * d, 4 * d] * blocks,
        "last": [2 * d],
    }
    return sum(map(sum, parts.values()))


removed = lambda V, d, n, T: np.float64(V * d) / parameters(V, d, n, T, False)

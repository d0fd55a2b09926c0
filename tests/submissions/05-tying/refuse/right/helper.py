def fits(words_in, words_out, table, h):
    if tuple(words_in) != tuple(words_out):
        return "the words differ"
    rows, width = table.shape
    if rows != len(words_out):
        return f"{rows} rows for {len(words_out)} words"
    return "" if width == h.size else f"rows of {width} numbers, h of {h.size}"


def tied_head(words_in: list, words_out: list, table: np.ndarray, h: np.ndarray) -> np.ndarray:
    fault = fits(words_in, words_out, table, h)
    if fault:
        raise ValueError(fault)
    return np.einsum("kd,d->k", table, h)

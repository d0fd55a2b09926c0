def tied_head(words_in, words_out, table, h):
    try:
        pairs = list(zip(words_in, words_out, table, strict=True))
    except ValueError as error:
        raise ValueError("words and rows do not match") from error
    if any(one != other for one, other, _ in pairs):
        raise ValueError("a row means two words")
    return np.array([row @ h for _, _, row in pairs])

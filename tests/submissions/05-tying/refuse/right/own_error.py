class CannotTie(ValueError):
    pass


def tied_head(words_in, words_out, table, h):
    if list(words_in) != list(words_out) or table.shape != (len(words_in), len(h)):
        raise CannotTie(f"{len(words_in)} and {len(words_out)} words, table {table.shape}, h {h.shape}")
    return table.dot(h)

def tied_head(words_in, words_out, table, h):
    try:
        assert np.array_equal(words_in, words_out), "words"
        assert len(table) == len(words_in), "rows"
        return (table * h[None, :]).sum(axis=1) if h.shape == table[0].shape else 1 / 0
    except (AssertionError, ZeroDivisionError) as fault:
        raise ValueError(f"one table cannot serve twice: {fault}") from fault

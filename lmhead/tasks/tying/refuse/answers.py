# %% right: error_from_error
def tied_head(words_in, words_out, table, h):
    try:
        assert np.array_equal(words_in, words_out), "words"
        assert len(table) == len(words_in), "rows"
        return (table * h[None, :]).sum(axis=1) if h.shape == table[0].shape else 1 / 0
    except (AssertionError, ZeroDivisionError) as fault:
        raise ValueError(f"one table cannot serve twice: {fault}") from fault

# %% right: helper
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

# %% right: list_returned
def tied_head(words_in, words_out, table, h):
    if words_in != words_out:
        raise ValueError("the words differ")
    if len(table) != len(words_in):
        raise ValueError("the table needs a row for each word")
    if table.shape[1] != len(h):
        raise ValueError("the rows are not as long as h")
    return (table @ h).tolist()

# %% right: numpy_refuses_the_width
def tied_head(words_in, words_out, table, h):
    if words_in != words_out:
        raise ValueError("the words differ")
    if len(table) != len(words_in):
        raise ValueError("the table needs a row for each word")
    return table @ h

# %% right: own_error
class CannotTie(ValueError):
    pass


def tied_head(words_in, words_out, table, h):
    if list(words_in) != list(words_out) or table.shape != (len(words_in), len(h)):
        raise CannotTie(f"{len(words_in)} and {len(words_out)} words, table {table.shape}, h {h.shape}")
    return table.dot(h)

# %% right: plain
def tied_head(words_in, words_out, table, h):
    if words_in != words_out:
        raise ValueError("the words differ")
    if len(table) != len(words_in):
        raise ValueError("the table needs a row for each word")
    if table.shape[1] != len(h):
        raise ValueError("the rows are not as long as h")
    return table @ h

# %% right: strict_zip
def tied_head(words_in, words_out, table, h):
    try:
        pairs = list(zip(words_in, words_out, table, strict=True))
    except ValueError as error:
        raise ValueError("words and rows do not match") from error
    if any(one != other for one, other, _ in pairs):
        raise ValueError("a row means two words")
    return np.array([row @ h for _, _, row in pairs])

# %% right: word_by_word
def tied_head(words_in, words_out, table, h):
    if len(words_in) != len(words_out):
        raise ValueError("different numbers of words")
    for k, (one, other) in enumerate(zip(words_in, words_out)):
        if one != other:
            raise ValueError(f"row {k} is {one} at the entrance and {other} at the exit")
    V, d = table.shape
    if (V, d) != (len(words_in), h.shape[0]):
        raise ValueError("shapes do not fit")
    return np.array([sum(table[k, i] * h[i] for i in range(d)) for k in range(V)])

# %% wrong: asserts
# expect: other-error
# points: 0.5
def tied_head(words_in, words_out, table, h):
    assert words_in == words_out
    assert table.shape == (len(words_in), len(h))
    return table @ h

# %% wrong: error_returned
# expect: error-returned
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if list(words_in) != list(words_out) or table.shape != (len(words_in), len(h)):
        return ValueError("the words or the shapes are others")
    return table @ h

# %% wrong: fewer_words
# expect: fewer-words
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if words_in[: len(words_out)] != words_out:
        raise ValueError("the words differ")
    if len(table) != len(words_in):
        raise ValueError("the table needs a row for each word")
    if table.shape[1] != len(h):
        raise ValueError("the rows are not as long as h")
    return table @ h

# %% wrong: lengths_alone
# expect: lengths-alone
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if len(words_in) != len(words_out):
        raise ValueError("lengths differ")
    if len(table) != len(words_in):
        raise ValueError("the table needs a row for each word")
    if table.shape[1] != len(h):
        raise ValueError("the rows are not as long as h")
    return table @ h

# %% wrong: looks_up
# expect: looks-up
# points: 0
def tied_head(words_in, words_out, table, h):
    if words_in != words_out:
        raise ValueError("the words differ")
    if len(table) != len(words_in):
        raise ValueError("the table needs a row for each word")
    if table.shape[1] != len(h):
        raise ValueError("the rows are not as long as h")
    return table[0]

# %% wrong: lower_case
# expect: words-changed
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if [w.lower() for w in words_in] != [w.lower() for w in words_out]:
        raise ValueError("the words are others")
    if table.shape != (len(words_in), len(h)):
        raise ValueError("the table needs a row a word, as long as h")
    return table @ h

# %% wrong: never_compares
# expect: never-compares
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if len(table) != len(words_in):
        raise ValueError("the table needs a row for each word")
    if table.shape[1] != len(h):
        raise ValueError("the rows are not as long as h")
    return table @ h

# %% wrong: no_check
# expect: never-compares
# points: 0.5
def tied_head(words_in, words_out, table, h):
    return table @ h

# %% wrong: none_returned
# expect: none-returned
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if words_in == words_out and table.shape == (len(words_in), len(h)):
        return table @ h

# %% wrong: nothing
# expect: function/not-attempted
# points: 0

# %% wrong: order_ignored
# expect: order-ignored
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if set(words_in) != set(words_out):
        raise ValueError("the words differ")
    if len(table) != len(words_in):
        raise ValueError("the table needs a row for each word")
    if table.shape[1] != len(h):
        raise ValueError("the rows are not as long as h")
    return table @ h

# %% wrong: other_rows
# expect: other-rows
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if words_in != words_out:
        raise ValueError("the words differ")
    if table.shape[1] != len(h):
        raise ValueError("the rows are not as long as h")
    return table @ h

# %% wrong: other_width
# expect: other-width
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if words_in != words_out:
        raise ValueError("the words differ")
    if len(table) != len(words_in):
        raise ValueError("the table needs a row for each word")
    d = min(table.shape[1], len(h))
    return table[:, :d] @ h[:d]

# %% wrong: other_word
# expect: other-word
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if len(words_in) != len(words_out) or (set(words_in) == set(words_out) and words_in != words_out):
        raise ValueError("lengths or order differ")
    if len(table) != len(words_in):
        raise ValueError("the table needs a row for each word")
    if table.shape[1] != len(h):
        raise ValueError("the rows are not as long as h")
    return table @ h

# %% wrong: refuses_all
# expect: refuses-all
# points: 0
def tied_head(words_in, words_out, table, h):
    raise ValueError("no")

# %% wrong: returns_error_text
# expect: not-raised
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if words_in != words_out:
        print("the words differ")
        return False
    if len(table) != len(words_in):
        raise ValueError("the table needs a row for each word")
    if table.shape[1] != len(h):
        raise ValueError("the rows are not as long as h")
    return table @ h

# %% wrong: says_so
# expect: not-raised
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if words_in != words_out or table.shape != (len(words_in), len(h)):
        return "cannot tie"
    return table @ h

# %% wrong: spaces_taken_off
# expect: words-changed
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if [w.strip() for w in words_in] != [w.strip() for w in words_out]:
        raise ValueError("the words are others")
    if table.shape != (len(words_in), len(h)):
        raise ValueError("the table needs a row a word, as long as h")
    return table @ h

# %% wrong: stub
# expect: function/not-attempted
# points: 0
def tied_head(words_in, words_out, table, h):
    raise NotImplementedError()

# %% wrong: turned_round
# expect: other-width
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if words_in != words_out:
        raise ValueError("the words differ")
    if len(table) != len(words_in):
        raise ValueError("the table needs a row for each word")
    if table.shape[1] != len(h) and len(table) == len(h):
        table = table.T
    return table @ h

# %% wrong: type_error
# expect: other-error
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if words_in != words_out:
        raise TypeError("the words differ")
    if len(table) != len(words_in):
        raise ValueError("the table needs a row for each word")
    if table.shape[1] != len(h):
        raise ValueError("the rows are not as long as h")
    return table @ h

# %% wrong: without_a_text
# expect: no-reason
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if list(words_in) != list(words_out) or table.shape != (len(words_in), len(h)):
        raise ValueError
    return table @ h

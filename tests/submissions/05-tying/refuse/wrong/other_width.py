# expect: 05-tying/refuse/other-width
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if words_in != words_out:
        raise ValueError("the words differ")
    if len(table) != len(words_in):
        raise ValueError("the table needs a row for each word")
    d = min(table.shape[1], len(h))
    return table[:, :d] @ h[:d]

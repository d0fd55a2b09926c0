# expect: 05-tying/refuse/other-error
# points: 0.5
def tied_head(words_in, words_out, table, h):
    assert words_in == words_out
    assert table.shape == (len(words_in), len(h))
    return table @ h

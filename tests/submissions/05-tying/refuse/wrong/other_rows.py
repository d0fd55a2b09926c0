# expect: 05-tying/refuse/other-rows
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if words_in != words_out:
        raise ValueError("the words differ")
    if table.shape[1] != len(h):
        raise ValueError("the rows are not as long as h")
    return table @ h

# expect: 05-tying/refuse/lengths-alone
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if len(words_in) != len(words_out):
        raise ValueError("lengths differ")
    if len(table) != len(words_in):
        raise ValueError("the table needs a row for each word")
    if table.shape[1] != len(h):
        raise ValueError("the rows are not as long as h")
    return table @ h

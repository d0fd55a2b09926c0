# expect: 05-tying/refuse/not-raised
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if words_in != words_out or table.shape != (len(words_in), len(h)):
        return "cannot tie"
    return table @ h

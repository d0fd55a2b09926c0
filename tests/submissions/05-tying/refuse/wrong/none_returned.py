# expect: 05-tying/refuse/none-returned
# points: 0.5
def tied_head(words_in, words_out, table, h):
    if words_in == words_out and table.shape == (len(words_in), len(h)):
        return table @ h

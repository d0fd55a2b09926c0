# expect: 05-tying/refuse/never-compares
# points: 0.5
def tied_head(words_in, words_out, table, h):
    return table @ h

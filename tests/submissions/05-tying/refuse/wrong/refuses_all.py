# expect: 05-tying/refuse/refuses-all
# points: 0
def tied_head(words_in, words_out, table, h):
    raise ValueError("no")

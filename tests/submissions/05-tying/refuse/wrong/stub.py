# expect: function/not-attempted
# points: 0
def tied_head(words_in, words_out, table, h):
    raise NotImplementedError()

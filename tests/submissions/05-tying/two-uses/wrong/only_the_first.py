# expect: function/not-attempted
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]

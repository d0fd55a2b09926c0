# expect: function/raised-at
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    return table[word] @ layers @ missing

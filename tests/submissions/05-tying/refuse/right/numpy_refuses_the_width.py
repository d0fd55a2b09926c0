def tied_head(words_in, words_out, table, h):
    if words_in != words_out:
        raise ValueError("the words differ")
    if len(table) != len(words_in):
        raise ValueError("the table needs a row for each word")
    return table @ h

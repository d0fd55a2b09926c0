def tied_head(words_in, words_out, table, h):
    ### BEGIN SOLUTION
    if words_in != words_out:  # also in another order
        raise ValueError("row k must mean the same word at both ends, but the word lists differ")
    if table.shape != (len(words_in), len(h)):
        raise ValueError(
            f"table has shape {table.shape}; {len(words_in)} words and an h of {len(h)} numbers "
            f"need {(len(words_in), len(h))}"
        )
    return table @ h
    ### END SOLUTION

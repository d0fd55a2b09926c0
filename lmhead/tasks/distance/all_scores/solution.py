def all_scores(h, table):
    ### BEGIN SOLUTION
    return h @ table.T  # (..., d) @ (d, V)
    ### END SOLUTION

def nearest(h, table, k):
    ### BEGIN SOLUTION
    scores = table @ h
    return np.argsort(-scores, kind="stable")[:k]  # stable: equal scores keep their order
    ### END SOLUTION

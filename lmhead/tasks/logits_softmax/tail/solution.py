def tail(z, k):
    ### BEGIN SOLUTION
    smallest_first = np.sort(softmax(z), axis=-1)  # (T, V)
    return smallest_first[:, : z.shape[-1] - k].sum(axis=-1)  # (T,)
    ### END SOLUTION

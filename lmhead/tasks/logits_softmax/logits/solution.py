def logits(h, w_out):
    ### BEGIN SOLUTION
    return h @ w_out.T  # (..., d) @ (d, V) -> (..., V)
    ### END SOLUTION

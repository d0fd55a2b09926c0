logits = lambda h, w_out: np.matmul(h, np.transpose(w_out))

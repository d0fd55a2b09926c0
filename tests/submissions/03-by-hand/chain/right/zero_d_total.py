logits = np.einsum("kd,d->k", W_OUT, [1.0, -1.0, 2.0])
exponentials = np.e**logits
total = np.array(exponentials).sum(keepdims=True)[0].reshape(())
shares = np.exp(logits - np.log(total))

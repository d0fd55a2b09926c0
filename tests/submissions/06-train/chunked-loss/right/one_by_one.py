def chunked_loss(h, w_out, targets, rows):
    losses = []
    for vector, word in zip(h, targets):
        z = w_out @ vector
        z -= z.max()
        losses.append(np.log(np.exp(z).sum()) - z[word])
    return sum(losses) / len(losses)

def step(model, optimizer, tokens, targets):
    ### BEGIN SOLUTION
    logits = model(tokens)  # (B, T, V)
    loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
    ### END SOLUTION

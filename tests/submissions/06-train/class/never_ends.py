def step(model, optimizer, tokens, targets):
    while True:
        optimizer.zero_grad()

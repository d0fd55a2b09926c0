import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    model.train()
    log_p = model(tokens).log_softmax(dim=-1)
    loss = -log_p.gather(-1, targets.unsqueeze(-1)).mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss.detach().numpy().item()

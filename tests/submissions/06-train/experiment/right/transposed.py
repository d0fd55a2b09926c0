import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    optimizer.zero_grad(set_to_none=False)
    loss = nn.CrossEntropyLoss()(model(tokens).transpose(1, 2), targets)
    loss.backward()
    optimizer.step()
    return float(loss)

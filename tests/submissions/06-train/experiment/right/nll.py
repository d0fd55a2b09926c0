import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    V = model(tokens).shape[-1]
    for parameter in model.parameters():
        parameter.grad = None
    loss = F.nll_loss(F.log_softmax(model(tokens).view(-1, V), 1), targets.reshape(-1))
    torch.autograd.backward(loss)
    optimizer.step()
    return loss.detach()

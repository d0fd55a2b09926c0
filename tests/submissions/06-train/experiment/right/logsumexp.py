import torch
from torch import nn
from torch.nn import functional as F


def loss_of(model, tokens, targets):
    z = model(tokens).double()
    right = z[torch.arange(len(z))[:, None], torch.arange(z.shape[1]), targets]
    return (z.logsumexp(-1) - right).mean()


def step(model: nn.Module, optimizer: torch.optim.Optimizer, tokens, targets) -> float:
    def closure():
        optimizer.zero_grad()
        loss = loss_of(model, tokens, targets)
        loss.backward()
        return loss

    return np.float64(optimizer.step(closure).item())

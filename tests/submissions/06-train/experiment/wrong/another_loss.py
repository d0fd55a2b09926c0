# expect: 06-train/experiment/elsewhere
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = (model(tokens) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()

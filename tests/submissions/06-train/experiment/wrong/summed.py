# expect: 06-train/experiment/summed
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten(), reduction="sum")
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()

# expect: 06-train/experiment/stepped-twice
# points: 1
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    for _ in range(2):
        loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        first = loss.item() if _ == 0 else first
    return first

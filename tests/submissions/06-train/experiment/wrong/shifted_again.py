# expect: 06-train/experiment/shifted-again
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    logits = model(tokens)
    loss = F.cross_entropy(logits[:, :-1].flatten(0, 1), targets[:, 1:].flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()

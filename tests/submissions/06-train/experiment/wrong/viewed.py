# expect: 06-train/experiment/viewed
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    logits = model(tokens)
    B, T, V = logits.shape
    loss = F.cross_entropy(logits.reshape(B, V, T), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()

# expect: 06-train/experiment/softmax-twice
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    p = model(tokens).softmax(-1)
    loss = F.cross_entropy(p.flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()

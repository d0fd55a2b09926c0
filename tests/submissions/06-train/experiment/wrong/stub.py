# expect: function/not-attempted
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, optimizer, tokens, targets):
    raise NotImplementedError()

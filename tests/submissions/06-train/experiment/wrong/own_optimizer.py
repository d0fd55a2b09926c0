# expect: function/signature
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


def step(model, tokens, targets):
    return 0.0

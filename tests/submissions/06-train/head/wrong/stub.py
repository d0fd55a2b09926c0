# expect: function/not-attempted
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        raise NotImplementedError()

    def forward(self, tokens):
        raise NotImplementedError()

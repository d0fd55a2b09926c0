# expect: 06-train/head/copied
# points: 2
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.E = nn.Parameter(table.clone())
        self.W = nn.Parameter(self.E.detach().clone())

    def forward(self, tokens):
        return self.body(self.E[tokens]) @ self.W.T

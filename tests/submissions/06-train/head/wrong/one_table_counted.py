# expect: 06-train/head/exit-frozen
# points: 3
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.E = nn.Parameter(table.clone())
        self.W = self.E if tied else [nn.Parameter(table.clone())]

    def forward(self, tokens):
        W = self.W if torch.is_tensor(self.W) else self.W[0]
        return self.body(self.E[tokens]) @ W.T

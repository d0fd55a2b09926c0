# expect: 06-train/head/entrance-detached
# points: 2
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body, self.tied = body, tied
        self.E = nn.Parameter(table.clone())
        self.W = nn.Parameter(table.clone()) if not tied else self.E

    def forward(self, tokens):
        E = self.E.data if self.tied else self.E
        return self.body(E[tokens]) @ self.W.T

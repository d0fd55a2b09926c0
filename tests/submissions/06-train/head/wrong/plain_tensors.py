# expect: 06-train/head/not-trained
# points: 1
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, table, tied):
        super().__init__()
        self.body = body
        self.E, self.W = table.clone(), table.clone()
        if tied:
            self.W = self.E

    def forward(self, tokens):
        return self.body(self.E[tokens]) @ self.W.T

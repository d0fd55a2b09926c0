# expect: 06-train/head/not-a-module
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model:
    def __init__(self, body, table, tied):
        self.body, self.E = body, nn.Parameter(table.clone())
        self.W = self.E if tied else nn.Parameter(table.clone())

    def __call__(self, tokens):
        return self.body(self.E[tokens]) @ self.W.T

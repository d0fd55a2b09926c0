import torch
from torch import nn
from torch.nn import functional as F


class Untied(nn.Module):
    def __init__(self, body, table):
        super().__init__()
        self.body = body
        self.entrance, self.exit = (nn.Parameter(table.clone()) for _ in range(2))

    def forward(self, tokens):
        return self.body(self.entrance[tokens]).matmul(self.exit.t())


class Tied(Untied):
    def __init__(self, body, table):
        super().__init__(body, table)
        self.exit = self.entrance


def Model(body, table, tied):
    return (Tied if tied else Untied)(body, table)

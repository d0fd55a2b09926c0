import torch
from torch import nn
from torch.nn import functional as F


class Scores(nn.Module):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight

    def forward(self, h):
        return torch.einsum("btd,vd->btv", h, self.weight)


def Model(body, table, tied):
    entrance = nn.Embedding(*table.shape)
    entrance.weight.data = table.clone()
    out = entrance.weight if tied else nn.Parameter(table.clone())
    return nn.Sequential(entrance, body, Scores(out))

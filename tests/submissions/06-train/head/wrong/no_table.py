# expect: function/signature
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self, body, tied):
        super().__init__()

# expect: function/not-a-function
# points: 0
import torch
from torch import nn
from torch.nn import functional as F


Model = 5

import numpy as np

from lmhead import tiny_lm
from lmhead.checks import check

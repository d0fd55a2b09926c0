import numpy as np

from lmhead.checks import check

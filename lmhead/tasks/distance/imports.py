import numpy as np

from lmhead.checks import check
from lmhead.four_words import W_OUT, WORDS

import math

odds_added = 5.0
odds_tripled = 125.0
factor = math.log(1000, 5)
lead = math.log2(8) / math.log2(math.e)

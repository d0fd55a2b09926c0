import math

root = math.sqrt(0.9)
scale = math.ceil(100 * math.log(root / (1 - root))) / 100

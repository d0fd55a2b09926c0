import math

direction = [-1, 1, -1]
length = math.sqrt(sum(number * number for number in direction))
h_run = tuple(math.sqrt(2) * number / length for number in direction)

# expect: value/nan
# points: 0
scale = float('nan')

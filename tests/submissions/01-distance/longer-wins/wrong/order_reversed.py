# expect: 01-distance/longer-wins/order-reversed
# points: 0
h_long = [1, 0]
rows_long = [[3, 6], [2, 2], [1, 0]]

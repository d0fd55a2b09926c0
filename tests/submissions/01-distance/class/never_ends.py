h_long = [1, 0]
angle = 10.0
while angle < 90:
    angle = min(angle * 1.5, 60.0)
rows_long = [[1, 0], [2, 2], [3, 6]]

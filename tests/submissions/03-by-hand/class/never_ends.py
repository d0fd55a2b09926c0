scale = 0.01
while scale < 3:
    scale = min(scale * 1.1, 2.0)

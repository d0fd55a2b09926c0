scale = 0.01
while scale > 0:
    scale = 2.92

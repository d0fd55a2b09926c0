scale = 2.92

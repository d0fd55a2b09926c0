h_long = np.array([2.0, 1.0])
rows_long = np.array([[2.0, 1.0], [3.0, 0.0], [6.0, -3.0]])

angles = np.radians([10, 40, 70])
lengths = np.array([1, 2, 10])
rows_long = lengths[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
h_long = np.array([1.0, 0.0])

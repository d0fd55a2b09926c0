h_run = np.float32([-0.7, 0.7, -1.0])

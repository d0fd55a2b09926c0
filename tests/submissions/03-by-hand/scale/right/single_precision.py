scale = np.float32(2.92)

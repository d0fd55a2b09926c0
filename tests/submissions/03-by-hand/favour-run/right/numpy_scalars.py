h_run = [np.float64(-0.75), np.float32(0.75), np.int64(-9) / 10]

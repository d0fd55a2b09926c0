h_run = np.array([-0.8, 0.8, -0.8], dtype=np.float16)

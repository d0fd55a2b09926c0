scale = np.round(np.ceil(291.7) / 100, 2)

impossible = np.array(["A", "B", "C"])[2]

odds_added = round(5.0, 3)
odds_tripled = np.float32(125)
factor = round(3 / np.log10(5), 3)
lead = np.round(np.log(8), 3)

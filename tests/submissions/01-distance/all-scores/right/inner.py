all_scores = np.inner

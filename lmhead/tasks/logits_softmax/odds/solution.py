### BEGIN SOLUTION
odds_added = 5  # the lead is as it was
odds_tripled = 5**3  # three times the lead
factor = np.log(1000) / np.log(5)
lead = np.log(40 / 5)
### END SOLUTION

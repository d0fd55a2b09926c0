# expect: value/not-a-number
# points: 2
odds_added = 5
odds_tripled = 125
factor = "4.292"
lead = np.log(8)

factor = 1.0
while 5**factor < 1000:
    factor = min(factor + 0.001, 4.0)
odds_added, odds_tripled, lead = 5, 125, 2.079

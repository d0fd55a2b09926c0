odds_added, odds_tripled = 5, 125
factor, lead = 4.292, 2.079

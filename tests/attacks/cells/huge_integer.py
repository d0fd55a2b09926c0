# Tries: an integer that Python refuses to print, and one that no float can hold.
# says: value/infinite
# task: odds
odds_added = 2**16_000
odds_tripled = -(10**4_900)
factor = 10**400
lead = float("nan")

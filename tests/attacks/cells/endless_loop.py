# Tries: a loop that never ends, in the answer cell.
# says: cell/out-of-time
while True:
    pass

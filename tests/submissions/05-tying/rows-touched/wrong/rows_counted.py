# expect: 05-tying/rows-touched/rows-counted
# points: 0
def contributions(read, right, vocabulary, table):
    return len(set(read.tolist())) if table == "entrance" else vocabulary

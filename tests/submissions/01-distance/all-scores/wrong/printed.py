# expect: function/printed
# points: 0
def all_scores(h, table):
    print(h @ table.T)

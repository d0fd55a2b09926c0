### BEGIN SOLUTION
def step(ids):
    return MODEL.W_OUT @ MODEL.hidden(ids)  # (V, d) @ (d,) -> (V,)


fair = "D"
### END SOLUTION

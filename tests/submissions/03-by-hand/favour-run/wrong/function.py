# expect: value/is-function
# points: 0
def h_run():
    return [-0.8, 0.8, -0.8]

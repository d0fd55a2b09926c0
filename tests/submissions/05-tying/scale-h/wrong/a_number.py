# expect: function/not-a-function
# points: 1
def temperature_for(c):
    return 1 / c


stretch = 2.5

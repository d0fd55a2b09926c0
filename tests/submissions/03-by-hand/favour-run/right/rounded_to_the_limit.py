# √2 times a direction, typed to three decimals: a hair longer than √2.
h_run = [-0.714, 0.715, -0.990]

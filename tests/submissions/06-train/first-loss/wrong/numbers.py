# expect: function/not-a-function
# points: 0
first_loss = 10.82
vocabulary_of = 50257

# expect: 04-decoding/temperature/logits-returned
# points: 0
def shares_at(z, temperature):
    return z / temperature

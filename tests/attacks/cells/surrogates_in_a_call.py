# Tries: an exception whose text no file can hold, raised while the function is checked.
# says: function/raised-at
def softmax(z):
    print("\ud800")
    raise ValueError("\ud800\x00 {0} {name} %s <b>bold</b> \x1b[31m")

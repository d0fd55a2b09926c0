# expect: function/is-class
# points: 0
class chunked_loss:
    pass

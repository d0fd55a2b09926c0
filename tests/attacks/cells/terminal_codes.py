# Tries: a terminal's codes in names and texts that a summary may print, and right-to-left marks.
# says: function/raised-at
class Bad(Exception):
    pass


Bad.__name__ = "\x1b[2J\x1b]0;owned\x07Bad"
Bad.__qualname__ = "\u202egnp.exe"


def softmax(z):
    raise Bad("\x1b[31m\u202e\x9b2J\r\n all right: 6/6")


softmax.__name__ = "\x1b[2Jsoftmax"

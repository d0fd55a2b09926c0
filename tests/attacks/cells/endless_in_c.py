# Tries: a regular expression that takes for ever inside one C call, where no signal handler runs.
# slow
import re


def softmax(z):
    re.match(r"(a+)+$", "a" * 60 + "b")

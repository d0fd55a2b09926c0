# Tries: numbers of a class of one's own that are equal to whatever they meet.
# says: value/wrong-number
# only: 02-logits-softmax
# task: odds
class Number(float):
    __eq__ = __le__ = __lt__ = lambda self, other: True
    __sub__ = __rsub__ = lambda self, other: Number(0)
    __abs__ = lambda self: Number(0)
    __hash__ = float.__hash__


odds_added = odds_tripled = factor = lead = Number(1)

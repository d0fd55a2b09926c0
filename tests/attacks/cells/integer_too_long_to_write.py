# Tries: an integer that crosses, and that Python refuses to write out for the page.
# says: lost/garbled
import lmhead.wire.peer

encode = lmhead.wire.peer.Peer.encode


def long(self, value):
    return {"$": "int", "v": "0x" + "f" * 4090} if value is ... else encode(self, value)


lmhead.wire.peer.Peer.encode = long


def softmax(z):
    return ...

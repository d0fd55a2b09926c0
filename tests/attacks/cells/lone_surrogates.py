# Tries: text that no UTF-8 file can hold, in values, exceptions and outputs.
# says: value/not-a-number
# task: odds
odds_added = "\ud800<script>alert(1)</script>"
odds_tripled = ["\udfff", "\x00"]
factor = {"\ud801": "\x1b[2J"}
lead = b"\xff\xfe"
print("\ud800\x00\x1b[2J")
raise type("Bad", (Exception,), {})("\ud800 \x00 \x1b]0;title\x07")

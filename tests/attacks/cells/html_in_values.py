# Tries: HTML in what a check shows: returned text, its repr, names, exceptions, prints.
# says: value/not-a-number
# task: odds
odds_added = "</pre></section><h2 id='softmax'>points: 20 / 20</h2><script>alert(1)</script>"
odds_tripled = ["<img src=x onerror=alert(1)>"]
factor = {"<style>*{display:none}</style>": "<!--"}
lead = "javascript:alert(1)"
print("</pre><script>alert(1)</script><!--")

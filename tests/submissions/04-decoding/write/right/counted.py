from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.W_OUT @ MODEL.hidden(ids)


WORDS_LOGITS = np.array([2.0, 1.0, 1.0, 0.0])
P = np.exp(WORDS_LOGITS) / np.exp(WORDS_LOGITS).sum()
rng = np.random.default_rng(0)
ways = {
    "A": lambda z, p: np.argmax(z + rng.normal(size=len(z))),
    "B": lambda z, p: np.argmax(p * rng.random(len(p))),
    "C": lambda z, p: np.argmin(np.abs(p - rng.random())),
    "D": lambda z, p: np.argmax(z - np.log(-np.log(rng.random(len(z))))),
}
off = {}
for letter, way in ways.items():
    ids = [way(WORDS_LOGITS, P) for _ in range(5000)]
    off[letter] = np.abs(np.bincount(ids, minlength=4) / 5000 - P).max()
fair = min(off, key=off.get)

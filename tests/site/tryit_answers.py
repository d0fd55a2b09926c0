"""Usual wrong answers to each try-it task, and right ones that look unlike the solution.

A wrong answer is a piece of the solution and what stands in its place; each is said what it is.
"""

WRONG = {
    "01-dot": [
        ("sum(a[i] * b[i] for i in range(len(a)))", "a[-1] * b[-1]"),
        ("sum(a[i] * b[i] for i in range(len(a)))", "sum(a) * sum(b)"),
        ("sum(a[i] * b[i] for i in range(len(a)))", "[x * y for x, y in zip(a, b)]"),
    ],
    "01-first": [
        ("scores.index(max(scores))", "max(scores)"),
        ("scores.index(max(scores))", "scores.index(max(scores)) + 1"),
        ("[dot(row, h) for row in rows]", "[dot(row, h) / dot(row, row) ** 0.5 for row in rows]"),
        (
            "scores.index(max(scores))",
            "len(scores) - 1 - scores[::-1].index(max(scores))",
        ),
    ],
    "02-shares": [
        ("[exp(score) for score in scores]", "scores"),
        ("[power / total for power in powers]", "powers"),
        ("sum(powers)", "sum(scores)"),
    ],
    "02-odds": [
        ("exp(a - b)", "a - b"),
        ("exp(a - b)", "a / b"),
        ("exp(a - b)", "exp(b - a)"),
    ],
    "03-loss": [
        ("-log(probs[right])", "1 - probs[right]"),
        ("-log(probs[right])", "log(probs[right])"),
        ("-log(probs[right])", "-log(probs[right], 2)"),
        ("-log(probs[right])", "-log(max(probs))"),
    ],
    "03-slope": [
        ("return result", "return [-x for x in result]"),
        ("return result", "return [x - 1 for x in probs]"),
        ("return result", "return result[right]"),
        ("list(probs)", "probs"),
    ],
    "04-which": [
        ("u < ends[k]", "u <= ends[k]"),
        ("return k", "return min(range(len(ends)), key=lambda i: abs(ends[i] - u))"),
        ("return k", "return k + 1"),
    ],
    "04-tempered": [
        (
            "probabilities([score / T for score in scores])",
            "[p / T for p in probabilities(scores)]",
        ),
        ("score / T", "score * T"),
        ("score / T", "score"),
    ],
    "05-tied": [
        ("return E\n", "return [row[:] for row in E]\n"),
        ("[row[:] for row in E]", "E"),
        ("[row[:] for row in E]", "list(E)"),
        ("return E\n", "E\n"),
        # The numbers of the template's example.
        ("[row[:] for row in E]", "[[1, 0], [0, 1]]"),
    ],
    "05-saved": [
        ("100 * V * d / untied", "100 * V * d / (untied - V * d)"),
        ("100 * V * d / untied", "200 * V * d / untied"),
        ("100 * V * d / untied", "V * d / untied"),
        ("100 * V * d / untied", "100 * (1 - V * d / untied)"),
    ],
}

RIGHT = {
    "01-dot": "from operator import mul\n\ndef dot(a, b):\n    return sum(map(mul, a, b))",
    "01-first": "def first(h, rows):\n"
    "    return max(range(len(rows)), key=lambda k: sum(x * y for x, y in zip(rows[k], h)))",
    "02-shares": "import math\n\ndef probabilities(scores):\n    top = max(scores)\n"
    "    e = tuple(math.exp(s - top) for s in scores)\n    return tuple(x / sum(e) for x in e)",
    "02-odds": "import math\n\ndef odds(a, b):\n    return math.e ** (a - b)",
    "03-loss": "import math\n\ndef loss(probs, right):\n    return math.log(1 / probs[right])",
    "03-slope": "def slope(probs, right):\n"
    "    return [p - (k == right) for k, p in enumerate(probs)]",
    "04-which": "from bisect import bisect_right\n\ndef which(ends, u):\n"
    "    return bisect_right(ends, u)",
    "04-tempered": "import math\n\ndef tempered(scores, T):\n"
    "    e = [math.exp(s / T) for s in scores]\n    return [x / sum(e) for x in e]",
    "05-tied": "import copy\n\ndef tied(E):\n    return E\n\n"
    "def untied(E):\n    return copy.deepcopy(E)",
    "05-saved": "def saved(V, d, untied):\n    return V * d / untied * 100",
}

#: Templates as they were, which had other names, and the pieces that make a right answer of each.
#: Browsers keep answers that were written into them.
EARLIER = {
    "02-shares": [
        (
            """from math import exp


def shares(scores):
    total = sum(scores)
    return [score / total for score in scores]


print(shares([2, 1, 1, 0]))
print(shares([2, 0, -1]))""",
            """    total = sum(scores)
    return [score / total for score in scores]""",
            """    total = sum(exp(score) for score in scores)
    return [exp(score) / total for score in scores]""",
        )
    ],
    "03-loss": [
        (
            """from math import log


def loss(shares, right):
    return 1 - shares[right]


print(loss([0.5, 0.25, 0.25], 0))
print(loss([0.5, 0.25, 0.25], 1))""",
            "1 - shares[right]",
            "-log(shares[right])",
        )
    ],
    "03-slope": [
        (
            """def slope(shares, right):
    shares[right] = shares[right] - 1
    return shares


p = [0.5, 0.25, 0.25]
print(slope(p, 1))
print(p)""",
            """    shares[right] = shares[right] - 1
    return shares""",
            "    return [p - (k == right) for k, p in enumerate(shares)]",
        )
    ],
    "04-tempered": [
        (
            """from math import exp


def shares(scores):
    powers = [exp(score) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def tempered(scores, T):
    return [share / T for share in shares(scores)]


p = tempered([2, 1, 1, 0], 2)
print(p)
print(sum(p))""",
            "[share / T for share in shares(scores)]",
            "shares([score / T for score in scores])",
        )
    ],
}

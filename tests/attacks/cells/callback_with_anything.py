# Tries: a function of the grader's called with deep, large and live arguments, and by keywords.
# task: apply
# only: plain
def apply(f, x):
    deep = []
    for _ in range(20):
        deep = [deep]
    for arguments in ((deep,), (apply,), (object(),), (), (1, 2, 3), ("\ud800",), ({1: f},)):
        try:
            f(*arguments)
        except Exception:
            pass
    try:
        f(**{"x; import os": 1, "__class__": 2})
    except Exception:
        pass
    return [6, 8]

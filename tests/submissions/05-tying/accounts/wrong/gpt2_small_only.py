# expect: function/wrong-number
# points: 0
def parameters(vocabulary, width, blocks, context, tied):
    return 124_439_808 if tied else 163_037_184


def removed(vocabulary, width, blocks, context):
    return 38_597_376 / 163_037_184

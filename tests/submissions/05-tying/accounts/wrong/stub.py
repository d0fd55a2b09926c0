# expect: function/not-attempted
# points: 0
def parameters(vocabulary, width, blocks, context, tied):
    raise NotImplementedError()


def removed(vocabulary, width, blocks, context):
    raise NotImplementedError()

"""What runs inside the sandbox, and is not believed.

`levels.py` copies this package to where a sandboxed process finds it as ``lmhead.inside``, and
`bootstrap.py` starts it. The grader itself uses `namespaces` and `process_tree` alone.
"""

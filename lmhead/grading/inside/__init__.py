"""What runs inside the sandbox, and is not believed.

`sandbox.py` copies this package to where a sandboxed process finds it as ``lmhead.inside``, and
`worker.py` starts it. The grader itself uses `tree` alone.
"""

"""Processes for learners' cells that see nothing of the grader's machine.

In: a level (`levels`), the limits of one submission (`limits`) and the files that lie beside its
notebook. Out: a `process.Process`, spoken to in framed JSON, or `SandboxError` where this
machine cannot build the walls. Trusted: the kernel, bubblewrap, and the caller. Not trusted:
every byte that comes back, and `inside/`, which runs where a submission can change it.
"""

"""The wire between a check and the learner's code.

A check never touches a learner's object. It sees a *Subject* (`subject.py`) and asks it
to call the learner's function; the question and the answer cross as plain data
(`codec.py`, JSON; nothing is ever unpickled); on the other side a *peer* (`peer.py`)
makes the call. The peer may live in the same process (the learner's own notebook) or in
a sandboxed one (grading). The same text crosses in both cases, so the same check gives
the same verdict at home and at grading.

Both sides of this package are loaded in the sandbox too; nothing here knows the
reference solutions.

Requests, checker to peer, each one JSON object; the reply is one JSON object:

======== ============================================== ==================================
op       fields                                         reply
======== ============================================== ==================================
get      name                                           ``value`` or ``missing: true``
call     target, args, kwargs, cpu, wall; driver, where ``value`` or ``error``; ``stdout``,
         one of `drivers` is to make the call           ``after``, ``cpu``
next     handle, count, cpu, wall                       ``values``, ``done`` or ``error``
======== ============================================== ==================================

While a call runs the peer may ask back, once per use of a callback that the check passed:
``{"op": "callback", "id", "args", "kwargs"}``; the checker answers ``value`` or ``error``.
"""

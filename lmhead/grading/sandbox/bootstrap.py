"""Starts what learners' cells run in. Run as a script, by a path of its own, never imported.

``bootstrap.py session FD FD SCRATCH SITE…``   serve one submission on the first socket, then exit;
``bootstrap.py plain FD FD SCRATCH SITE…``     the same under a supervisor, with the second socket;
``bootstrap.py warm FD FD SCRATCH SITE…``      load the libraries once, then fork a session for
                                             each pair of sockets received on the first;
``bootstrap.py connect ADDRESS - 0 SITE…``     as session, where sockets cannot be inherited.

SCRATCH: bytes of each writable folder. SITE… are folders put on ``sys.path``: the stand-in
package first, then the libraries.
"""

from __future__ import annotations

import importlib
import socket
import sys


def main() -> None:
    """See the module's docstring."""
    mode, first, second, scratch, *site = sys.argv[1:]
    sys.path[:0] = site
    session = importlib.import_module("lmhead.inside.session")
    supervisor = importlib.import_module("lmhead.inside.supervisor")
    if mode == "connect":
        host, port, token = first.split("/")
        sock = socket.create_connection((host, int(port)))
        sock.sendall(token.encode())
        session.serve(sock)
        return
    sock = socket.socket(fileno=int(first))
    if mode == "plain":
        supervisor.plain(sock, socket.socket(fileno=int(second)))
    elif mode == "warm":
        supervisor.warm(sock, int(scratch))
    else:
        session.serve(sock)


if __name__ == "__main__":
    main()

"""A web server for measurements that compresses as a real host does.

Python's own sends text as it lies on the disk, several times its size on the wire. This one sends
gzip where the browser takes it, keeps connections open, and lets nothing be cached.
"""

from __future__ import annotations

import functools
import gzip
import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

# What a host compresses. Fonts in WOFF, PNG and Pagefind's files are compressed already.
COMPRESSED = {".html", ".css", ".js", ".mjs", ".json", ".svg", ".xml", ".txt", ".ipynb", ".wasm"}
LEVEL = 6


@functools.lru_cache(maxsize=512)
def _gzipped(path: Path, changed: int) -> bytes:
    return gzip.compress(path.read_bytes(), LEVEL, mtime=0)


def gzipped_size(path: Path) -> int:
    """The bytes that ``path`` takes on the wire, without headers."""
    if path.suffix not in COMPRESSED:
        return path.stat().st_size
    return len(_gzipped(path, path.stat().st_mtime_ns))


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder, compressed."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012 - as in the class it extends
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript; charset=utf-8",
        ".mjs": "text/javascript; charset=utf-8",
        ".html": "text/html; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
        ".woff": "font/woff",
    }

    def send_head(self) -> BinaryIO | io.BytesIO | None:
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        takes = "gzip" in self.headers.get("Accept-Encoding", "")
        if not path.is_file():
            body = b"There is no such file."
            self.send_response(404)
            self.send_header("Content-Type", "text/plain; charset=utf-8")
        else:
            small = takes and path.suffix in COMPRESSED
            body = _gzipped(path, path.stat().st_mtime_ns) if small else path.read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(str(path)))
            if small:
                self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Vary", "Accept-Encoding")
        self.end_headers()
        return io.BytesIO(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of each request."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve ``folder`` on a free port of this machine; its address, with a closing slash."""
    handler = functools.partial(Handler, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()

"""A proxy on a Unix socket in front of PostgreSQL that can lose the answer to a commit, or the commit itself."""

import contextlib
import shutil
import socket
import tempfile
import threading
from pathlib import Path

__all__ = ["LossyProxy"]


class LossyProxy:
    def __init__(self, target: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="understudy-proxy-", dir="/tmp"))
        self.lost = 0
        self._target = str(target)
        self._forward: bool | None = None
        self._statement = b"COMMIT"
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self.folder / target.name))
        self._listener.listen(16)
        self._open: list[socket.socket] = [self._listener]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> "LossyProxy":
        return self

    def __exit__(self, *_: object) -> None:
        for one in list(self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def lose_next_commit(self, *, forward: bool, statement: bytes = b"COMMIT") -> None:
        """Break the connection of the next commit: after the server gets it, or before.

        `statement`: what a statement that commits by itself has in its text.
        """
        self._statement = statement
        self._forward = forward

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client = self._listener.accept()[0]
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._target)
                self._open += [client, server]
                threading.Thread(target=self._to_server, args=(client, server), daemon=True).start()
                threading.Thread(target=_copy, args=(server, client), daemon=True).start()

    def _to_server(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while received := client.recv(1 << 20):
                if self._statement in received and self._forward is not None:
                    forward, self._forward = self._forward, None
                    self.lost += 1
                    client.shutdown(socket.SHUT_RDWR)  # first, so that no answer gets through
                    if forward:
                        server.sendall(received)
                    break
                server.sendall(received)
            server.shutdown(socket.SHUT_WR)


def _copy(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while received := source.recv(1 << 20):
            target.sendall(received)
        target.shutdown(socket.SHUT_WR)

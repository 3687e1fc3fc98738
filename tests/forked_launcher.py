"""The program that `forked_understudy` names: hands its descriptors to a forked process, and ends as that ends.

Started without `site` and without our package, so that it costs little. A signal goes to the forked process, and
when this one is killed, the other is.
"""

import json
import os
import signal
import socket
import struct
import sys
from types import FrameType

FORWARDED_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def main() -> None:
    # Until the program is known, a signal has nobody to go to: it is kept until then.
    signal.pthread_sigmask(signal.SIG_BLOCK, FORWARDED_SIGNALS)
    address, *words = sys.argv[1:]
    given = given_descriptors()
    request = json.dumps(
        {"words": words, "environ": dict(os.environ), "cwd": os.getcwd(), "descriptors": given}
    ).encode()
    with socket.socket(socket.AF_UNIX) as server:
        server.connect(address)
        socket.send_fds(server, [struct.pack("!I", len(request))], [0, 1, 2, *given])
        server.sendall(request)
        (pid,) = struct.unpack("!i", receive(server))

        def forward(number: int, _: FrameType | None) -> None:
            os.kill(pid, number)

        for number in FORWARDED_SIGNALS:
            signal.signal(number, forward)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, FORWARDED_SIGNALS)
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2, *given):
            os.dup2(nothing, number)
        (status,) = struct.unpack("!i", receive(server))
    if status < 0:
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(status)


def given_descriptors() -> list[int]:
    """Return those besides the standard streams that whoever started this program left open for it."""
    found: list[int] = []
    for name in os.listdir("/dev/fd"):
        number = int(name)
        try:
            os.fstat(number)
        except OSError:  # it was open while the folder was listed
            continue
        if number > 2:
            found.append(number)
    return found


def receive(server: socket.socket) -> bytes:
    """Return the next four bytes."""
    received = b""
    while len(received) < 4:
        part = server.recv(4 - len(received))
        if not part:
            sys.exit("the process that forks others has ended")
        received += part
    return received


if __name__ == "__main__":
    main()

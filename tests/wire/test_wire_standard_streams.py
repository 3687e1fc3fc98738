"""Standard output carries frames only, whatever prints."""

import subprocess
import sys

PROGRAM = """
import asyncio, os, subprocess, sys
from understudy.wire import LineChannel, claim_stdio

class Echo:
    def __init__(self, channel):
        self.channel, self.over = channel, asyncio.Event()
    def frames_received(self, frames):
        print("printed by a library")
        os.write(1, b"written to descriptor 1\\n")
        subprocess.run(["sh", "-c", "echo echoed by a child; cat"], check=True)
        for frame in frames:
            self.channel.send(frame)
    def ended(self):
        self.over.set()

async def main(source, sink):
    channel = LineChannel(source, sink)
    echo = Echo(channel)
    channel.open(echo)
    await echo.over.wait()
    await channel.flush(1.0)
    channel.close()

with claim_stdio() as (source, sink):
    assert not os.get_inheritable(source) and not os.get_inheritable(sink)
    asyncio.run(main(source, sink))
print("after all")
"""


def test_what_prints_goes_to_the_log_and_frames_alone_to_the_output() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], input=b"[1]\n[2]\n", capture_output=True, timeout=240, check=True
    )
    assert done.stdout == b"[1]\n[2]\nafter all\n"
    for printed in (b"printed by a library", b"written to descriptor 1", b"echoed by a child"):
        assert printed in done.stderr


def test_without_a_standard_error_nothing_reaches_the_output_either() -> None:
    done = subprocess.run(
        ["sh", "-c", '"$0" -c "$1" 2>&-', sys.executable, PROGRAM],
        input=b"[1]\n",
        capture_output=True,
        timeout=240,
        check=True,
    )
    assert done.stdout == b"[1]\nafter all\n"

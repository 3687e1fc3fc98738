"""Agents for the tests of the pipe: each does one thing on lines, and none of them speaks ACP.

echo: writes its process id, then every line back; asked for it, it says something odd or goes.
visit: every line is [address, path, headers] of a request that it makes; it writes the status.
"""

import http.client
import json
import os
import signal
import sys
import time

kind = sys.argv[1]
if kind == "dead":
    print("a first line", file=sys.stderr)
    sys.exit("the key is missing")
if kind == "deaf":
    time.sleep(600)
if kind == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
sys.stdout.write(json.dumps({"pid": os.getpid(), "cwd": os.getcwd()}) + "\n")
sys.stdout.flush()
if kind == "stubborn":
    time.sleep(600)
if kind == "flood":
    line = b'"' + b"x" * 100_000 + b'"\n'
    sent = 0
    while True:
        os.write(1, line)
        sent += 1
        if sent % 100 == 0:
            print(f"sent {sent}", file=sys.stderr, flush=True)
for line in sys.stdin.buffer:
    word = line.strip()
    if word == b'"no utf-8"':
        line = b'"\xff"\n'
    elif word == b'"too large"':
        line = b'"' + b"x" * (33 << 20) + b'"\n'
    elif word == b'"go"':
        print("\x1b[31mit was asked to go\x1b[0m", file=sys.stderr, flush=True)
        os._exit(3)
    elif word == b'"die"':
        os.kill(os.getpid(), signal.SIGKILL)
    elif kind == "visit":
        address, path, headers = json.loads(line)
        connection = http.client.HTTPConnection(address, timeout=240)
        connection.request("GET", path, headers=headers)
        line = f"{connection.getresponse().status}\n".encode()
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()

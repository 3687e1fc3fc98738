"""`understudy web` with another folder for the built page, given first: for tests, where none is built.

HEAD_TIMEOUT_S in the environment replaces the time limit for the head of a request, and AUTHORIZATION_TIMEOUT_S
that for the first authorized one.
"""

import argparse
import os
import sys
from pathlib import Path

from understudy.cli.commands import web

if "HEAD_TIMEOUT_S" in os.environ or "AUTHORIZATION_TIMEOUT_S" in os.environ:
    from understudy.http.connections import BoundedProtocol

    BoundedProtocol.head_timeout_s = float(os.environ.get("HEAD_TIMEOUT_S", "240"))
    BoundedProtocol.authorization_timeout_s = float(os.environ.get("AUTHORIZATION_TIMEOUT_S", "240"))
parser = argparse.ArgumentParser(prog="understudy web")
web.configure(parser)
sys.exit(web.run_with_page(parser.parse_args(sys.argv[2:]), Path(sys.argv[1], "index.html")))

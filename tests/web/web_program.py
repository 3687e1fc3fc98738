"""`understudy web` with another folder for the built page, given first: for tests, where none is built.

HEAD_TIMEOUT_S in the environment replaces the time limit for the head of a request.
"""

import argparse
import os
import sys
from pathlib import Path

from understudy.cli.commands import web

if "HEAD_TIMEOUT_S" in os.environ:
    from understudy.http.server import HeadTimeoutProtocol

    HeadTimeoutProtocol.head_timeout_s = float(os.environ["HEAD_TIMEOUT_S"])
parser = argparse.ArgumentParser(prog="understudy web")
web.configure(parser)
sys.exit(web.run_with_page(parser.parse_args(sys.argv[2:]), Path(sys.argv[1], "index.html")))

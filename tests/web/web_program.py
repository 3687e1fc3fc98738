"""`understudy web` with another folder for the built page, given first: for tests, where none is built."""

import argparse
import sys
from pathlib import Path

from understudy.cli.commands import web

parser = argparse.ArgumentParser(prog="understudy web")
web.configure(parser)
sys.exit(web.run_with_page(parser.parse_args(sys.argv[2:]), Path(sys.argv[1], "index.html")))

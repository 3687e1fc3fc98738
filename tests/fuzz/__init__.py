"""Fuzzing of everything that reads bytes of others: protocols over pipes and sockets, and parsers.

`mutator` makes inputs from seeds, `targets` run them and raise on a finding, `__main__` is `make fuzz`. A finding
is written to `corpus/<target>`, and every later run starts with the whole corpus.
"""

import sys
from pathlib import Path

_TESTS = Path(__file__).resolve().parents[1]
# The helpers of the tests import each other as pytest lets them.
sys.path[:0] = [str(_TESTS), *(str(_TESTS / name) for name in ("mcp", "web", "lsp"))]

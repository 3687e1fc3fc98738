"""Keep of ACP's published schema what says something about shapes: `python -m codegen.reduce FILE`.

The prose stays with its authors. What is left is committed as acp-v1.schema.json; `codegen.structs` reads it.
"""

import json
import sys
from pathlib import Path
from typing import Any

REDUCED = Path(__file__).with_name("acp-v1.schema.json")
PROSE = ("description", "title", "x-docs-ignore", "discriminator", "$schema", "format")


def reduce(node: Any, *, names: bool = False) -> Any:
    """`names`: the keys here are names of properties or definitions, not words of JSON Schema."""
    match node:
        case dict():
            return {
                key: reduce(value, names=not names and key in ("properties", "$defs"))
                for key, value in node.items()
                if names or key not in PROSE
            }
        case list():
            return [reduce(item) for item in node]
        case _:
            return node


if __name__ == "__main__":
    reduced = reduce(json.loads(Path(sys.argv[1]).read_text()))
    REDUCED.write_text(json.dumps({"$defs": reduced["$defs"]}, separators=(",", ":"), sort_keys=False) + "\n")

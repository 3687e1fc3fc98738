"""How likely a consequence is to be what the user does next: a base for each family, moved by named features.

The numbers are estimates of the share that was right in histories of other projects. To calibrate anew, change
`BASES` (a chance, with no feature set) and `MOVES` (added to its log-odds for each unit of a feature).
"""

import math
from typing import Final

__all__ = ["BASES", "MOVES", "chance"]

BASES: Final = {
    "import-unused": 0.80,
    "import-missing": 0.70,
    "import-moved": 0.72,
    "signature-argument": 0.65,
    "definition-removed": 0.65,
    "parallel-field": 0.60,
    "diagnostic-spelling": 0.75,
    "diagnostic-import": 0.80,
    "diagnostic-bracket": 0.75,
    "diagnostic-colon": 0.85,
    "diagnostic-unused": 0.65,
}
"""The chance of each family, all features being zero."""

MOVES: Final = {
    "jump": -0.5,
    # The file is another one than the one the user is in.
    "elsewhere": -0.4,
    # Edits made since the one that has this consequence.
    "stale": -0.25,
    # The edit took out a whole block, which may be pasted again elsewhere.
    "block": -0.4,
    # The user has been at the imports of this text already, and left this one.
    "touched": -0.8,
    # Only some names of a statement go.
    "part": 0.0,
    # The import stands twice.
    "double": -0.3,
    # More than one file of the workspace says the same.
    "agreed": 0.5,
    # The name was read off a file's path, nobody imports it yet.
    "derived": -0.8,
    # A trait in Rust may be in use though its name is not written.
    "implicit": -1.5,
    "alike": 0.0,
    "inline": 0.0,
    "bare": 0.0,
    "same": 0.0,
    "far": 0.0,
    "rust": 0.0,
    "listed": 0.0,
    # It stands where the user is: the same or the next lines.
    "near": 0.3,
    # The tool that found the fault names the cure.
    "told": 1.2,
}
"""What each feature adds to the log-odds."""


def chance(family: str, **features: float) -> float:
    base = BASES[family]
    score = math.log(base / (1 - base)) + sum(MOVES[name] * value for name, value in features.items())
    return 1 / (1 + math.exp(-score))

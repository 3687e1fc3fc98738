"""How likely a consequence is to be what the user does next: a base for each family, moved by named features.

The numbers are estimates of the share that was right in histories of other projects. To calibrate anew, change
`BASES` (a chance, with no feature set) and `MOVES` (added to its log-odds for each unit of a feature).
"""

import math
from typing import Final

__all__ = ["BASE_PROBABILITIES", "LOG_ODDS_SHIFTS", "estimate_probability"]

BASE_PROBABILITIES: Final = {
    "import-unused": 0.80,
    "import-missing": 0.66,
    "import-moved": 0.45,
    "signature-argument": 0.62,
    "definition-removed": 0.85,
    "member-renamed": 0.70,
    "parallel-field": 0.35,
    "diagnostic-spelling": 0.75,
    "diagnostic-import": 0.75,
    "diagnostic-bracket": 0.75,
    "diagnostic-colon": 0.85,
    "diagnostic-unused": 0.65,
}
"""The chance of each family, all features being zero."""

LOG_ODDS_SHIFTS: Final = {
    # Where it is.
    "elsewhere": -0.1,  # in another text than the user is in
    "stale": -0.3,  # for each edit made since the one that has this consequence
    # What kind of edit it follows from.
    "block": -1.5,  # many lines or names at once: they may be on their way to another place
    "touched": -2.0,  # the user has been at these imports already, and left this one
    "sweeping": -2.0,  # they go down the text, and were at the imports before
    "replaced": -0.6,  # the same edit brought names that are not known yet: the import will change, not go
    # What is proposed.
    "jump": -0.7,  # only the place where a lost definition is used
    "call": 0.9,  # only the call that lacks an argument
    "definition": 1.2,  # only the definition that lacks a parameter
    "part": -1.4,  # one name of several: the others may change soon, too
    "double": 0.4,  # one of two equal imports
    "listed": -1.0,  # the entry of a lost definition in a list
    "relocated": 1.1,  # the same import in another text gets the same new module
    # What it rests on.
    "agreed": -0.5,  # several texts say the same: where it goes was wrong as often before
    "derived": -1.1,  # nobody says it yet: read off a path, or off names that are alike
    "implicit": -1.5,  # a trait may be in use though its name is not written
    "rust": -1.1,  # where an import goes is less certain in nested lists
    "rivalled": -1.6,  # another type may have a member of that name
    "lenient": -0.5,  # the language does not mind an argument too many
    "inline": 1.6,  # an element of a list on one line
    "same": 0.8,  # the very line the user wrote
    "told": 1.2,  # the tool that found the fault names the cure
}
"""What each feature adds to the log-odds."""


def estimate_probability(family: str, **features: float) -> float:
    base = BASE_PROBABILITIES[family]
    score = math.log(base / (1 - base)) + sum(
        LOG_ODDS_SHIFTS[name] * value for name, value in features.items()
    )
    return 1 / (1 + math.exp(-score))

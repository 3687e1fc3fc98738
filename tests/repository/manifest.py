"""Which rules of the mission are done. Every rule is either proven by marked tests or listed as open here.

The ids are those of the requirements and of the attack table; a test says what it proves with
`@pytest.mark.requirement("WAP-02")` or `@pytest.mark.attack(7)`. The lists of open ones only ever shrink.
"""

from typing import Final

SIZES: Final = {"NES": 22, "DIR": 15, "CTX": 6, "WAP": 13, "DIA": 6}
"""How many rules each chapter has."""

REQUIREMENTS: Final = frozenset(
    f"{chapter}-{n:02}" for chapter, size in SIZES.items() for n in range(1, size + 1)
)

DONE: Final = frozenset(
    {f"WAP-{n:02}" for n in range(1, 14)}
    | {f"DIR-{n:02}" for n in range(1, 16)}
    | {f"CTX-{n:02}" for n in range(1, 7)}
    | {f"NES-{n:02}" for n in range(1, 23)}
    | {f"DIA-{n:02}" for n in range(1, 7)}
)

OPEN: Final[frozenset[str]] = frozenset()

ATTACKS: Final = frozenset(range(1, 75)) - {54}
"""The numbered lines of the attack tables (there is no 54)."""

OPEN_ATTACKS: Final[frozenset[int]] = frozenset()

PROTOCOL_ATTACKS: Final = (
    "not JSON",
    "no object",
    "odd id",
    "unknown method",
    "wrong params",
    "names in _meta",
    "huge line",
    "half a character",
    "end inside a frame",
    "slow reader",
    "same id twice",
    "unknown answer",
    "before initialize",
    "second initialize",
    "unknown cancel",
)
"""The lines about the protocol, which have no numbers, in the order of the table."""

UNNUMBERED_ATTACKS: Final = ("line ends", "secrets in logs", *PROTOCOL_ATTACKS)

COMMAND_ATTACKS: Final = frozenset({*range(41, 45), *range(46, 53), *range(57, 68), 70, 72})
"""The attacks by a command: each has a test in bubblewrap and in Landlock, as superuser and as ordinary user.

Not 40 and 45, which are refused before a sandbox is selected.
"""

USER_FIXTURE: Final = "any_user"
SANDBOX_FIXTURES: Final = frozenset({"real_sandbox", "sandbox"})

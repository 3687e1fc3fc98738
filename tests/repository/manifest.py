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

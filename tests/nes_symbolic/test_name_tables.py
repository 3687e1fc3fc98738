"""A member is added to an enum of numbers: the table of the names of its members follows."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run

GO = """package parcel

type State int

const (
	Packed State = iota
	Sent
	Delivered
)

var names = [...]string{
	STRINGS
}
"""
C = """enum state {
    STATE_IDLE,
    STATE_BUSY,
    STATE_DONE
};

static const char *const names[] = {
    STRINGS
};
"""
SWITCH = """
func (s State) IsMoving() bool {
	switch s {
	case Packed, Delivered:
		return false
	case Sent:
		return true
	}
	return false
}
"""


def go(strings: list[str], *expected: str, new: str = "Returned", more: str = "") -> RuleCase:
    text = GO.replace("STRINGS", "\n\t".join(f"{one}," for one in strings)) + more
    return case(text, "\tDelivered", f"\tDelivered\n\t{new}", *expected, path="m.go")


def c(strings: list[str], *expected: str) -> RuleCase:
    text = C.replace("STRINGS", "\n    ".join(f"{one}," for one in strings))
    return case(text, "    STATE_DONE", "    STATE_DONE,\n    STATE_FAILED", *expected, path="m.c")


CASES: dict[str, RuleCase] = {
    "words": go(['"packed"', '"sent"', '"delivered"'], 'm.go\n@15\n+\t"returned",'),
    "names": go(['"Packed"', '"Sent"', '"Delivered"'], 'm.go\n@15\n+\t"Returned",'),
    "capitals": go(['"PACKED"', '"SENT"', '"DELIVERED"'], 'm.go\n@15\n+\t"RETURNED",'),
    "other words": go(['"packed up"', '"sent away"', '"delivered home"']),
    "some of the members": go(['"packed"', '"sent"']),
    "a table that has it already": go(['"packed"', '"sent"', '"delivered"', '"returned"']),
    "several words, spelled in a way that is not shown": go(
        ['"packed"', '"sent"', '"delivered"'], new="SentBack"
    ),
    "without the prefix of the members": c(['"idle"', '"busy"', '"done"'], 'm.c\n@11\n+    "failed",'),
    "with the prefix of the members": c(
        ['"STATE_IDLE"', '"STATE_BUSY"', '"STATE_DONE"'], 'm.c\n@11\n+    "STATE_FAILED",'
    ),
    "members that are strings": case(
        'package m\n\ntype State string\n\nconst (\n\tPacked State = "p"\n\tSent State = "s"\n'
        '\tDone State = "d"\n)\n\nvar names = []string{\n\t"packed",\n\t"sent",\n\t"done",\n}\n',
        '\tDone State = "d"',
        '\tDone State = "d"\n\tLost State = "l"',
        path="m.go",
    ),
    "an enum whose members are no numbers": case(
        "from enum import Enum\n\nclass State(Enum):\n    SENT = auto()\n    DONE = auto()\n\n"
        'NAMES = [\n    "sent",\n    "done",\n]\n',
        "    DONE = auto()",
        "    DONE = auto()\n    LOST = auto()",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_table_of_the_names_of_the_members(name: str) -> None:
    one = CASES[name]
    assert run(one, "member-added") == one.expected


def test_a_table_follows_beside_a_switch_over_the_members() -> None:
    one = go(['"packed"', '"sent"', '"delivered"'], more=SWITCH)
    assert 'm.go\n@15\n+\t"returned",' in run(one, "member-added")

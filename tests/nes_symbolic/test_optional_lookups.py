"""A function of Python that may return None now asks a dict for an element by `get`."""

import pytest

from nes_symbolic.rule_cases import case, run

BODY = """class Vault:
    def __init__(self, lots):
        {declared}

    def find(self, key) -> Lot:
        {body}
"""


def _found(
    body: str = "return self.lots[key]",
    declared: str = "self.lots = {}",
    old: str = "Lot",
    new: str = "Lot | None",
) -> list[str]:
    text = BODY.format(declared=declared, body=body).replace("-> Lot:", f"-> {old}:")
    line = f"    def find(self, key) -> {old}:"
    found = run(case(text, line, line.replace(f"-> {old}:", f"-> {new}:")), "return-value")
    return [one.split("\n+")[-1].strip() for one in found]


@pytest.mark.parametrize(
    "declared",
    [
        "self.lots = {}",
        "self.lots = {one.key: one for one in lots}",
        "self.lots = {\n            1: 2,\n        }",
        "self.lots: dict[int, Lot] = lots",
        "self.lots: Mapping[int, Lot] = lots",
        "self.lots: dict[int, Lot] = {}",
        "self.lots = dict(lots)",
    ],
)
def test_an_element_of_a_dict(declared: str) -> None:
    assert _found(declared=declared) == ["return self.lots.get(key)"]


@pytest.mark.parametrize(
    "declared",
    [
        "self.lots = lots",
        "self.lots = []",
        "self.lots = {1, 2}",
        "self.other = {}",
        "self.lots = defaultdict(list)",
    ],
)
def test_an_element_of_anything_else(declared: str) -> None:
    assert _found(declared=declared) == []


@pytest.mark.parametrize(
    ("old", "new", "follows"),
    [
        ("Lot", "Lot | None", True),
        ("Lot", "None | Lot", True),
        ("Lot", "Optional[Lot]", True),
        ("Lot", "typing.Optional[Lot]", True),
        ("Lot", "Other | None", False),
        ("Lot", "Lot | Other", False),
        ("Lot | None", "Lot", False),
        ("Lot", "list[Lot]", False),
    ],
)
def test_the_type_that_is_returned(old: str, new: str, follows: bool) -> None:
    assert bool(_found(old=old, new=new)) == follows


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('return self.lots["a"]', ['return self.lots.get("a")']),
        ("return self.lots[key, 1]", []),
        ("return self.lots[1:2]", []),
        ("return self.lots[key].name", []),
        ("return key", []),
        ("if key in self.lots:\n            return self.lots[key]\n        return key", []),
        ("if key not in self.lots:\n            raise KeyError\n        return self.lots[key]", []),
        (
            "if key in self.lots_2:\n            pass\n        return self.lots[key]",
            ["return self.lots.get(key)"],
        ),
        ("try:\n            return self.lots[key]\n        except KeyError:\n            return 0", []),
        ("return load(key)[key]", []),
    ],
)
def test_what_is_returned(body: str, expected: list[str]) -> None:
    assert _found(body) == expected

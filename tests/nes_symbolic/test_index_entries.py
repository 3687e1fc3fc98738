"""A new public name of a module: the lists and the index files that name its siblings."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness, only
from understudy.nes.symbolic.consequences.definitions.index_files import PROBABILITY
from understudy.nes.symbolic.consequences.limits import MAX_IMPORTING_TEXTS, MAX_MEMBERS
from understudy.nes.symbolic.consequences.values import StaleFeatures

FUNCTIONS = "def area():\n    pass\n\n\ndef size():\n    pass\n"
SIZE = "def size():\n    pass"
TALL = f"{SIZE}\n\n\ndef tall():\n    pass"
NAME, NAMES = "__all__", '["area", "size"]'
ALL = f"{NAME} = {NAMES}"


def listed(first: str, *expected: str, old: str = SIZE, new: str = TALL) -> RuleCase:
    return case(f"{first}\n\n\n{FUNCTIONS}", old, new, *expected)


WIDE = "\n\ndef wide():\n    pass\n"
NEEDED = f'm.py\n@1\n-{ALL}\n+__all__ = ["area", "size", "tall"]'


def far(count: int, *expected: str) -> RuleCase:
    """So many statements stand in the module, the new function among them."""
    between = "x = 1\n" * (count - 4)
    return case(f"{ALL}\n{between}{FUNCTIONS}", SIZE, TALL, *expected)


def spaced(chars: int, *expected: str) -> RuleCase:
    """So many characters stand before the list."""
    return listed(f"{NAME.ljust(chars - 2)}= {NAMES}", *expected)


LISTS = {
    "as many statements as are read": far(4 * MAX_MEMBERS, NEEDED),
    "one statement more": far(4 * MAX_MEMBERS + 1),
    "a list that is near its name": spaced(
        40,
        f'm.py\n@1\n-{NAME.ljust(38)}= {NAMES}\n+{NAME.ljust(38)}= ["area", "size", "tall"]',
    ),
    "a list that is far from its name": spaced(41),
    "a list of some of three names": case(f"{ALL}\n\n\n{FUNCTIONS}{WIDE}", SIZE, TALL),
    "another name for one of three": case(
        f'__all__ = ["area", "size", "wide"]\n\n\n{FUNCTIONS}{WIDE}', "def wide():", "def tall():"
    ),
    "a name that was written over": RuleCase(
        {"m.py": f"{ALL}\n\n\n{FUNCTIONS}"}, ((SIZE, TALL), ("def tall():", "def wide():")), []
    ),
    "a name in place of more lines": case(
        f"{ALL}\n\n\n{FUNCTIONS}\n\ndef _long():\n    one()\n    two()\n",
        "def _long():\n    one()\n    two()",
        "def tall():\n    pass",
    ),
    "a text of no language": RuleCase({"m.txt": f"{ALL}\n\n\n{FUNCTIONS}"}, ((SIZE, TALL),), []),
    "a list in an index that defines the names": RuleCase(
        {"a/__init__.py": f"{ALL}\n\n\n{FUNCTIONS}"},
        ((SIZE, TALL),),
        [NEEDED.replace("m.py", "a/__init__.py")],
    ),
    "an index behind texts with another name": RuleCase(
        {
            "a/m.py": FUNCTIONS,
            **{f"a/n{number}.py": "size = 1\n" for number in range(MAX_IMPORTING_TEXTS)},
            "a/__init__.py": "from .m import area, size\n",
        },
        ((SIZE, TALL),),
        ["a/__init__.py\n@1\n-from .m import area, size\n+from .m import area, size, tall"],
    ),
    "a public module of Rust": RuleCase(
        {"a/m.rs": "pub fn area() {}\npub fn size() {}\n", "a/mod.rs": "pub use m::{area, size};\n"},
        (("pub fn size() {}", "pub fn size() {}\npub mod tall;"),),
        [],
    ),
    "the names of the module": listed(ALL, f'm.py\n@1\n-{ALL}\n+__all__ = ["area", "size", "tall"]'),
    "another list": listed(ALL.replace("__all__", "NAMES")),
    "a list of some names": listed('__all__ = ["size"]'),
    "a list that has it": listed('__all__ = ["area", "size", "tall"]'),
    "a private name": listed(ALL, new=TALL.replace("tall", "_tall")),
    "two names at once": listed(ALL, new=f"{TALL}\n\n\ndef wide():\n    pass"),
    "another name for one of them": listed(ALL, new="def tall():\n    pass\n\n\nx = 1"),
    "a definition with an error": listed(ALL, new=TALL.replace("tall(", "tall(:")),
    "a name with one sibling": case(f'__all__ = ["size"]\n\n\n{SIZE}\n', SIZE, TALL),
    "it is gone again": RuleCase({"m.py": f"{ALL}\n\n\n{FUNCTIONS}"}, ((SIZE, TALL), (TALL, SIZE)), []),
    "the index of the folder": RuleCase(
        {"a/m.py": FUNCTIONS, "a/__init__.py": "from .m import area, size\n"},
        ((SIZE, TALL),),
        ["a/__init__.py\n@1\n-from .m import area, size\n+from .m import area, size, tall"],
    ),
    "the index is asked about": RuleCase(
        {"a/m.py": FUNCTIONS, "a/__init__.py": "from .m import area, size\n"},
        ((SIZE, TALL),),
        ["a/__init__.py\n@1\n-from .m import area, size\n+from .m import area, size, tall"],
        asked="a/__init__.py",
    ),
    "the index of another folder": RuleCase(
        {"a/m.py": FUNCTIONS, "b/__init__.py": "from .m import area, size\n"}, ((SIZE, TALL),), []
    ),
    "a public function of Rust": RuleCase(
        {"a/m.rs": "pub fn area() {}\npub fn size() {}\n", "a/mod.rs": "pub use m::{area, size};\n"},
        (("pub fn size() {}", "pub fn size() {}\npub fn tall() {}"),),
        ["a/mod.rs\n@1\n-pub use m::{area, size};\n+pub use m::{area, size, tall};"],
    ),
    "a private function of Rust": RuleCase(
        {"a/m.rs": "pub fn area() {}\npub fn size() {}\n", "a/mod.rs": "pub use m::{area, size};\n"},
        (("pub fn size() {}", "pub fn size() {}\nfn tall() {}"),),
        [],
    ),
}
AREA, SIZES = "export { Area } from './area';\n", "export { Size } from './size';\n"


def module(index: str, *expected: str, path: str = "a/color.ts", name: str = "Color") -> RuleCase:
    """The first class of a module, beside the index of its folder."""
    files = {path: "x\n", "a/index.ts": index}
    return RuleCase(files, (("x", f"export class {name} {{}}"),), list(expected))


MODULES = {
    "in the order of the names": module(AREA + SIZES, "a/index.ts\n@1\n+export { Color } from './color';"),
    "before the others": module(
        AREA + SIZES, "a/index.ts\n@0\n+export { Ape } from './ape';", path="a/ape.ts", name="Ape"
    ),
    "behind names without an order": module(
        SIZES + AREA, "a/index.ts\n@2\n+export { Color } from './color';"
    ),
    "a class that is not called like the module": module(AREA + SIZES, name="Shape"),
    "a module that is spelled in another way": module(AREA + SIZES, path="a/bigColor.ts", name="BigColor"),
    "a module with a part of the name": module(AREA + SIZES, path="a/ape.ts", name="Shape"),
    "a module of Python that is spelled in another way": RuleCase(
        {"a/bigColor.py": "x\n", "a/__init__.py": "from .area import Area\nfrom .size import Size\n"},
        (("x", "class BigColor:\n    pass"),),
        [],
    ),
    "one entry is no list": module(AREA),
    "it is listed already": module(f"{AREA}export {{ Color }} from './color';\n{SIZES}"),
    "entries of another form": module(AREA + SIZES.replace("./size", "./sizes")),
    "a class in the index itself": RuleCase(
        {"a/index.ts": f"x\n{AREA}{SIZES}"}, (("x", "export class Index {}"),), []
    ),
    "a module of Python": RuleCase(
        {"a/color.py": "x\n", "a/__init__.py": "from .area import Area\nfrom .size import Size\n"},
        (("x", "class Color:\n    pass"),),
        ["a/__init__.py\n@1\n+from .color import Color"],
    ),
}


@pytest.mark.parametrize("name", LISTS)
def test_a_new_name_is_listed_with_its_siblings(name: str) -> None:
    assert run(LISTS[name], "index-entry") == LISTS[name].expected


@pytest.mark.parametrize("name", MODULES)
def test_a_new_module_is_listed_with_the_others(name: str) -> None:
    assert run(MODULES[name], "index-entry") == MODULES[name].expected


@pytest.mark.parametrize(("asked", "elsewhere"), [("a/__init__.py", 0.0), ("a/m.py", 1.0)])
def test_an_entry_in_the_text_that_is_asked_about_is_likelier(asked: str, elsewhere: float) -> None:
    harness = RuleHarness()
    harness.put("a/m.py", FUNCTIONS)
    harness.put("a/__init__.py", "from .m import area, size\n")
    harness.edit("a/m.py", SIZE, TALL)
    found = only(harness.ask(asked), "index-entry")
    assert found.probability == PROBABILITY.estimate(StaleFeatures(0, elsewhere))

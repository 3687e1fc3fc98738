"""Table tests for imports that moved, were renamed or went: the uses in this text, the imports of other texts."""

# pyright: reportPrivateUsage=false

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness, only
from understudy.nes.symbolic.consequences import moved_import


def uses(old: str, new: str, use: str, *expected: str, path: str = "m.py") -> RuleCase:
    """The import in the first line changes; the third line uses it."""
    return case(
        f"{old}\n\n{use}\n", old, new, *(f"{path}\n@3\n-{use}\n+{one}" for one in expected), path=path
    )


USES = {
    "a module gets a short name": uses(
        "import os.path", "import os.path as p", "os.path.join(a)", "p.join(a)"
    ),
    "a module loses its short name": uses(
        "import os.path as p", "import os.path", "p.join(a)", "os.path.join(a)"
    ),
    "a name of a module in a package": uses(
        "import os.path", "from os.path import join", "os.path.join(a)", "join(a)"
    ),
    "a module in a package instead of its name": uses(
        "from os.path import join", "import os.path", "join(a)", "os.path.join(a)"
    ),
    "a trait of a module of Rust": uses(
        "use std::fmt::{self};",
        "use std::fmt::Display;",
        "impl fmt::Display for A {}",
        "impl Display for A {}",
        path="m.rs",
    ),
    "a name that its module begins with": uses(
        "from user.models import user", "from user.models import user as u", "user.save()", "u.save()"
    ),
    "a name of another module": uses("import store", "from shop import load", "store.load()"),
    "another module instead of a name": uses("from store import load", "import shop", "load()"),
    "a name that is a member of the old one": uses(
        "from lib import user", "from lib import name", "user.name"
    ),
    "names without letters": uses(
        "import $ from 'jquery';", "import _ from 'lodash';", "$('a');", path="m.js"
    ),
    "a name that is used already": case(
        "from lib import UserStore\n\nUserStore()\nUserTable()\n",
        "from lib import UserStore",
        "from lib import UserTable",
    ),
    "another form of import": uses("import UserStore", "from lib import UserTable", "UserStore()"),
}


SHADOWED = (
    "\n\ndef read(day):\n    return parser.parse(day)\n\n\n"
    "def main():\n    parser = Parser()\n    parser.run()\n"
)
ALIAS = ("from dateutil import parser", "from dateutil import parser as dates")
USES["a local variable has the name too"] = case(
    ALIAS[0] + SHADOWED,
    *ALIAS,
    "m.py\n@4\n-    return parser.parse(day)\n+    return dates.parse(day)",
)
USES["a text with an error has no scopes"] = case(f"{ALIAS[0]}{SHADOWED}x = = 1\n", *ALIAS)


@pytest.mark.parametrize(
    ("old", "new", "more", "is_likely"),
    [
        pytest.param(*ALIAS, "", True, id="another name"),
        pytest.param(*ALIAS, "def f(dates):\n    return dates\n", False, id="a name that is used already"),
        pytest.param(
            "from lib import load_user", "from lib import load_users", "", False, id="another thing"
        ),
        pytest.param(*ALIAS, "x = = 1\n", False, id="a text with an error"),
    ],
)
def test_the_same_thing_under_another_name_is_likely(
    old: str, new: str, more: str, *, is_likely: bool
) -> None:
    name = old.split()[-1]
    harness = RuleHarness(m__py=f"{old}\n\n{name}.go()\n{more}")
    harness.edit("m.py", old, new)
    found = only(harness.ask("m.py"), "import-moved").probability
    assert (found > 0.8) == is_likely


@pytest.mark.parametrize("name", USES)
def test_uses_of_a_changed_import(name: str) -> None:
    assert run(USES[name], "import-moved") == USES[name].expected


LOST = {
    "its import goes": case("import six\n\nx = six.b\n", "import six", "", "m.py 1:4"),
    "it is imported from another module": uses("from a import load", "from b import load", "load()"),
    "the language has it": case("from io import open\n\nopen(x)\n", "from io import open", "import sys"),
    "its line is changed again": RuleCase(
        {"m.py": "import six\n\nx = six.b\n"},
        (("import six", "import seven"), ("import seven", "import eight")),
        [],
    ),
    "it is exported again": case(
        'import { load } from "./a";\n\nexport { load, other };\n',
        'import { load } from "./a";',
        "",
        "m.ts\n@2\n-export { load, other };\n+export { other };",
        path="m.ts",
    ),
    "its import and the line below go": case(
        "import six\nx = 1\n\ny = six.b\n", "import six\nx = 1", "z = 1", "m.py 2:4"
    ),
}


@pytest.mark.parametrize("name", LOST)
def test_names_that_lost_their_import(name: str) -> None:
    assert run(LOST[name], "definition-removed") == LOST[name].expected


@pytest.mark.parametrize(("cursor", "expected"), [(3, 3), (4, 4), (5, 3)])
def test_the_first_use_from_the_cursor_on(cursor: int, expected: int) -> None:
    harness = RuleHarness(m__py="import six\nimport os\n\n\nsix.a\nsix.b\n")
    harness.edit("m.py", "import six", "")
    found = only(harness.ask("m.py", cursor), "definition-removed")
    assert found.position is not None
    assert found.position.line == expected


def moved(
    old: str, new: str, other: str, *expected: str, path: str = "p/m.py", to: str = "p/n.py"
) -> RuleCase:
    """An import of one text gets another module; another text has one like it."""
    return RuleCase({path: f"{old}\n", to: other}, ((old, new),), [f"{to}\n{one}" for one in expected])


LIB = ("from lib import load", "from shop import load")
MOVED = {
    "the same import": moved(
        *LIB, "from lib import load\n", "@1\n-from lib import load\n+from shop import load"
    ),
    "the name from elsewhere": moved(*LIB, "from other import load  # not of lib\n"),
    "two of three names": moved(
        "from lib import load, save", "from shop import load, save", "from lib import find, load, save\n"
    ),
    "no place for the other import": moved(
        *LIB, f"from lib import find, load\nfrom shop import {'a' * 60}\n"
    ),
    "a part of a nested list": moved(
        "use lib::io::load;",
        "use shop::load;",
        "use lib::{io::{load, save}, find};\nuse log::info;\n\nfn f() {}\n",
        path="m.rs",
        to="n.rs",
    ),
    "another thing under the same name": moved(
        "from lib import load as get", "from shop import find as get", "from lib import load as get\n"
    ),
    "the thing under another name": moved(
        "from lib import load as get", "from shop import load as find", "from lib import load as get\n"
    ),
    "another form of import": moved(
        "import { load } from 'lib';",
        "const { load } = require('lib');",
        "import { load } from 'lib';\n",
        path="m.js",
        to="n.js",
    ),
    "from a file of the folder, in another folder": moved(
        "import { load } from './lib';",
        "import { load } from 'shop';",
        "import { load } from './lib';\n",
        path="p/m.js",
        to="q/n.js",
    ),
    "to a file of the folder, in another folder": moved(
        "import { load } from 'lib';",
        "import { load } from './shop';",
        "import { load } from 'lib';\n",
        path="p/m.js",
        to="q/n.js",
    ),
}


@pytest.mark.parametrize("name", MOVED)
def test_imports_of_other_texts(name: str) -> None:
    assert run(MOVED[name], "import-moved") == MOVED[name].expected


def test_how_probable_the_import_of_another_text_is() -> None:
    harness = RuleHarness(m__py="from lib import load\n", n__py="from lib import load\n")
    harness.edit("m.py", *LIB)
    expected = moved_import.MOVED_PROBABILITY.estimate(moved_import._MovedFeatures(is_relocated=1))
    assert only(harness.ask("m.py"), "import-moved").probability == expected

"""A value that was changed once is changed again only where it is about the same thing."""

from contextlib import closing

import pytest

from nes_symbolic.builders import made
from nes_symbolic.scenes import Scene
from understudy.languages import find_language
from understudy.nes.symbolic.candidates import CandidateLabel, UnscoredCandidate
from understudy.nes.symbolic.filters.values import LiteralFilter
from understudy.nes.symbolic.limits import OTHER_VALUE_PROBABILITY, PINNED_VERSION_PROBABILITY
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import TextSnapshot


@pytest.mark.parametrize(
    ("name", "text", "old", "new"),
    [
        pytest.param("a.py", "DAMAGE = 12\nRANGE = 12\n", "12", "14", id="another constant"),
        pytest.param("a.ts", "const drops = 40;\nconst nibs = 40;\n", "40", "50", id="another variable"),
        pytest.param("a.c", "#define WIDTH 20\n#define HEIGHT 20\n", "20", "24", id="another macro"),
        pytest.param("a.py", "set_width(20)\nset_height(20)\n", "20", "24", id="another function"),
        pytest.param("a.py", 'LABEL = "Home"\nTITLE = "Home"\n', "Home", "Start", id="another string"),
        pytest.param("a.yaml", "a:\n  enabled: true\nb:\n  visible: true\n", "true", "false", id="a switch"),
        pytest.param(
            "a.ts",
            "const [open, setOpen] = useState(false);\nconst [exact, setExact] = useState(false);\n",
            "false",
            "true",
            id="the state of another variable",
        ),
        pytest.param(
            "a.rs",
            'fn run() {\n    start("web", false);\n    start("jobs", false);\n}\n',
            "false",
            "true",
            id="a switch for something else",
        ),
        pytest.param(
            "a.html",
            "<button>Order</button>\n<a href='/orders'>Order history</a>\n",
            "Order",
            "Buy now",
            id="the text of another element",
        ),
        pytest.param(
            "a.py", 'GREENS = ["kale"]\nHERBS = ["dill"]\n', '"kale"', '"kale", "fennel"', id="another list"
        ),
        pytest.param(
            "a.md", "The plan is good.\n\nThat is a good fence.\n", "good", "sound", id="a word of prose"
        ),
        pytest.param(
            "a.ts",
            'const items = [\n  { label: "Open", key: "o" },\n  { label: "Close", key: "c" },\n];\n',
            "Open",
            "Open file",
            id="a word more in another string",
        ),
        pytest.param(
            "a.c",
            "int area(int w, int h)\n{\n    return w + h;\n}\n\n"
            "int around(int w, int h)\n{\n    return 2 * (w + h);\n}\n",
            "w + h",
            "w * h",
            id="an operator of another expression",
        ),
        pytest.param(
            "a.ts",
            "function may(user) {\n  return user.isAdmin();\n}\n\n"
            "function sees(user) {\n  return user.isActive();\n}\n",
            "isAdmin()",
            "isAdmin() || user.isOwner()",
            id="a condition of another expression",
        ),
    ],
)
def test_a_value_that_is_equal_by_chance_stays(name: str, text: str, old: str, new: str) -> None:
    with closing(Scene(name, text)) as scene:
        scene.edit(old, new)
        scene.silent()


@pytest.mark.parametrize(
    ("name", "text", "old", "new", "expected"),
    [
        pytest.param(
            "a.py",
            "load(1, retries=3)\nsave(2)\nload(7, retries=3)\n",
            "3",
            "5",
            ["- load(7, retries=3)", "+ load(7, retries=5)"],
            id="the same function",
        ),
        pytest.param(
            "a.ts",
            "if (a == b) {\n  run();\n}\nif (c == d) {\n  stop();\n}\nif (e == f) {\n  go();\n}\n",
            "a == b",
            "a === b",
            ["- if (c == d) {", "+ if (c === d) {"],
            id="an operator that is a matter of style",
        ),
        pytest.param(
            "a.py",
            "if size > limit:\n    stop()\nrun()\nif size > limit:\n    skip()\n",
            "size > limit",
            "size >= limit",
            ["- if size > limit:", "+ if size >= limit:"],
            id="an operator of the same expression",
        ),
        pytest.param(
            "a.ts",
            'log("open");\nrun();\nlog("close");\nstop();\nlog("drop");\n',
            '"open"',
            '"[cache] open"',
            ['- log("close");', '+ log("[cache] close");'],
            id="a prefix of messages",
        ),
        pytest.param(
            "a.ts",
            'fetch("//orders.internal/a");\nget();\nsend("//orders.internal/b");\n',
            "internal",
            "local",
            ['- send("//orders.internal/b");', '+ send("//orders.local/b");'],
            id="an address",
        ),
        pytest.param(
            "a.rs",
            "fn run(web: u8) {\n    start(web, false);\n    stop();\n    start(web, false);\n}\n",
            "false",
            "true",
            ["- start(web, false);", "+ start(web, true);"],
            id="a switch for the same thing",
        ),
        pytest.param(
            "a.md",
            "We recieve it.\n\nThey recieve nothing.\n",
            "recieve",
            "receive",
            ["- They recieve nothing.", "+ They receive nothing."],
            id="a misspelt word",
        ),
    ],
)
def test_a_value_of_the_same_thing_follows(
    name: str, text: str, old: str, new: str, expected: list[str]
) -> None:
    with closing(Scene(name, text)) as scene:
        scene.edit(old, new)
        scene.ask(manual=True)
        assert scene.offers(*expected), scene.account()


def test_a_value_that_was_changed_twice_is_a_pattern() -> None:
    with closing(Scene("a.py", "DAMAGE = 12\nRANGE = 12\nSPEED = 12\n")) as scene:
        scene.edit("12", "14")
        scene.edit("12", "14")
        scene.ask(manual=True)
        assert scene.offers("- SPEED = 12", "+ SPEED = 14"), scene.account()


@pytest.mark.parametrize(
    ("name", "text", "old", "new"),
    [
        pytest.param(
            "a.css",
            "@media (min-width: 40px) {\n}\na {\n}\n@media (min-width: 40px) {\n}\nb {\n  left: 40px;\n}\n",
            "40px",
            "48px",
            id="a property after two queries",
        ),
        pytest.param(
            "a.yaml",
            "a:\n  retries: 30\nb:\n  retries: 30\nc:\n  days: 30\n",
            "30",
            "45",
            id="another key after two equal ones",
        ),
        pytest.param(
            "a.py",
            "keep(30)\nkeep(30)\ndrop(30)\n",
            "30",
            "45",
            id="another function",
        ),
    ],
)
def test_a_value_that_was_changed_twice_for_one_thing_is_no_pattern(
    name: str, text: str, old: str, new: str
) -> None:
    with closing(Scene(name, text)) as scene:
        scene.edit(old, new)
        scene.edit(old, new)
        scene.silent()


STEPS = """jobs:
  test:
    steps:
      - uses: acme/checkout@v3
      - run: make
      - uses: acme/setup@v3
      - run: make test
      - uses: acme/checkout@v3
"""


def test_the_version_of_one_package_is_not_that_of_another() -> None:
    with closing(Scene("ci.yaml", STEPS)) as scene:
        scene.edit("acme/checkout@v3", "acme/checkout@v4")
        scene.becomes(STEPS.replace("acme/checkout@v3", "acme/checkout@v4"))


def test_the_version_of_a_second_package_follows_its_own_change() -> None:
    text = STEPS + "      - run: make\n      - uses: acme/setup@v3\n"
    with closing(Scene("ci.yaml", text)) as scene:
        scene.edit("acme/checkout@v3", "acme/checkout@v4")
        scene.edit("acme/setup@v3", "acme/setup@v4")
        scene.becomes(text.replace("@v3", "@v4"))


OLD_HASH, NEW_HASH = "ece7cb06caefa5fff74198d8649806c4678c61a1", "5fda3b95a4ea91299a34e894583c3862153e4b97"


def _pinned(*changes: tuple[str, str], line: str, new: str, line_count: int = 1, **features: float) -> float:
    """The probability of a change of a line after other ones; 0.4 before the filter."""
    edits = [made(old, changed, serial=number) for number, (old, changed) in enumerate(changes, 1)]
    candidate = UnscoredCandidate(
        snapshot=TextSnapshot("file:///b.yaml", "yaml", [line, "next:"]),
        line=0,
        line_count=line_count,
        new=(new,),
        family="replace",
        pattern="p",
        topic="t",
        why="w",
        features={"refused": features.get("refused", 0.0)},
        probability=0.4,
    )
    (filtered,) = LiteralFilter(extract_patterns(edits, 16)).filter([candidate])
    return filtered.probability


def test_the_same_version_of_the_same_package_follows() -> None:
    change = (f"  uses: acme/setup@{OLD_HASH} # v1", f"  uses: acme/setup@{NEW_HASH} # v2")
    line, new = (f"    - uses: acme/setup@{one}" for one in (f"{OLD_HASH} # v1", f"{NEW_HASH} # v2"))
    assert _pinned(change, line=line, new=new) == PINNED_VERSION_PROBABILITY
    assert _pinned(change, line=line, new=new, refused=1.0) == 0.4
    # The next line would be deleted.
    assert _pinned(change, line=line, new=new, line_count=2) == 0.4
    # The comment would still name the old version.
    assert _pinned(change, line=line, new=new.replace("v2", "v1")) == 0.4
    # Another version of it.
    other = line.replace(OLD_HASH, "a" * 40)
    assert _pinned(change, line=other, new=new) == 0.4
    assert _pinned(change, line=line.replace("setup", "test"), new=new.replace("setup", "test")) == 0.2
    assert _pinned(change, line=line.replace("setup", "test"), new=new) == 0.4


@pytest.mark.parametrize(
    ("name", "line", "is_likely"),
    [
        ("CHANGELOG.md", "## 2.3.1", False),
        ("docs/changes.rst", "2.3.1 (yesterday)", False),
        ("NEWS", "[2.3.1] - fixes", False),
        ("CHANGELOG.md", "- needs shop 2.3.1", True),
        ("README.md", "## 2.3.1", True),
    ],
)
def test_a_release_in_a_change_log_keeps_its_version(name: str, line: str, is_likely: bool) -> None:
    patterns = extract_patterns([made("version = '2.3.1'", "version = '2.4.0'")], 16)
    snapshot = TextSnapshot(f"file:///project/{name}", "markdown", [line])
    candidate = CandidateLabel("replace", "p", "t", "why").candidate(
        snapshot, 0, 1, (line.replace("2.3.1", "2.4.0"),), {}
    )
    candidate.probability = 0.9
    LiteralFilter(patterns).filter([candidate])
    assert (candidate.probability == 0.9) == is_likely


STYLES = ".a {\n  width: 4px;\n  height: 4px;\n}\n.b {\n  width: 4px;\n}\n"
MEDIA = "@media (width: 4px) {\n}\n" * 2


@pytest.mark.parametrize(
    ("path", "text", "edited", "old", "new", "line", "is_likely"),
    [
        pytest.param("a.css", STYLES, 1, "4px", "6px", 5, False, id="a size of another rule"),
        pytest.param("a.css", STYLES, 5, "4px", "6px", 1, False, id="a size of the rule before"),
        pytest.param("a.css", STYLES, 1, "4px", "6px", 2, False, id="another size of the rule"),
        pytest.param("a.css", STYLES.replace("height", "width"), 1, "4px", "6px", 2, True, id="same rule"),
        pytest.param("a.css", STYLES, 1, "4px", "1em", 5, True, id="another unit"),
        pytest.param("a.css", MEDIA, 0, "4px", "6px", 2, True, id="outside of rules"),
        pytest.param("a.css", STYLES, -1, "4px", "6px", 5, False, id="the example is overwritten"),
        pytest.param(
            "a.ts", "a = use(false)\nb = use(false)\n", 0, "false", "true", 1, False, id="another variable"
        ),
        pytest.param(
            "a.ts", "a = use(false)\na = use(false)\n", 0, "false", "true", 1, True, id="the same variable"
        ),
        pytest.param(
            "a.ts", "use(a, false)\nuse(b, false)\n", 0, "false", "true", 1, False, id="another argument"
        ),
        pytest.param(
            "a.ts", "use(a, false)\nuse(a, false)\n", 0, "false", "true", 1, True, id="the same argument"
        ),
        pytest.param("a.ts", "use(false)\nuse(false)\n", 0, "false", "true", 1, True, id="no variable"),
        pytest.param(
            "a.ts", "a = [false]\na = [false]\n", 0, "false", "true", 1, True, id="a switch in a list"
        ),
        pytest.param(
            "a.ts", "t('cart.buy')\nt('item.buy')\n", 0, "buy", "pay", 1, False, id="a key of other parents"
        ),
        pytest.param(
            "a.ts", "t('cart.buy')\nu('cart.buy')\n", 0, "buy", "pay", 1, True, id="a key of the same parents"
        ),
        pytest.param(
            "a.ts", "t('cart.buy')\nt('cart.item')\n", 0, "cart", "bag", 1, True, id="the parent of keys"
        ),
    ],
)
def test_what_a_changed_value_is_for(
    path: str, text: str, edited: int, old: str, new: str, line: int, is_likely: bool
) -> None:
    uri = f"file:///project/{path}"
    lines = text.split("\n")
    example = lines[edited] if edited >= 0 else lines[1]
    edit = made(example, example.replace(old, new), edited, uri=uri)
    if edited >= 0:
        lines[edited] = edit.new[0]
    snapshot = TextSnapshot(uri, find_language("", path).id, lines)
    candidate = CandidateLabel("replace", "p", "t", "why").candidate(
        snapshot, line, 1, (lines[line].replace(old, new),), {}
    )
    candidate.probability = 0.9
    LiteralFilter(extract_patterns([edit], 16)).filter([candidate])
    assert candidate.probability == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


@pytest.mark.parametrize(
    ("edited", "is_likely"), [(("a.toml",), False), (("a.toml", "b.toml"), False), (("b.toml",), True)]
)
def test_a_version_of_another_text_is_that_of_the_same_thing(
    edited: tuple[str, ...], is_likely: bool
) -> None:
    changes = [("version = '2.3.1'", "version = '2.4.0'"), ("name = one", "title = one")]
    edits = [
        made(*change, serial=number, uri=f"file:///project/{path}")
        for number, (change, path) in enumerate(zip(changes, edited, strict=False), 1)
    ]
    snapshot = TextSnapshot("file:///project/a.toml", "toml", ["needs = '2.3.1'"])
    candidate = CandidateLabel("replace", "p", "t", "why").candidate(snapshot, 0, 1, ("needs = '2.4.0'",), {})
    candidate.probability = 0.9
    LiteralFilter(extract_patterns(edits, 16)).filter([candidate])
    assert candidate.probability == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


@pytest.mark.parametrize(
    ("old", "new", "is_likely"),
    [
        pytest.param("WIDTH = 20", "WIDTH = 20U", True, id="a unit"),
        pytest.param("WIDTH = 20", "WIDTH = 20px", True, id="a longer unit"),
        pytest.param("WIDTH = 20", "WIDTH = 24U", False, id="another number with a unit"),
        pytest.param("WIDTH = 20", "WIDTH = 200", False, id="one digit more"),
        pytest.param("WIDTH = 20U", "WIDTH = 20L", False, id="another unit"),
        pytest.param("WIDTH = true", "WIDTH = false", False, id="a switch"),
    ],
)
def test_a_number_that_gets_a_unit_is_no_other_value(old: str, new: str, is_likely: bool) -> None:
    uri = "file:///project/a.c"
    edit = made(old.replace("WIDTH", "HEIGHT"), new.replace("WIDTH", "HEIGHT"), 9, uri=uri)
    snapshot = TextSnapshot(uri, "c", [old])
    one = CandidateLabel("replace", "p", "t", "w").candidate(snapshot, 0, 1, (new,), {})
    one.probability = 0.9
    LiteralFilter(extract_patterns([edit], 16)).filter([one])
    assert one.probability == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)

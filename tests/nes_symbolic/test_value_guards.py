"""Guards of the rules for values, links, queries, styles and tags: which places follow, and which do not."""

# pyright: reportPrivateUsage=false

import pytest

from nes_symbolic import rule_harness
from nes_symbolic.rule_cases import RuleCase, case, run
from understudy.nes.symbolic.consequences import limits
from understudy.nes.symbolic.consequences.values import changed_value


def value(line: str, new: str, other: str, *expected: str, path: str = "a.py", to: str = "b.py") -> RuleCase:
    """A line of one file changes; another file repeats its value."""
    return RuleCase({path: f"{line}\n", to: other}, ((line, new),), list(expected))


PORT = ("PORT = 8080", "PORT = 9090")
VERSION = ('version = "1.4.0"', 'version = "1.5.0"')
HOST = ('HOST = "api.example.org"', 'HOST = "api.example.net"')
VALUES = {
    "a port": value(*PORT, "port = 8080\n", "b.py\n@1\n-port = 8080\n+port = 9090"),
    "a port of an address": value(*PORT, "x = 'h:8080'\n", "b.py\n@1\n-x = 'h:8080'\n+x = 'h:9090'"),
    "a port before a colon": value(*PORT, "x = '8080:80'\n", "b.py\n@1\n-x = '8080:80'\n+x = '9090:80'"),
    "another number": value(*PORT, "count = 8080\n"),
    "a longer number": value(*PORT, "port = 18080\n"),
    "a number with a fraction": value(*PORT, "port = 8080.5\n"),
    "a part of a name": value(*PORT, "port = x8080\n"),
    "a number of the same key": value(
        "SIZE = 12", "SIZE = 13", "size = 12\n", "b.py\n@1\n-size = 12\n+size = 13"
    ),
    "a number of one digit": value("SIZE = 5", "SIZE = 6", "size = 5\n"),
    "a short number of a local variable": value("    size == 12", "    size == 13", "size = 12\n"),
    "a longer number of a local variable": value(
        "    size == 1234", "    size == 1235", "size = 1234\n", "b.py\n@1\n-size = 1234\n+size = 1235"
    ),
    "a local constant": value(
        "    SIZE = 12", "    SIZE = 13", "size = 12\n", "b.py\n@1\n-size = 12\n+size = 13"
    ),
    "a number without a name": value("12,", "13,", "12,\n"),
    "a number of another key": value("MAX_SIZE = 12", "MAX_SIZE = 13", "size = 12\n"),
    "a number in a line with the key": value(
        "MAX_SIZE = 12", "MAX_SIZE = 13", "f(max_size, 12)\n", "b.py\n@1\n-f(max_size, 12)\n+f(max_size, 13)"
    ),
    "a number in a line with a short key": value("ABC = 12", "ABC = 13", "f(abc, 12)\n"),
    "a version": value(*VERSION, 'version = "1.4.0"\n', 'b.py\n@1\n-version = "1.4.0"\n+version = "1.5.0"'),
    "a version of something else": value(*VERSION, 'other = "1.4.0"\n'),
    "a longer version": value(*VERSION, 'version = "1.4.0.1"\n'),
    "a version with a prefix": value(*VERSION, 'version = "x1.4.0"\n'),
    "a host": value(
        *HOST,
        'x = "http://api.example.org/a"\n',
        'b.py\n@1\n-x = "http://api.example.org/a"\n+x = "http://api.example.net/a"',
    ),
    "a longer host": value(*HOST, 'x = "api.example.org.uk"\n'),
    "a part of a host": value(*HOST, 'x = "my.api.example.org"\n'),
    "a host in code": value(*HOST, "x = api.example.org\n"),
    "a file is no address": value('X = "file.json"', 'X = "files.json"', 'x = "file.json"\n'),
    "an address of an issue": value(
        'X = "https://x.org/aa"', 'X = "https://x.org/bb"', "see https://x.org/aa/issues/1\n", to="b.md"
    ),
    "an address below it": value(
        'X = "https://x.org/aa"',
        'X = "https://x.org/bb"',
        "see https://x.org/aa/docs\n",
        "b.md\n@1\n-see https://x.org/aa/docs\n+see https://x.org/bb/docs",
        to="b.md",
    ),
    "a name with hyphens": value(
        'X = "my-tool-name"',
        'X = "my-tool-title"',
        "use my-tool-name\n",
        "b.md\n@1\n-use my-tool-name\n+use my-tool-title",
        to="b.md",
    ),
    "a short name with hyphens": value('X = "my-tool"', 'X = "my-took"', "use my-tool\n", to="b.md"),
    "a flag": value(
        'f("--dry-run")',
        'f("--no-write")',
        "run --dry-run\n",
        "b.md\n@1\n-run --dry-run\n+run --no-write",
        to="b.md",
    ),
    "a longer flag": value('f("--dry-run")', 'f("--no-write")', "run --dry-run-all\n", to="b.md"),
    "a variable": value(
        'f("MY_VAR")', 'f("MY_NAME")', "set MY_VAR\n", "b.md\n@1\n-set MY_VAR\n+set MY_NAME", to="b.md"
    ),
    "a variable in code": value("MY_VAR = 1", "MY_NAME = 1", "set MY_VAR\n", to="b.md"),
    "a color": value(
        "color: #aabbcc;",
        "color: #aabbdd;",
        "x: #aabbcc;\n",
        "b.css\n@1\n-x: #aabbcc;\n+x: #aabbdd;",
        path="a.css",
        to="b.css",
    ),
    "a longer color": value(
        "color: #aabbcc;", "color: #aabbdd;", "x: #aabbccdd;\n", path="a.css", to="b.css"
    ),
    "a history": value(*VERSION, "version 1.4.0\n", to="CHANGELOG.md"),
    "a lock file": value(*VERSION, "version 1.4.0\n", to="x.lock"),
    "a document": value(*VERSION, "version 1.4.0\n", "b.md\n@1\n-version 1.4.0\n+version 1.5.0", to="b.md"),
    "a short value": value('X = "a.b"', 'X = "a.c"', 'x = "a.b"\n'),
    "two places in a line": value(
        *VERSION,
        "version 1.4.0 or 1.4.0\n",
        "b.md\n@1\n-version 1.4.0 or 1.4.0\n+version 1.5.0 or 1.5.0",
        to="b.md",
    ),
    "two changed lines": RuleCase(
        {"a.py": "PORT = 8080\nX = 1\n", "b.py": "port = 8080\n"},
        (("PORT = 8080\nX = 1", "PORT = 9090\nX = 2"),),
        [],
    ),
    "a line was added": RuleCase(
        {"a.py": "PORT = 8080\n", "b.py": "port = 8080\n"}, (("PORT = 8080", "PORT = 9090\nX = 2"),), []
    ),
    "a value of another kind": value("PORT = 8080", 'PORT = "1.2.3"', "port = 8080\n"),
    "an option is read": case(
        'f("--dry-run")\nif args.dry_run:\n    x(other.dry_run)\n',
        'f("--dry-run")',
        'f("--no-write")',
        "a.py\n@2\n-if args.dry_run:\n+if args.no_write:",
        path="a.py",
    ),
    "an option is read in camel case": case(
        'f("--dry-run");\nif (options.dryRun) { }\n',
        'f("--dry-run");',
        'f("--no-write");',
        "a.ts\n@2\n-if (options.dryRun) { }\n+if (options.noWrite) { }",
        path="a.ts",
    ),
    "an option of one word gets two": case(
        'f("--out");\nx(options.out)\n',
        'f("--out");',
        'f("--out-dir");',
        "a.ts\n@2\n-x(options.out)\n+x(options.outDir)",
        path="a.ts",
    ),
    "an option of one word gets two in snake case": case(
        'f("--out")\nx(args.out)\n',
        'f("--out")',
        'f("--out-dir")',
        "a.py\n@2\n-x(args.out)\n+x(args.out_dir)",
        path="a.py",
    ),
    "numbers that vary": value(*PORT, "port 8080\nport 1\nport 2\nport 3\n", to="b.md"),
    "numbers that vary little": value(
        *PORT, "port 8080\nport 1\nport 2\nport x\n", "b.md\n@1\n-port 8080\n+port 9090", to="b.md"
    ),
    "a changed number among others": RuleCase(
        {"a.yaml": "- port: 8080\n- port: 1\n- port: 2\n- port: 3\n", "b.py": "port = 8080\n"},
        (("- port: 8080", "- port: 9090"),),
        [],
    ),
    "a place that was edited since": RuleCase(
        {"a.py": "PORT = 8080\nport = 8080\n"},
        (("PORT = 8080", "PORT = 9090"), ("port = 8080", "port = 8080 + 0")),
        [],
    ),
    "the first line was edited since": RuleCase(
        {"a.py": "port = 8080\nPORT = 8080\n"},
        (("PORT = 8080", "PORT = 9090"), ("port = 8080", "port = 8080 + 0")),
        [],
    ),
    "a place that was edited before": RuleCase(
        {"a.py": "PORT = 8080\nport = 1\n"},
        (("port = 1", "port = 8080"), ("PORT = 8080", "PORT = 9090")),
        ["a.py\n@2\n-port = 8080\n+port = 9090"],
    ),
    "that line of another text was edited since": RuleCase(
        {"a.py": "PORT = 8080\nsize = f(1)\n", "b.py": "# Ports\nport = 8080\n"},
        (("PORT = 8080", "PORT = 9090"), ("size = f(1)", "size = f(2)")),
        ["b.py\n@2\n-port = 8080\n+port = 9090"],
    ),
    "the line above was edited since": RuleCase(
        {"a.py": "PORT = 8080\nsize = f(1)\nport = 8080\n"},
        (("PORT = 8080", "PORT = 9090"), ("size = f(1)", "size = f(2)")),
        ["a.py\n@3\n-port = 8080\n+port = 9090"],
    ),
    "the newest of two values": RuleCase(
        {"a.py": 'PORT = 8080\nversion = "1.4.0"\n', "b.py": 'port = 8080\nversion = "1.4.0"\n'},
        (("PORT = 8080", "PORT = 9090"), ('version = "1.4.0"', 'version = "1.5.0"')),
        ['b.py\n@2\n-version = "1.4.0"\n+version = "1.5.0"'],
    ),
    "a value that changed again": RuleCase(
        {"a.py": "PORT = 8080\n", "b.py": "port = 8080\n"},
        (("PORT = 8080", "PORT = 9090"), ("PORT = 9090", "# The port is in the environment.")),
        [],
    ),
    "a value becomes a word": value('PORT = "8080"', 'PORT = "none"', 'PORT = "8080"\n'),
    "a class of markup": value(
        '<div class="user-profile-card">',
        '<div class="user-profile-box">',
        "see user-profile-card\n",
        path="a.html",
        to="b.md",
    ),
    "an address in markup": value(
        '<a href="https://api.example.org/">',
        '<a href="https://api.example.net/">',
        "see https://api.example.org/\n",
        "b.md\n@1\n-see https://api.example.org/\n+see https://api.example.net/",
        path="a.html",
        to="b.md",
    ),
    "a flag before a bracket": value(
        "--dry-run(default: off)",
        "--no-write(default: off)",
        "run --dry-run\n",
        "b.md\n@1\n-run --dry-run\n+run --no-write",
        path="a.md",
        to="b.md",
    ),
    "a version among others": RuleCase(
        {
            "a.yaml": "- version: 1.4.0\n- version: 2.0.1\n- version: 2.1.0\n- version: 3.0.0\n",
            "b.md": "version 1.4.0\n",
        },
        (("- version: 1.4.0", "- version: 1.5.0"),),
        ["b.md\n@1\n-version 1.4.0\n+version 1.5.0"],
    ),
    "a place of a version among others": value(
        *VERSION,
        "version: 1.4.0\nversion: 2.0.1\nversion: 2.1.0\nversion: 3.0.0\n",
        "b.md\n@1\n-version: 1.4.0\n+version: 1.5.0",
        to="b.md",
    ),
    "a version of a thing with one letter": value('v = "1.4.0"', 'v = "1.5.0"', 'v: "1.4.0"\n', to="b.md"),
    "a version with two parts": value("version 1.4", "version 1.5", "version 1.4\n", path="a.md", to="b.md"),
    "a version of four characters": value(
        "version 10.1",
        "version 10.2",
        "version 10.1\n",
        "b.md\n@1\n-version 10.1\n+version 10.2",
        path="a.md",
        to="b.md",
    ),
    "a number without a key": value(
        "wait(300, 'seconds')", "wait(350, 'seconds')", "sleep(300, 'seconds')\n"
    ),
    "a variable at the start of a line": value(
        "API_KEY=abc",
        "SERVICE_TOKEN=abc",
        "echo $API_KEY\n",
        "b.sh\n@1\n-echo $API_KEY\n+echo $SERVICE_TOKEN",
        path="a.env",
        to="b.sh",
    ),
    "a color without a space": value(
        "a{color:#aabbcc}",
        "a{color:#aabbdd}",
        "x: #aabbcc;\n",
        "b.css\n@1\n-x: #aabbcc;\n+x: #aabbdd;",
        path="a.css",
        to="b.css",
    ),
    "the end of a sentence": value(
        "It listens on port 8080.",
        "It listens on port 9090.",
        "port = 8080\n",
        "b.py\n@1\n-port = 8080\n+port = 9090",
        path="a.md",
    ),
    "the end of a sentence goes": value(
        "See port 8080.", "See port 9090", "port = 8080\n", path="a.md", to="b.py"
    ),
    "a history that is edited itself": case(
        "https://x.org/aa\nhttps://x.org/aa/docs\n",
        "https://x.org/aa",
        "https://x.org/bb",
        "CHANGES.md\n@2\n-https://x.org/aa/docs\n+https://x.org/bb/docs",
        path="CHANGES.md",
    ),
    "a number twice in its line": case(
        "PORT = 8080  # port 8080\n",
        "PORT = 8080  # port 8080",
        "PORT = 9090  # port 8080",
        "m.py\n@1\n-PORT = 9090  # port 8080\n+PORT = 9090  # port 9090",
    ),
    "a host twice in its line": case(
        "from old.example.org to old.example.org\n",
        "from old.example.org to old.example.org",
        "from new.example.org to old.example.org",
        path="m.md",
    ),
    "a number of a local variable of Go": value(
        "\ttimeout := 300", "\ttimeout := 350", "timeout: 300\n", path="a.go", to="b.yaml"
    ),
    "a short number of a statement": value(
        "timeout = read(settings, default=300)",
        "timeout = read(settings, default=350)",
        "timeout: 300\n",
        "b.yaml\n@1\n-timeout: 300\n+timeout: 350",
        to="b.yaml",
    ),
    "ports without a name": value('- ":8080"', '- ":9090"', "localhost:8080\n", path="a.yaml", to="b.md"),
    "a port in camel case": value(
        "const serverPort = 8080;",
        "const serverPort = 9090;",
        "localhost:8080\n",
        "b.md\n@1\n-localhost:8080\n+localhost:9090",
        path="a.js",
        to="b.md",
    ),
    "a port in a sentence": value(
        "const serverPort = 8080;",
        "const serverPort = 9090;",
        "It listens on port 8080.\n",
        "b.md\n@1\n-It listens on port 8080.\n+It listens on port 9090.",
        path="a.js",
        to="b.md",
    ),
    "the port of an address": value(
        'BASE = "http://localhost:8080"',
        'BASE = "http://localhost:9090"',
        "curl localhost:8080\n",
        "b.sh\n@1\n-curl localhost:8080\n+curl localhost:9090",
        to="b.sh",
    ),
    "a short port": value("PORT = 80", "PORT = 81", "nginx:80\n", to="b.md"),
    "a short key in a sentence": value(
        "SIZE = 300",
        "SIZE = 350",
        "The size is 300.\n",
        "b.md\n@1\n-The size is 300.\n+The size is 350.",
        to="b.md",
    ),
    "the same short key": value(
        "ttl: 300", "ttl: 350", "TTL=300\n", "b.sh\n@1\n-TTL=300\n+TTL=350", path="a.yaml", to="b.sh"
    ),
    "the same key of one letter": value(
        "x = 640  # wide", "x = 700  # wide", "x: 640\n", path="a.py", to="b.yaml"
    ),
}


@pytest.mark.parametrize("name", VALUES)
def test_changed_values(name: str) -> None:
    assert run(VALUES[name], "value-changed") == VALUES[name].expected


def test_places_from_the_cursor_on_come_first() -> None:
    text = "port = 8080\n\nPORT = 8080\n\nport = 8080\n\nport = 8080\n"
    harness = rule_harness.RuleHarness(a__py=text, b__py="port = 8080\n")
    harness.edit("a.py", *PORT)
    found = [one for one in harness.ask("a.py", 4) if one.family == "value-changed"]
    places = [(one.uri.rpartition("/")[2], one.edits[0].span.start.line) for one in found]
    assert places == [("a.py", 4), ("a.py", 6), ("a.py", 0), ("b.py", 0)]


def test_passed_places_of_this_text_come_before_another_text() -> None:
    harness = rule_harness.RuleHarness(a__py="port = 8080\nPORT = 8080\n", b__py="port = 8080\n" * 9)
    harness.edit("a.py", *PORT)
    found = [one for one in harness.ask("a.py", 1) if one.family == "value-changed"]
    places = [(one.uri.rpartition("/")[2], one.edits[0].span.start.line) for one in found]
    assert places == [("a.py", 0), *(("b.py", line) for line in range(7))]


@pytest.mark.parametrize(("more", "is_read"), [(0, True), (1, False)])
def test_an_edit_of_many_lines_has_no_single_value(more: int, is_read: bool) -> None:
    comments = "\n# x" * (limits.MAX_REWRITTEN_LINES - 1 + more)
    harness = rule_harness.RuleHarness(a__py=f"PORT = 8080{comments}\n", b__py="port = 8080\n")
    harness.edit("a.py", f"PORT = 8080{comments}", f"PORT = 9090{comments}")
    assert any(one.family == "value-changed" for one in harness.ask("a.py")) is is_read


@pytest.mark.parametrize(("more", "is_read"), [(0, True), (1, False)])
def test_a_long_line_has_no_single_value(more: int, is_read: bool) -> None:
    comment = " # " + "x" * (limits.MAX_VALUE_LINE_CHARS - len("PORT = 18080") - len(" # ") + more)
    for old, new in (("8080", "18080"), ("18080", "8080")):
        one = value(f"PORT = {old}{comment}", f"PORT = {new}{comment}", f"port = {old}\n")
        assert bool(run(one, "value-changed")) is is_read


CORE = ('"@app/core": "1.4.0",', '"@app/core": "1.5.0",')
VALUE = changed_value._Features
VALUE_FEATURES: dict[str, tuple[RuleCase, changed_value._Features]] = {
    "a host": (value(*HOST, 'x = "api.example.org"\n'), VALUE(elsewhere=1)),
    "a document": (value(*HOST, "see api.example.org\n", to="b.rst"), VALUE(elsewhere=1, is_document=1)),
    "a number of a list": (
        value(*PORT, "port: 8080, 8081\n", to="b.yaml"),
        VALUE(elsewhere=1, is_number=1, is_listed=1),
    ),
    "a number of a list like the changed one": (
        value("ports: 8080, 8082", "ports: 9090, 8082", "ports: 8080, 8081\n", path="a.yaml", to="b.yaml"),
        VALUE(elsewhere=1, is_number=1),
    ),
    "a version of another entry": (
        case('{\n"@app/core": "1.4.0",\n"@app/cli": "1.4.0"\n}\n', *CORE, path="m.json"),
        VALUE(is_other_entry=1),
    ),
    "a version of an entry of another manifest": (
        value(*CORE, '"@app/cli": "1.4.0"\n', path="a.json", to="b.json"),
        VALUE(elsewhere=1),
    ),
    "a version of another key": (
        case("app_core: 1.4.0\napp_cli: 1.4.0\n", "app_core: 1.4.0", "app_core: 1.5.0", path="m.yaml"),
        VALUE(),
    ),
    "a version of the same entry": (
        case('{\n"@app/core": "1.4.0",\n"@app/core": "1.4.0"\n}\n', *CORE, path="m.json"),
        VALUE(),
    ),
    "a number of another entry": (
        case('{\n"port": 8080,\n"test_port": 8080\n}\n', '"port": 8080,', '"port": 9090,', path="m.json"),
        VALUE(is_number=1),
    ),
}


@pytest.mark.parametrize("name", VALUE_FEATURES)
def test_how_probable_a_place_of_a_value_is(name: str) -> None:
    one, features = VALUE_FEATURES[name]
    harness = rule_harness.RuleHarness()
    for path, text in one.files.items():
        harness.put(path, text)
    harness.edit(next(iter(one.files)), *one.edits[0])
    (found,) = [each for each in harness.ask(next(iter(one.files))) if each.family == "value-changed"]
    assert found.probability == pytest.approx(changed_value.PROBABILITY.estimate(features))


@pytest.mark.parametrize(("places", "count"), [(24, 8), (25, 0)])
def test_a_value_in_too_many_places_is_not_distinctive(places: int, count: int) -> None:
    assert len(run(value(*PORT, "port = 8080\n" * places), "value-changed")) == count


@pytest.fixture
def markdown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rule_harness.LANGUAGES, ".md", "markdown")


def link(text: str, new: str, *expected: str, old: str = "- a") -> RuleCase:
    return case(text, old, new, *expected, path="m.md")


NUMBERS = "# Changes\n- a\n\n[#40]: https://x.org/pull/40\n[#52]: https://x.org/pull/52\n"
FALLING = "# Changes\n- a\n\n[#52]: https://x.org/pull/52\n[#40]: https://x.org/pull/40\n"
TAGS = "# Changes\n- a\n\n[2.1]: https://x.org/2.1\n[2.0]: https://x.org/2.0\n"
COMPARED = "# Changes\n- a\n\n[2.1]: https://x.org/2.0...2.1\n[2.0]: https://x.org/2.0\n"
LINKS = {
    "the last number": link(NUMBERS, "- a [#61]", "m.md\n@5\n+[#61]: https://x.org/pull/61"),
    "a number between": link(NUMBERS, "- a [#44]", "m.md\n@4\n+[#44]: https://x.org/pull/44"),
    "the first number": link(NUMBERS, "- a [#4]", "m.md\n@3\n+[#4]: https://x.org/pull/4"),
    "two numbers": link(
        NUMBERS, "- a [#63], [#61]", "m.md\n@5\n+[#61]: https://x.org/pull/61\n+[#63]: https://x.org/pull/63"
    ),
    "falling numbers": link(FALLING, "- a [#61]", "m.md\n@3\n+[#61]: https://x.org/pull/61"),
    "falling numbers, between": link(FALLING, "- a [#44]", "m.md\n@4\n+[#44]: https://x.org/pull/44"),
    "falling numbers, the last": link(FALLING, "- a [#4]", "m.md\n@5\n+[#4]: https://x.org/pull/4"),
    "a defined number": link(NUMBERS, "- a [#52]"),
    "a number with a link": link(NUMBERS, "- a [#61](x)"),
    "a number that was there before": link(NUMBERS.replace("- a", "- a [#61]"), "- b [#61]", old="- a [#61]"),
    "a number and a version": link(NUMBERS, "- a [#61] [1.2]"),
    "a number without its sign": link(NUMBERS, "- a [61]"),
    "no definitions": link("# Changes\n- a\n", "- a [#61]"),
    "a definition that does not end with its number": link(
        "- a\n\n[#40]: https://x.org/pull/40/x\n", "- a [#61]"
    ),
    "a definition with a longer number": link("- a\n\n[#40]: https://x.org/pull/140\n", "- a [#61]"),
    "one definition": link(
        "- a\n\n[#40]: https://x.org/40\n", "- a [#61]", "m.md\n@3\n+[#61]: https://x.org/61"
    ),
    "a version": link(TAGS, "- a [2.2]", "m.md\n@3\n+[2.2]: https://x.org/2.2"),
    "two versions": link(TAGS, "- a [2.2] [2.3]"),
    "a version between others": link(TAGS, "- a [2.0.5]", "m.md\n@4\n+[2.0.5]: https://x.org/2.0.5"),
    "rising versions": link("- a\n\n[2.0]: https://x.org/2.0\n[2.1]: https://x.org/2.1\n", "- a [2.2]"),
    "one version": link(
        "- a\n\n[2.0]: https://x.org/2.0\n", "- a [2.2]", "m.md\n@2\n+[2.2]: https://x.org/2.2"
    ),
    "a version that is compared": link(COMPARED, "- a [2.2]", "m.md\n@3\n+[2.2]: https://x.org/2.1...2.2"),
    "a version that is compared with an unknown one": link(COMPARED.replace("2.0...", "1.9..."), "- a [2.2]"),
    "a version with another target": link(TAGS.replace("/2.1", "/x"), "- a [2.2]"),
    "a removed reference": link(
        NUMBERS.replace("- a", "- a [#40]"), "- a", "m.md\n@4\n-[#40]: https://x.org/pull/40", old="- a [#40]"
    ),
    "a removed reference of two": link(
        NUMBERS.replace("- a", "- a [#40]\n- b [#40]"), "- a", old="- a [#40]"
    ),
    "a removed version": link(TAGS.replace("- a", "- a [2.0]"), "- a", old="- a [2.0]"),
    "a removed reference whose definition is the last line": link(
        "- a [#40]\n\n[#40]: https://x.org/40",
        "- a",
        "m.md\n@3\n-[#40]: https://x.org/40\n+",
        old="- a [#40]",
    ),
    "sections with their own definitions": link(
        "## Next\n- a\n\n## 2\n[#52]: https://x.org/52\n\n## 1\n[#40]: https://x.org/40\n", "- a [#61]"
    ),
    "a section with definitions": link(
        "## Next\n- a\n\n[#52]: https://x.org/52\n\n## 1\n[#40]: https://x.org/40\n",
        "- a [#61]",
        "m.md\n@4\n+[#61]: https://x.org/61",
    ),
    "another language": case(NUMBERS, "- a", "- a [#61]", path="m.txt"),
}


@pytest.mark.usefixtures("markdown")
@pytest.mark.parametrize("name", LINKS)
def test_link_definitions(name: str) -> None:
    assert run(LINKS[name], "link-definition") == LINKS[name].expected


def sql(text: str, old: str, new: str, *expected: str) -> RuleCase:
    return case(text, old, new, *expected, path="m.sql")


TABLE = "CREATE TABLE pets (\n  id INT,\n  name TEXT\n);\n"
QUERIES = {
    "a column": sql(
        TABLE + "SELECT name FROM pets;\n",
        "  name TEXT",
        "  title TEXT",
        "m.sql\n@5\n-SELECT name FROM pets;\n+SELECT title FROM pets;",
    ),
    "a column of another table": sql(TABLE + "SELECT name FROM cars;\n", "  name TEXT", "  title TEXT"),
    "a parameter": sql(TABLE + "SELECT :name FROM pets;\n", "  name TEXT", "  title TEXT"),
    "a function": sql(TABLE + "SELECT name(1) FROM pets;\n", "  name TEXT", "  title TEXT"),
    "a longer name": sql(TABLE + "SELECT name_x FROM pets;\n", "  name TEXT", "  title TEXT"),
    "a string": sql(TABLE + "SELECT 'name' FROM pets;\n", "  name TEXT", "  title TEXT"),
    "a type": sql(TABLE + "SELECT TEXT FROM pets;\n", "  name TEXT", "  name BLOB"),
    "a table": sql(
        TABLE + "SELECT 1 FROM pets;\n",
        "CREATE TABLE pets (",
        "CREATE TABLE dogs (",
        "m.sql\n@5\n-SELECT 1 FROM pets;\n+SELECT 1 FROM dogs;",
    ),
    "a table in front of a column": sql(
        TABLE + "SELECT pets.id;\n",
        "CREATE TABLE pets (",
        "CREATE TABLE dogs (",
        "m.sql\n@5\n-SELECT pets.id;\n+SELECT dogs.id;",
    ),
    "a column with the name of a table": sql(
        TABLE + "SELECT pets FROM cars;\n", "CREATE TABLE pets (", "CREATE TABLE dogs ("
    ),
    "an alias": sql(
        "SELECT p.id FROM pets p\nWHERE p.id = 1;\nSELECT p.id;\n",
        "SELECT p.id FROM pets p",
        "SELECT p.id FROM pets q",
        "m.sql\n@1\n-SELECT p.id FROM pets q\n+SELECT q.id FROM pets q",
        "m.sql\n@2\n-WHERE p.id = 1;\n+WHERE q.id = 1;",
    ),
    "two lines": sql(TABLE + "SELECT name FROM pets;\n", "  id INT,\n  name TEXT", "  no INT,\n  title TEXT"),
    "a statement without an end": sql(
        TABLE + "SELECT name FROM pets",
        "  name TEXT",
        "  title TEXT",
        "m.sql\n@5\n-SELECT name FROM pets\n+SELECT title FROM pets",
    ),
    "another text": RuleCase(
        {"m.sql": TABLE, "n.sql": "SELECT name FROM pets;\n", "n.txt": "SELECT name FROM pets;\n"},
        (("  name TEXT", "  title TEXT"),),
        ["n.sql\n@1\n-SELECT name FROM pets;\n+SELECT title FROM pets;"],
    ),
    "another suffix": case(TABLE + "SELECT name FROM pets;\n", "  name TEXT", "  title TEXT", path="m.txt"),
    "a constraint of its table": sql(
        "CREATE TABLE pets (\n  id INT,\n  name TEXT,\n  UNIQUE (id, name),\n  CHECK (id > 0 AND name <> '')\n);\n",
        "  name TEXT,",
        "  title TEXT,",
        "m.sql\n@4\n-  UNIQUE (id, name),\n+  UNIQUE (id, title),",
        "m.sql\n@5\n-  CHECK (id > 0 AND name <> '')\n+  CHECK (id > 0 AND title <> '')",
    ),
    "a column with the name of its type": sql(
        "SELECT 1;\nCREATE TABLE pets (\n  date date,\n  born date\n);\nSELECT date FROM pets;\n",
        "  date date,",
        "  day date,",
        "m.sql\n@6\n-SELECT date FROM pets;\n+SELECT day FROM pets;",
    ),
    "a table of the same name in another text": RuleCase(
        {
            "m.sql": TABLE,
            "n.sql": "CREATE TABLE cars (\n  id INT REFERENCES pets (name)\n);\nSELECT min name FROM pets;\n",
        },
        (("  name TEXT", "  title TEXT"),),
        [
            "n.sql\n@2\n-  id INT REFERENCES pets (name)\n+  id INT REFERENCES pets (title)",
            "n.sql\n@4\n-SELECT min name FROM pets;\n+SELECT min title FROM pets;",
        ],
    ),
    "a comment with a semicolon": sql(
        "-- Pets; and their names\n" + TABLE + "SELECT name FROM pets;\n",
        "  name TEXT",
        "  title TEXT",
        "m.sql\n@6\n-SELECT name FROM pets;\n+SELECT title FROM pets;",
    ),
    "the end of a name": sql(
        "CREATE TABLE pets (\n  name_a TEXT\n);\nSELECT name_a, a FROM pets;\n",
        "  name_a TEXT",
        "  name_b TEXT",
        "m.sql\n@4\n-SELECT name_a, a FROM pets;\n+SELECT name_b, a FROM pets;",
    ),
    "the start of a name": sql(
        "CREATE TABLE pets (\n  a_name TEXT\n);\nSELECT a_name, a FROM pets;\n",
        "  a_name TEXT",
        "  b_name TEXT",
        "m.sql\n@4\n-SELECT a_name, a FROM pets;\n+SELECT b_name, a FROM pets;",
    ),
    "a name is written before a type": sql(
        "CREATE TABLE pets (\n  TEXT\n);\nSELECT CAST(id AS TEXT) FROM pets;\n", "  TEXT", "  name TEXT"
    ),
    "a name goes": sql(
        TABLE + "SELECT name TEXT FROM pets;\n",
        "  name TEXT",
        "  TEXT",
    ),
    "a keyword in small letters": sql(
        TABLE + "CREATE INDEX names ON pets (name);\n", "CREATE TABLE pets (", "create TABLE pets ("
    ),
    "a column is inserted": RuleCase(
        {"m.sql": TABLE + "SELECT name FROM pets;\n"},
        (("  id INT,\n  name TEXT", "  id INT,\n  title TEXT,\n  name TEXT"),),
        [],
    ),
    "a column that changed again": RuleCase(
        {"m.sql": TABLE + "SELECT name FROM pets;\n"},
        (("  name TEXT", "  title TEXT"), ("  title TEXT", "  -- The name is in people.")),
        [],
    ),
    "a column without indentation": sql(
        "CREATE TABLE pets (\nname TEXT\n);\nSELECT name FROM pets;\n",
        "name TEXT",
        "title TEXT",
        "m.sql\n@4\n-SELECT name FROM pets;\n+SELECT title FROM pets;",
    ),
    "a column gets another one below": sql(
        TABLE + "SELECT name FROM pets;\n", "  name TEXT", "  title TEXT\n  -- as shown"
    ),
    "a column of a query": sql("SELECT\n  name\nFROM pets;\n" + TABLE, "  name", "  title"),
    "an alias in a statement without an end": sql(
        "SELECT 1 FROM pets p\nWHERE p.id = 1\n",
        "SELECT 1 FROM pets p",
        "SELECT 1 FROM pets q",
        "m.sql\n@2\n-WHERE p.id = 1\n+WHERE q.id = 1",
    ),
    "a table in other letters": sql(
        TABLE + "SELECT PETS.id FROM Pets;\n",
        "CREATE TABLE pets (",
        "CREATE TABLE dogs (",
        "m.sql\n@5\n-SELECT PETS.id FROM Pets;\n+SELECT dogs.id FROM dogs;",
    ),
}


@pytest.mark.parametrize("name", QUERIES)
def test_query_names(name: str) -> None:
    assert run(QUERIES[name], "query-name") == QUERIES[name].expected


def style(line: str, new: str, page: str, *expected: str, to: str = "b.html") -> RuleCase:
    return RuleCase({"a.css": f"{line}\n", to: page}, ((line, new),), list(expected))


CLASS = (".card {", ".tile {")
IDENTIFIER = ("#card {", "#tile {")
STYLES = {
    "a class": style(*CLASS, '<p class="x card">\n', 'b.html\n@1\n-<p class="x card">\n+<p class="x tile">'),
    "a longer class": style(*CLASS, '<p class="card-x">\n'),
    "an id is no class": style(*CLASS, '<p id="card">\n'),
    "an id": style(*IDENTIFIER, '<p id="card">\n', 'b.html\n@1\n-<p id="card">\n+<p id="tile">'),
    "a link to an id": style(
        *IDENTIFIER, '<a href="#card">\n', 'b.html\n@1\n-<a href="#card">\n+<a href="#tile">'
    ),
    "a class is no id": style(*IDENTIFIER, '<p class="card">\n'),
    "a text": style(*CLASS, "<p>card</p>\n"),
    "another style": style(*CLASS, ".card a {\n", "c.css\n@1\n-.card a {\n+.tile a {", to="c.css"),
    "another style with the new name": style(*CLASS, ".card a {\n.tile {\n", to="c.css"),
    "a property": style("  color: red;", "  color: blue;", '<p class="red">\n'),
    "a selector in a script": style(
        *CLASS,
        'x.querySelector(".card");\n',
        'c.js\n@1\n-x.querySelector(".card");\n+x.querySelector(".tile");',
        to="c.js",
    ),
    "an id in a script": style(
        *IDENTIFIER,
        'd.getElementById("card");\n',
        'c.js\n@1\n-d.getElementById("card");\n+d.getElementById("tile");',
        to="c.js",
    ),
    "a list of classes in a script": style(
        *CLASS,
        'x.classList.add("card");\n',
        'c.js\n@1\n-x.classList.add("card");\n+x.classList.add("tile");',
        to="c.js",
    ),
    "a string in a script": style(*CLASS, 'f("card");\n', to="c.js"),
    "another text": style(*CLASS, '<p class="card">\n', to="c.txt"),
    "a class that became an id": style(".card {", "#card {", '<p class="card">\n'),
    "two changed classes": style(".card .x {", ".tile .y {", '<p class="card">\n'),
    "another number of classes": style(".card {", ".tile .y {", '<p class="card">\n'),
    "a page": RuleCase(
        {"a.html": '<p class="card">\n', "b.css": ".card {\n"},
        (('<p class="card">', '<p class="tile">'),),
        ["b.css\n@1\n-.card {\n+.tile {"],
    ),
    "a page whose other elements keep the class": RuleCase(
        {"a.html": '<p class="card">\n<a class="card">\n', "b.css": ".card {\n"},
        (('<p class="card">', '<p class="tile">'),),
        [],
    ),
    "a page with a class that exists": RuleCase(
        {"a.html": '<p class="card">\n', "b.css": ".card {\n.tile {\n"},
        (('<p class="card">', '<p class="tile">'),),
        [],
    ),
}


@pytest.mark.parametrize("name", STYLES)
def test_style_names(name: str) -> None:
    assert run(STYLES[name], "style-name") == STYLES[name].expected


def tag(text: str, old: str, new: str, *expected: str, path: str = "m.html") -> RuleCase:
    return case(text, old, new, *expected, path=path)


DIV = "<div>\nx\n</div>\n<u>1</u>\n<u>2</u>\n"
TAGS_OF_PAGES = {
    "an opening tag": tag("<b>\nx\n</b>\n", "<b>", "<i>", "m.html\n@3\n-</b>\n+</i>"),
    "a closing tag": tag("<b>\nx\n</b>\n", "</b>", "</i>", "m.html\n@1\n-<b>\n+<i>"),
    "tags of the same name inside": tag(
        "<b>\n<b>\n</b>\n</b>\n", "<b>\n<b>", "<i>\n<b>", "m.html\n@4\n-</b>\n+</i>"
    ),
    "tags without an end inside": tag(
        "<b>\n<br>\n<x/>\n<!-- </b> -->\n<IMG>\n</b>\n", "<b>", "<i>", "m.html\n@6\n-</b>\n+</i>"
    ),
    "a script inside": tag(
        "<b>\n<script>\n</b>\n</script>\n</b>\n", "<b>", "<i>", "m.html\n@5\n-</b>\n+</i>"
    ),
    "a tag without an end": tag("<br>\n</br>\n", "<br>", "<hr>"),
    "a tag that closes itself": tag("<x/>\n</x>\n", "<x/>", "<y/>"),
    "a tag that is not closed": tag("<p>\n<b>\n</p>\n", "<b>", "<i>"),
    "two renamed tags": tag("<b><u>\n</u></b>\n", "<b><u>", "<i><s>"),
    "an opening tag became a closing one": tag("<b>\n</b>\n", "<b>", "</i>"),
    "another attribute": tag('<b a="1">\n</b>\n', '<b a="1">', '<b a="2">'),
    "a renamed pair": tag("<b>\n</i>\n", "<b>", "<i>"),
    "a renamed pair in an element of the old name, from its end": RuleCase(
        {"m.html": "<b>\n<b>\nx\n</b>\ny\n</b>\n"}, (("<b>\nx", "<i>\nx"), ("</b>\ny", "</i>\ny")), []
    ),
    "a renamed pair in an element of the old name, from its beginning": RuleCase(
        {"m.html": "<b>\n<b>\nx\n</b>\ny\n</b>\n"}, (("</b>\ny", "</i>\ny"), ("<b>\nx", "<i>\nx")), []
    ),
    "a renamed pair of one line": RuleCase(
        {"m.html": "<b>\n<b>x</b>\n</b>\n"}, (("<b>x</b>", "<i>x</b>"), ("<i>x</b>", "<i>x</i>")), []
    ),
    "a renamed pair in elements of both names": RuleCase(
        {"m.html": "<b>\n<i>\n<b>\nx\n</b>\n</i>\n</b>\n"},
        (("<b>\nx", "<i>\nx"), ("</b>\n</i>", "</i>\n</i>")),
        [],
    ),
    "a pair in an element of the new name": tag(
        "<i>\n<b>\nx\n</b>\n</i>\n", "<b>\nx", "<i>\nx", "m.html\n@4\n-</b>\n+</i>"
    ),
    "elements of the new name inside": tag(
        "<b>\n<i>\n</i>\n</b>\n", "<b>", "<i>", "m.html\n@4\n-</b>\n+</i>"
    ),
    "elements of the new name inside, from the end": tag(
        "<b>\n<i>\n</i>\n</b>\n", "</b>", "</i>", "m.html\n@1\n-<b>\n+<i>"
    ),
    "a renamed pair in a component": RuleCase(
        {"m.tsx": "const x = (\n  <B>\n    <B>\n      y\n    </B>\n  </B>\n);\n"},
        (("    <B>", "    <C>"), ("    </B>", "    </C>")),
        [],
    ),
    "another language": tag("<b>\nx\n</b>\n", "<b>", "<i>", path="m.txt"),
    "another code": tag("x = '<b>'\ny = '</b>'\n", "x = '<b>'", "x = '<i>'", path="m.py"),
    "a component": tag(
        "const x = (\n  <B>\n    <B />\n  </B>\n);\n",
        "  <B>",
        "  <Cc>",
        "m.tsx\n@4\n-  </B>\n+  </Cc>",
        path="m.tsx",
    ),
    "a component, its end": tag(
        "const x = (\n  <B>\n    <B />\n  </B>\n);\n",
        "  </B>",
        "  </Cc>",
        "m.tsx\n@2\n-  <B>\n+  <Cc>",
        path="m.tsx",
    ),
    "an edit since": RuleCase(
        {"m.html": DIV}, (("<div>", "<p>"), ("<u>1</u>", "<u>3</u>")), ["m.html\n@3\n-</div>\n+</p>"]
    ),
    "two edits since": RuleCase(
        {"m.html": DIV}, (("<div>", "<p>"), ("<u>1</u>", "<u>3</u>"), ("<u>2</u>", "<u>4</u>")), []
    ),
    "a tag that is renamed again": RuleCase({"m.html": DIV}, (("<div>", "<p>"), ("<p>", "<td>")), []),
    "an inner opening tag became a closing one": tag(
        '<div>\n<div id="a">\n</div>\n</div>\n', '<div id="a">', "</p>"
    ),
    "a tag that is not closed inside": tag(
        "<div>\n<li>\n</div>\n", "<div>", "<p>", "m.html\n@3\n-</div>\n+</p>"
    ),
    "a component that ends with another name": tag(
        "const x = (\n  <div>\n    x\n  </span>\n);\n", "  <div>", "  <p>", path="m.tsx"
    ),
    "a component with an error": tag(
        "const x = (\n  <div>\n    {y +}\n  </div>\n);\n", "  <div>", "  <p>", path="m.tsx"
    ),
    "a component that closes itself": tag(
        "const x = <B />;\n", "const x = <B />;", "const x = <C />;", path="m.tsx"
    ),
}


@pytest.mark.parametrize("name", TAGS_OF_PAGES)
def test_paired_tags(name: str) -> None:
    assert run(TAGS_OF_PAGES[name], "tag-pair") == TAGS_OF_PAGES[name].expected


@pytest.mark.parametrize(("count", "expected"), [(limits.MAX_TAGS, 1), (limits.MAX_TAGS + 1, 0)])
def test_a_page_of_too_many_tags_is_not_paired(count: int, expected: int) -> None:
    one = tag("<b>\n" + "<br>" * (count - 1) + "\n</b>\n", "<b>", "<i>")
    assert len(run(one, "tag-pair")) == expected

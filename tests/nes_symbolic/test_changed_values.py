"""A distinctive value that changed is changed where it is repeated; other values and names are left alone."""

import pytest

from nes_symbolic.rule_harness import RuleHarness

FAMILY = "value-changed"


def changed(path: str, text: str, old: str, new: str, **files: str) -> dict[str, list[str]]:
    """Replace a line; return the changed lines of each file, without indentation."""
    harness = RuleHarness(**files)
    harness.put(path, text)
    harness.edit(path, old, new)
    made: dict[str, list[str]] = {}
    for one in harness.ask(path):
        if one.family == FAMILY:
            before = harness.workspace.texts[one.uri]
            after = harness.after(one).split("\n")
            lines = [new for old, new in zip(before, after, strict=True) if old != new]
            made.setdefault(one.uri.rpartition("/")[2], []).extend(line.strip() for line in lines)
    return made


POM = """<a>
 <one>
  <artifactId>a-plugin</artifactId>
  <version>3.3.1</version>
 </one>
 <two>
  <artifactId>b-plugin</artifactId>
  <version>3.3.1</version>
 </two>
</a>
"""


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "files", "expected"),
    [
        pytest.param(
            "app.py",
            "PORT = 8080\n",
            "PORT = 8080",
            "PORT = 9000",
            {"README__md": "Open http://localhost:8080/.\n", "run__sh": "curl localhost:8080/x\n"},
            {"README.md": ["Open http://localhost:9000/."], "run.sh": ["curl localhost:9000/x"]},
            id="port",
        ),
        pytest.param(
            "frame.h",
            "#define FRAME_SIZE 64\n",
            "#define FRAME_SIZE 64",
            "#define FRAME_SIZE 96",
            {
                "decode__py": "FRAME_SIZE = 64\nPREVIEW = 64\nSIZE = 64\n",
                "Frame__java": "    private static final int FRAME_SIZE = 64;\n    int size = 64;\n",
                "frame__ts": "export const frameSize = 64;\nexport const frameCount = 64;\n",
                "frame__rs": "pub const FRAME_SIZE: usize = 64;\n",
            },
            {
                "decode.py": ["FRAME_SIZE = 96"],
                "Frame.java": ["private static final int FRAME_SIZE = 96;"],
                "frame.ts": ["export const frameSize = 96;"],
                "frame.rs": ["pub const FRAME_SIZE: usize = 96;"],
            },
            id="a constant that other languages repeat",
        ),
        pytest.param(
            "Frame.java",
            "  private static final int frameSize = 64;\n",
            "  private static final int frameSize = 64;",
            "  private static final int frameSize = 96;",
            {"frame__h": "#define FRAME_SIZE 64\n#define SIZE 64\n"},
            {"frame.h": ["#define FRAME_SIZE 96"]},
            id="a constant of Java",
        ),
        pytest.param(
            "pyproject.toml",
            'version = "1.4.0"\n',
            'version = "1.4.0"',
            'version = "1.5.0"',
            {"init__py": '__version__ = "1.4.0"\n', "CHANGELOG__md": "## version 1.4.0\n"},
            {"init.py": ['__version__ = "1.5.0"']},
            id="version-but-not-its-history",
        ),
        pytest.param(
            "api.py",
            'BASE = "https://api.example.org/v1"\n',
            'BASE = "https://api.example.org/v1"',
            'BASE = "https://api.example.net/v1"',
            {"test__py": 'get("https://api.example.org/v1/users")\n'},
            {"test.py": ['get("https://api.example.net/v1/users")']},
            id="address",
        ),
        pytest.param(
            "go.mod",
            "module github.com/acme/bolt\n",
            "module github.com/acme/bolt",
            "module github.com/corp/bolt",
            {"README__md": "go get github.com/acme/bolt/cmd\n"},
            {"README.md": ["go get github.com/corp/bolt/cmd"]},
            id="module",
        ),
        pytest.param(
            "cli.py",
            'add("--dry-run")\nrun(args.dry_run, dry_run)\n',
            'add("--dry-run")',
            'add("--simulate")',
            {"README__md": "Use `--dry-run`, not `--dry-run-all`.\n"},
            {
                "README.md": ["Use `--simulate`, not `--dry-run-all`."],
                "cli.py": ["run(args.simulate, dry_run)"],
            },
            id="flag",
        ),
        pytest.param(
            "settings.py",
            'API_KEY = os.environ["API_KEY"]\n',
            'API_KEY = os.environ["API_KEY"]',
            'API_KEY = os.environ["SERVICE_TOKEN"]',
            {"run__sh": "export API_KEY=x\n", "other__py": "from settings import API_KEY\n"},
            {"run.sh": ["export SERVICE_TOKEN=x"]},
            id="variable-but-not-the-constant-of-that-name",
        ),
        pytest.param(
            "a.yml",
            "a:\n  node-version: 20\nb:\n  node-version: 20\n  depth: 20\n",
            "  node-version: 20",
            "  node-version: 22",
            {},
            {"a.yml": ["node-version: 22"]},
            id="a-short-number-of-the-same-key",
        ),
        pytest.param(
            "limits.py",
            "MAX_UPLOAD_MB = 20\n# At most 20 MB.\nx = MAX_UPLOAD_MB\n",
            "MAX_UPLOAD_MB = 20",
            "MAX_UPLOAD_MB = 50",
            {
                "README__md": "An uploaded file has up to 20 MB.\nNot 20 uploaders.\n",
                "other__md": "A disk has 20 MB.\n",
            },
            {"limits.py": ["# At most 50 MB."], "README.md": ["An uploaded file has up to 50 MB."]},
            id="a-number-with-the-unit-of-its-constant",
        ),
        pytest.param(
            "game.js",
            "export const START_LIVES = 3;\nconst x = 3;\n",
            "export const START_LIVES = 3;",
            "export const START_LIVES = 5;",
            {"game__test__js": 'test("a game has 3 lives and 3 levels", () => {});\nlives(3, lives);\n'},
            {"game.test.js": ['test("a game has 5 lives and 3 levels", () => {});']},
            id="a-short-number-of-what-its-constant-counts",
        ),
        pytest.param(
            "upload.go",
            "package m\n\nconst maxBatch = 50\n\n// A pause of 50 ms after each batch.\nconst pause = 50\n"
            "\n// Sends batches of at most 50 entries.\n",
            "const maxBatch = 50",
            "const maxBatch = 200",
            {
                "README__md": "It sends batches of up to 50 entries,\n50 ms between two batches, 50 accounts.\n"
            },
            {
                "upload.go": ["// Sends batches of at most 200 entries."],
                "README.md": ["It sends batches of up to 200 entries,"],
            },
            id="a-short-number-that-the-thing-of-its-constant-has",
        ),
    ],
)
def test_a_value_follows_where_it_is_repeated(
    path: str, text: str, old: str, new: str, files: dict[str, str], expected: dict[str, list[str]]
) -> None:
    assert changed(path, text, old, new, **files) == expected


@pytest.mark.parametrize(
    ("line", "is_shown"),
    [
        pytest.param('  - "3000:3000"', True, id="the same value twice"),
        pytest.param('  - "3000"', True, id="alone"),
        pytest.param("  ports: 3000, 3001", False, id="one of several values"),
    ],
)
def test_a_value_in_a_list_of_others_may_stay(line: str, is_shown: bool) -> None:
    harness = RuleHarness(compose__yml=f"ports:\n{line}  # port\n")
    harness.put("server.js", "const PORT = 3000;\n")
    harness.edit("server.js", "const PORT = 3000;", "const PORT = 8080;")
    (found,) = [one for one in harness.ask("server.js") if one.family == FAMILY]
    assert (found.probability > 0.45) is is_shown


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "files"),
    [
        pytest.param(
            "a.py", "lives = 3\nx = 3\n", "lives = 3", "lives = 5", {}, id="a-number-of-something-else"
        ),
        pytest.param(
            "a.tsx",
            'a = <b className="btn btn-small"/>;\nc = <b className="btn btn-small"/>;\n',
            'a = <b className="btn btn-small"/>;',
            'a = <b className="btn btn-large"/>;',
            {},
            id="a class of one element",
        ),
        pytest.param(
            "a.yml",
            "a:\n  replicas: 50\nb:\n  replicas: 50\nc:\n  replicas: 80\n",
            "  replicas: 50",
            "  replicas: 60",
            {},
            id="a-number-that-another-entry-has-not",
        ),
        pytest.param(
            "a.py",
            "TIMEOUT = 3000\n",
            "TIMEOUT = 3000",
            "TIMEOUT = 5000",
            {"b__py": "connect(port=3000)\n"},
            id="a-port-is-no-timeout",
        ),
        pytest.param(
            "History.md",
            "deps: one@~2.1.0\ndeps: debug@~2.1.0\n",
            "deps: one@~2.1.0",
            "deps: one@~2.1.1",
            {},
            id="the-version-of-another-package",
        ),
        pytest.param(
            "pom.xml",
            POM,
            "  <version>3.3.1</version>\n </one>",
            "  <version>3.5.0</version>\n </one>",
            {"b__xml": POM.replace("a-plugin", "c-plugin")},
            id="the-version-of-another-artifact",
        ),
        pytest.param(
            "a.py", "total = price\n", "total = price", "total = amount", {"b__py": "price\n"}, id="a-name"
        ),
        pytest.param(
            "a.py",
            'mode = "fast"\n',
            'mode = "fast"',
            'mode = "slow"',
            {"b__py": 'kind = "fast"\n'},
            id="a-common-word",
        ),
        pytest.param(
            "a.py",
            'x = "8080"\n',
            'x = "8080"',
            'x = "none"',
            {"b__py": 'port = "8080"\n'},
            id="another-kind-of-value",
        ),
        pytest.param(
            "a.py",
            'bind("0.0.0.0")\n',
            'bind("0.0.0.0")',
            'bind("192.168.0.22")',
            {"b__py": 'other("0.0.0.0")\n'},
            id="an-address-that-is-everywhere",
        ),
        pytest.param(
            "a.py",
            'get("/user/tj")\n',
            'get("/user/tj")',
            'get("/user/tj.json")',
            {"b__py": 'get("/user/tj")\n'},
            id="a-path-without-a-host",
        ),
        pytest.param(
            "a.py",
            'open("config-dev.json")\n',
            'open("config-dev.json")',
            'open("config-prod.json")',
            {"b__py": 'open("config-dev.json")\n'},
            id="a-file",
        ),
        pytest.param(
            "a.toml",
            'requests = "2.31"\n',
            'requests = "2.31"',
            'requests = "2.32"',
            {"b__toml": 'rich = "2.31"\n', "c__md": "Works with rich 2.31.\n"},
            id="a-version-of-something-else",
        ),
        pytest.param(
            "a.py",
            'u = "https://a.example.org/"\n',
            'u = "https://a.example.org/"',
            'u = "https://b.example.org/"',
            {f"t{n}__py": 'v = "https://a.example.org/x"\n' * 8 for n in range(4)},
            id="a-value-that-is-everywhere",
        ),
        pytest.param(
            "go.mod",
            "module github.com/acme/bolt\n",
            "module github.com/acme/bolt",
            "module github.com/corp/bolt",
            {
                "a_test__go": "// See https://github.com/acme/bolt/issues/544\n",
                "b__md": "github.com/acme/bolt/pull/7\n",
            },
            id="an-issue-that-was-reported-there",
        ),
        pytest.param(
            "a.md",
            "axios.interceptors.request.use(log)\n",
            "axios.interceptors.request.use(log)",
            "instance.interceptors.request.use(log)",
            {"b__md": "axios.interceptors.request.use(sign)\n"},
            id="a-call",
        ),
    ],
)
def test_other_values_stay(path: str, text: str, old: str, new: str, files: dict[str, str]) -> None:
    assert changed(path, text, old, new, **files) == {}


IMAGES = (
    "FROM golang:1.21-alpine AS build\nFROM node:20-slim\nFROM python:3.11\nFROM debian:3.11\nRUN wait 20\n"
)
WORKFLOW = "timeout: 20\ngo-version: 1.21\nnode-version: 20\nnode-count: 20\npython-version: '3.11'\n"


@pytest.mark.parametrize(
    ("path", "old", "new", "image", "workflow"),
    [
        ("go.mod", "go 1.21", "go 1.22", ["FROM golang:1.22-alpine AS build"], ["go-version: 1.22"]),
        (".nvmrc", "20", "22", ["FROM node:22-slim"], ["node-version: 22"]),
        (".node-version", "20", "22", ["FROM node:22-slim"], ["node-version: 22"]),
        ("tools", "nodejs 20", "nodejs 22", ["FROM node:22-slim"], ["node-version: 22"]),
        (".python-version", "3.11", "3.12", ["FROM python:3.12"], ["python-version: '3.12'"]),
        ("other.txt", "20", "22", [], []),
        ("other.txt", "lib 1.21", "lib 1.22", [], []),
        ("other.txt", "node 18 or 20", "node 18 or 22", [], []),
    ],
)
def test_the_version_of_a_tool_follows_in_tags_and_workflows(
    path: str, old: str, new: str, image: list[str], workflow: list[str]
) -> None:
    found = changed(path, f"{old}\n", old, new, Dockerfile=IMAGES, ci__yml=WORKFLOW)
    assert found == {name: lines for name, lines in (("Dockerfile", image), ("ci.yml", workflow)) if lines}


SETTINGS = 'version = "3.9"\n[tool.mypy]\npython_version = "3.9"\nruby = "3.9"\n'


@pytest.mark.parametrize(
    ("path", "old", "new", "others", "expected"),
    [
        (
            "setup.cfg",
            "python_requires = >=3.9",
            "python_requires = >=3.10",
            SETTINGS,
            ['python_version = "3.10"'],
        ),
        ("ci.yml", "python-version: 3.9", "python-version: 3.10", SETTINGS, ['python_version = "3.10"']),
        ("ci.yml", "python-version: 3.9", "python-version: 3.10", f'python = "^3.9"\n{SETTINGS}', []),
        ("ci.yml", "python-version: 3.9", "python-version: 3.10", "Needs Python 3.9+\n", []),
        ("ci.yml", "python-version: 3.9", "python-version: 3.10", "Needs Python 3.9 or later\n", []),
        (
            "ci.yml",
            "python-version: 3.9",
            "python-version: 3.10",
            "Needs at least Python 3.9\n",
            ["Needs at least Python 3.10"],
        ),
        (
            "Cargo.toml",
            'rust-version = "1.70"',
            'rust-version = "1.74"',
            'msrv = "1.70"\n',
            ['msrv = "1.74"'],
        ),
        (
            "pom.xml",
            "<maven.compiler.release>17</maven.compiler.release>",
            "<maven.compiler.release>21</maven.compiler.release>",
            "java-version: '17'\n",
            ["java-version: '21'"],
        ),
        (
            "pom.xml",
            "<maven.compiler.forks>17</maven.compiler.forks>",
            "<maven.compiler.forks>21</maven.compiler.forks>",
            "java-version: '17'\n",
            [],
        ),
        (
            "build.gradle",
            "of = JavaLanguageVersion.of(17)",
            "of = JavaLanguageVersion.of(21)",
            "java-version: 17\n",
            ["java-version: 21"],
        ),
        (
            ".nvmrc",
            "16",
            "18",
            "Needs Node.js 16, and 16 MB of node modules.\n",
            ["Needs Node.js 18, and 16 MB of node modules."],
        ),
        (
            "package.json",
            '"node": "16"',
            '"node": "18"',
            "Needs Node.js 16, and 16 MB.\n",
            ["Needs Node.js 18, and 16 MB."],
        ),
        ("other.toml", 'size = "3.9"', 'size = "3.8"', 'size = "3.9"\n', []),
    ],
    ids=[
        "a setting of the same tool in a manifest",
        "the version that is used, in a setting",
        "the version that is used, and a bound",
        "the version that is used, and a bound with a plus",
        "the version that is used, and a bound in words",
        "no bound of the tool",
        "the oldest version of Rust",
        "the release of Java",
        "another number of the compiler",
        "the toolchain of Gradle",
        "another number beside the name of the tool",
        "another number beside the key",
        "a short number of no tool",
    ],
)
def test_versions_of_a_tool_in_other_files(
    path: str, old: str, new: str, others: str, expected: list[str]
) -> None:
    assert changed(path, f"{old}\n", old, new, others__toml=others) == (
        {"others.toml": expected} if expected else {}
    )


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (
            {"new__ts": ""},
            {"a.json": ['"dev": "tsx new.ts"'], "b.md": ["See `./new.ts`."], "c.py": ['run("new.ts")']},
        ),
        ({"new__ts": "", "old__ts": ""}, {}),
        ({}, {}),
    ],
    ids=["the file was moved", "the old file is there", "there is no new file"],
)
def test_the_path_of_a_moved_file(files: dict[str, str], expected: dict[str, list[str]]) -> None:
    text = '"build": "esbuild old.ts",\n"dev": "tsx old.ts"\n'
    others = {
        "b__md": "See `./old.ts`.\nNot `../old.ts`, `lib/old.ts`, `old.tsx`.\n",
        "c__py": 'import old.ts\nold.ts\nrun("old.ts")\n',
    }
    found = changed(
        "a.json", text, '"build": "esbuild old.ts",', '"build": "esbuild new.ts",', **others, **files
    )
    assert found == expected


def test_a_path_of_another_folder_with_such_a_file_stays() -> None:
    others = {"lib____old__ts": "", "lib____a__md": "See `old.ts`.\n", "new__ts": ""}
    assert changed("a.json", '"x": "old.ts"\n', '"x": "old.ts"', '"x": "new.ts"', **others) == {}


def test_two_programs_have_constants_of_their_own() -> None:
    others = {
        "b____config__py": "PORT = 8000\n",
        "compose__yml": 'ports:\n  - "8000:8000"\n',
        "a____Dockerfile": "EXPOSE 8000\n",
    }
    found = changed("a/config.py", "PORT = 8000\n", "PORT = 8000", "PORT = 8010", **others)
    assert found == {"Dockerfile": ["EXPOSE 8010"]}


def test_the_port_of_an_address_is_no_item_of_a_list() -> None:
    found = changed(
        "a.py", "PORT = 8420\n", "PORT = 8420", "PORT = 8480", b__md="curl http://localhost:8420/6/33.png\n"
    )
    harness = RuleHarness(b__md="curl http://localhost:8420/6/33.png\n")
    harness.put("a.py", "PORT = 8420\n")
    harness.edit("a.py", "PORT = 8420", "PORT = 8480")
    (one,) = harness.ask("a.py")
    assert found == {"b.md": ["curl http://localhost:8480/6/33.png"]}
    assert one.probability > 0.6


def test_a_tag_changes_that_of_the_same_image_only() -> None:
    found = changed(
        "Dockerfile", IMAGES, "FROM python:3.11", "FROM python:3.12", compose__yml="image: python:3.11\n"
    )
    assert found == {"compose.yml": ["image: python:3.12"]}


def test_the_version_of_an_artifact_changes_with_that_of_the_same_artifact() -> None:
    harness = RuleHarness(pom__xml=POM, b__xml=POM)
    changed = ("  <version>3.3.1</version>\n </one>", "  <version>3.5.0</version>\n </one>")
    harness.edit("pom.xml", *changed)
    found = [one for one in harness.ask("pom.xml") if one.family == FAMILY]
    assert [(one.uri[-5:], one.edits[0].span.start.line) for one in found] == [("b.xml", 3)]


def test_a_file_of_a_version_follows_the_other_places() -> None:
    harness = RuleHarness(Dockerfile=IMAGES)
    harness.put(".nvmrc", "20\n")
    harness.edit("Dockerfile", "FROM node:20-slim", "FROM node:22-slim")
    found = [one for one in harness.ask("Dockerfile") if one.family == FAMILY]
    assert [harness.after(one) for one in found] == ["22\n"]


GO_IMPORT = 'package a\n\nimport "github.com/acme/box/pkg"\n\nconst home = "https://github.com/acme/box"\n'


@pytest.mark.parametrize(
    ("path", "old", "new", "expected"),
    [
        pytest.param(
            "README.md",
            "See https://github.com/acme/box",
            "See https://box.example.org/x",
            ['const home = "https://box.example.org/x"'],
            id="a page of the web",
        ),
        pytest.param(
            "go.txt",
            "module github.com/acme/box",
            "module github.com/acme/crate",
            ['import "github.com/acme/crate/pkg"', 'const home = "https://github.com/acme/crate"'],
            id="the path of a module",
        ),
    ],
)
def test_the_address_of_a_page_is_no_path_of_a_module(
    path: str, old: str, new: str, expected: list[str]
) -> None:
    files = {"a__go": GO_IMPORT, "go__mod": "module github.com/acme/box\n"}
    made = changed(path, f"{old}\n", old, new, **files)
    assert made.get("a.go", []) == expected
    assert ("go.mod" in made) is (path == "go.txt")

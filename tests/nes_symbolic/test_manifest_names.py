"""Features, extras, groups and commands of Cargo.toml and pyproject.toml: what follows their new name."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.scenes import Scene


def changed_lines(path: str, text: str, old: str, new: str, files: dict[str, str]) -> list[str]:
    """Return the lines that the candidates write, in their order."""
    harness = RuleHarness()
    for name, one in files.items():
        harness.put(name, one)
    harness.put(path, text)
    harness.edit(path, old, new)
    known = {line for one in (text, new, *files.values()) for line in one.split("\n")}
    made = [harness.after(one) for one in harness.ask(path) if one.family == "key-reference"]
    return [line.strip() for one in made for line in one.split("\n") if line not in known]


CARGO = """[package]
name = "wind"

[package.metadata.docs.rs]
features = ["usb", "net"]

[features]
default = ["usb"]
usb = ["dep:port"]
full = [
  "usb",
  "usb-fast",
]

[dependencies]
port = { version = "4", features = ["usb"], optional = true }
usb = "1"

[dev-dependencies]
wind = { path = ".", features = ["usb"] }

[[bin]]
name = "usb"
required-features = ["usb"]
"""
RENAMED = ('usb = ["dep:port"]', 'serial = ["dep:port"]')


def test_a_feature_in_its_manifest() -> None:
    assert changed_lines("Cargo.toml", CARGO, *RENAMED, {}) == [
        'features = ["serial", "net"]',
        'default = ["serial"]',
        '"serial",',
        'wind = { path = ".", features = ["serial"] }',
        'required-features = ["serial"]',
    ]


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("src/lib.rs", '#[cfg(feature = "usb")]\nlet usb = "usb";', ['#[cfg(feature = "serial")]']),
        ("src/lib.rs", '#[cfg(any(test, not(feature="usb")))]', ['#[cfg(any(test, not(feature="serial")))]']),
        ("src/lib.rs", '#[cfg(feature = "usb-fast")]', []),
        ("a/b.yml", "- run: cargo test --features usb", ["- run: cargo test --features serial"]),
        (
            "a/b.yml",
            '- run: cargo test --features "net usb" # usb',
            ['- run: cargo test --features "net serial" # usb'],
        ),
        (
            "a/b.yml",
            "- run: cargo test --features=net,wind/usb",
            ["- run: cargo test --features=net,wind/serial"],
        ),
        ("a/b.yml", "features: [usb, net]", ["features: [serial, net]"]),
        ("a/b.yml", "- run: apt install usb # --features", []),
        ("a/b.yml", "- run: cargo test --features port/usb,usb-fast", []),
        ("Makefile", "\tcargo build -F usb", ["cargo build -F serial"]),
        (
            "README.md",
            'wind = { version = "1", features = ["usb"] }',
            ['wind = { version = "1", features = ["serial"] }'],
        ),
        ("README.md", "The `usb` feature is for usb.", ["The `serial` feature is for usb."]),
        ("README.md", "Features: usb", []),
        ("README.md", 'serde = { version = "1", features = ["usb"] }', []),
        ("README.md", "The feature `usb` is new.", ["The feature `serial` is new."]),
    ],
)
def test_a_feature_elsewhere(path: str, text: str, expected: list[str]) -> None:
    made = changed_lines("Cargo.toml", CARGO, *RENAMED, {path: text})
    assert made[5:] == expected


def test_a_feature_of_another_package() -> None:
    app = """[package]
name = "app"

[features]
usb = ["wind/usb", "wind?/usb"]

[dependencies]
wind = { path = "../wind", features = ["usb"] }
other = { features = ["usb"] }

[dependencies.wind]
features = ["usb"]

[dependencies.other]
features = ["usb"]
"""
    files = {
        "app/Cargo.toml": app,
        "app/src/main.rs": '#[cfg(feature = "usb")]\nfn main() {}',
        "ci.yml": "- run: cargo test --features usb\n- run: cargo test -p wind --features usb",
    }
    manifest = '[package]\nname = "wind"\n\n[features]\nusb = ["dep:port"]\n'
    assert changed_lines("Cargo.toml", manifest, *RENAMED, files) == [
        'usb = ["wind/serial", "wind?/serial"]',
        'wind = { path = "../wind", features = ["serial"] }',
        'features = ["serial"]',
        "- run: cargo test -p wind --features serial",
    ]


def test_the_features_of_a_renamed_dependency() -> None:
    text = CARGO.replace('"usb-fast"', '"port?/fast", "port-x"').replace(
        "default = [", 'default = ["port/slow", '
    )
    old, new = (
        f'{name} = {{ version = "4", features = ["usb"], optional = true }}' for name in ("port", "line")
    )
    assert changed_lines("Cargo.toml", text, old, new, {"a.rs": '#[cfg(feature = "port")]'}) == [
        'default = ["line/slow", "usb"]',
        'usb = ["dep:line"]',
        '"line?/fast", "port-x",',
    ]


PROJECT = """[project]
name = "tide"

[project.optional-dependencies]
dev = ["pytest"]
all = ["tide[dev,plot]", "other[dev]"]

[project.scripts]
tide-clock = "tide:main"

[dependency-groups]
lint = ["ruff"]
all = [{include-group = "lint"}]
"""


@pytest.mark.parametrize(
    ("old", "new", "path", "text", "expected"),
    [
        ("dev", "test", "a.md", "pip install -e '.[dev]'", ["pip install -e '.[test]'"]),
        ("dev", "test", "a.md", "pip install .[plot, dev] dev", ["pip install .[plot, test] dev"]),
        ("dev", "test", "a.md", 'pip install "tide[dev]==1"', ['pip install "tide[test]==1"']),
        ("dev", "test", "a.md", "Install `.[dev,plot]`.", ["Install `.[test,plot]`."]),
        ("dev", "test", "a.md", "pip install other[dev]", []),
        ("dev", "test", "a.md", "uv sync --extra dev --group dev", ["uv sync --extra test --group dev"]),
        (
            "dev",
            "test",
            "a.md",
            'poetry install --extras "plot dev"',
            ['poetry install --extras "plot test"'],
        ),
        ("dev", "test", "a.md", "The [dev] team.", []),
        ("lint", "check", "a.yml", "- run: uv sync --only-group lint", ["- run: uv sync --only-group check"]),
        ("lint", "check", "a.yml", "- run: ruff lint --group linter", []),
        ("tide-clock", "tides", "a.md", "Run `tide-clock show`.", ["Run `tides show`."]),
        ("tide-clock", "tides", "a.md", "```sh\n$ tide-clock show\n```", ["$ tides show"]),
        ("tide-clock", "tides", "a.md", "```sh\ntide-clock show\n```", ["tides show"]),
        ("tide-clock", "tides", "a.md", "tide-clock shows the tide.", []),
        ("tide-clock", "tides", "a.md", "pip install tide-clock", []),
        ("tide-clock", "tides", "Dockerfile", 'CMD ["tide-clock", "run"]', ['CMD ["tides", "run"]']),
        (
            "tide-clock",
            "tides",
            "Dockerfile",
            "RUN pip install tide-clock && tide-clock init",
            ["RUN pip install tide-clock && tides init"],
        ),
        ("tide-clock", "tides", "a.yml", "- run: tide-clock run", ["- run: tides run"]),
        ("lint", "check", "a.md", "poetry install --no-group lint", ["poetry install --no-group check"]),
        ("lint", "check", "a.md", "bundle config set --group lint", []),
        ("tide-clock", "tides", "a.yml", "# tide-clock a\n  image: tide-clock", []),
        ("tide-clock", "tides", "a.yml", "# tide-clock a\n  container_name: tide-clock", []),
        ("tide-clock", "tides", "a.yml", "  - name: tide-clock smoke", []),
        ("tide-clock", "tides", "a.yml", "# tide-clock a\nneeds:\n  - tide-clock\n", []),
        ("tide-clock", "tides", "a.yml", "  command: tide-clock run", ["command: tides run"]),
        ("tide-clock", "tides", "a.yml", '  entrypoint: ["tide-clock"]', ['entrypoint: ["tides"]']),
        ("tide-clock", "tides", "a.yml", "script:\n- tide-clock a\n- b", ["- tides a"]),
        ("tide-clock", "tides", "a.yml", "script:\n  - b\n  - tide-clock a", ["- tides a"]),
        ("tide-clock", "tides", "a.yml", "- run: |\n    if a; then\n      tide-clock a", ["tides a"]),
        ("tide-clock", "tides", "a.yml", "- run: |\n    a\n\n    tide-clock a\n  x: |\n    b", ["tides a"]),
        ("tide-clock", "tides", "a.yml", "- run: a\n  x: |\n    tide-clock a", []),
        ("tide-clock", "tides", "a.yml", "- run: a\n  name: a | tide-clock", []),
        ("tide-clock", "tides", "a.sh", "case: tide-clock a", []),
        ("tide-clock", "tides", "Makefile", "# tide-clock a\nall: tide-clock", []),
        ("tide-clock", "tides", "a.py", 'print("tide-clock")', []),
    ],
)
def test_names_of_a_project(old: str, new: str, path: str, text: str, expected: list[str]) -> None:
    line = next(one for one in PROJECT.split("\n") if one.startswith(f"{old} "))
    made = changed_lines("pyproject.toml", PROJECT, line, new + line[len(old) :], {path: text})
    own = {"dev": ['all = ["tide[test,plot]", "other[dev]"]'], "lint": ['all = [{include-group = "check"}]']}
    assert made == own.get(old, []) + expected


def test_other_names_do_not_get_the_same_ending() -> None:
    scene = Scene("Cargo.toml", '[features]\nusb = ["dep:port"]\nnet = ["dep:line"]\nraw = ["dep:raw"]\n')
    scene.edit("usb", "usb-serial")
    scene.silent()
    assert not scene.offers('- net = ["dep:line"]', '+ net-serial = ["dep:line"]')
    scene.edit("net", "net-serial")
    assert scene.ask() is not None
    assert scene.offers('- raw = ["dep:raw"]', '+ raw-serial = ["dep:raw"]')
    scene.close()

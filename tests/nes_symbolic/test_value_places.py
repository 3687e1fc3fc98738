"""Images, ports, values in a row and options of commands: which places of a changed value are the same thing."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.values.changed_value import PROBABILITY, _Features
from understudy.nes.symbolic.consequences.versions import TOOLS, is_tool_version, tool_words


def follows(
    line: str,
    old: str,
    new: str,
    expected: str = "",
    files: tuple[str, str] = ("Dockerfile", "compose.yml"),
    top: str = "",
) -> RuleCase:
    """A line of the first file changes; another file has one line about it."""
    path, other = files
    found = [f"{other}\n@1\n-{line}\n+{expected}"] if expected else []
    return RuleCase({path: f"{top}{old}\n", other: f"{line}\n"}, ((old, new),), found)


def image(
    line: str, expected: str = "", old: str = "FROM redis:7.2.1", new: str = "FROM redis:7.4.0"
) -> RuleCase:
    return follows(line, old, new, expected)


def port(line: str, expected: str = "", old: str = "PORT = 8080", new: str = "PORT = 9090") -> RuleCase:
    return follows(line, old, new, expected, ("app.py", "Dockerfile"))


def exposed(line: str, expected: str = "") -> RuleCase:
    """A line of the Dockerfile whose exposed port changes."""
    found = [f"Dockerfile\n@2\n-{line}\n+{expected}"] if expected else []
    return case(f"EXPOSE 8080\n{line}\n", "EXPOSE 8080", "EXPOSE 9090", *found, path="Dockerfile")


def option(line: str, expected: str = "", other: str = "run.sh", path: str = "build.sh") -> RuleCase:
    return follows(line, 'echo "--dry-run"', 'echo "--simulate"', expected, (path, other))


ROWS = {
    "the same image": image("    image: redis:7.2.1", "    image: redis:7.4.0"),
    "the same image of a registry": image("image: ghcr.io/x/redis:7.2.1", "image: ghcr.io/x/redis:7.4.0"),
    "a quoted image": image('image: "redis:7.2.1"', 'image: "redis:7.4.0"'),
    "an image with a platform": image("FROM --platform=x redis:7.2.1", "FROM --platform=x redis:7.4.0"),
    "another image": image("image: redis-exporter:7.2.1"),
    "another image whose registry has the name": image("image: redis/exporter:7.2.1"),
    "a variant of the image": image(
        "image: redis:7.2.1", "image: redis:7.4.0", "FROM redis:7.2.1-alpine", "FROM redis:7.4.0-alpine"
    ),
    "another variant of the image": image(
        "image: redis:7.2.1", "", "FROM redis:7.2.1-alpine", "FROM redis:7.4.0-slim"
    ),
    "the image of a changed version": image(
        "image: redis:7.2.1", "image: redis:7.4.0", "ARG REDIS=7.2.1", "ARG REDIS=7.4.0"
    ),
    "another image than the changed version": image(
        "image: exporter:7.2.1 # redis", "", "ARG REDIS=7.2.1", "ARG REDIS=7.4.0"
    ),
    "the image of a changed version of PostgreSQL": image(
        "image: postgres:16.1", "image: postgres:16.3", "PostgreSQL 16.1", "PostgreSQL 16.3"
    ),
    "an exposed port": port("EXPOSE 8080", "EXPOSE 9090"),
    "a mapped port": port("run -p 8080:80", "run -p 9090:80"),
    "a number of something else": port("RUN make 8080"),
    "an exposed number that is no port": port("EXPOSE 8080", "", "LIMIT = 8080", "LIMIT = 9090"),
    "the port of the command in an image": exposed(
        'CMD ["app", "--port", "8080"]', 'CMD ["app", "--port", "9090"]'
    ),
    "the port of the entry point": exposed(
        'ENTRYPOINT ["app", "--http-port=8080"]', 'ENTRYPOINT ["app", "--http-port=9090"]'
    ),
    "the address of the command": exposed(
        'CMD ["app", "--bind", "0.0.0.0:8080"]', 'CMD ["app", "--bind", "0.0.0.0:9090"]'
    ),
    "the short option for a port": exposed('CMD ["app", "-p", "8080"]', 'CMD ["app", "-p", "9090"]'),
    "a variable of the image": exposed("ENV PORT=8080", "ENV PORT=9090"),
    "another option of the command": exposed('CMD ["app", "--port", "1", "--limit", "8080"]'),
    "another short option": exposed('CMD ["app", "-n", "8080"]'),
    "another command of the image": exposed("RUN ulimit -n 8080"),
    "a short port": port("EXPOSE 80", "", "PORT = 80", "PORT = 81"),
    "an option of the script": option("./build.sh --dry-run", "./build.sh --simulate"),
    "an option of another command": option("rsync --dry-run a b"),
    "a message about the option": option('echo "use --dry-run"', 'echo "use --simulate"'),
    "a printed message": option('printf "use --dry-run"', 'printf "use --simulate"'),
    "a comment": option("# --dry-run shows it", "# --simulate shows it"),
    "the pattern of a case": option("  --dry-run) dry=1 ;;", "  --simulate) dry=1 ;;"),
    "one of two patterns of a case": option("-n|--dry-run) dry=1 ;;", "-n|--simulate) dry=1 ;;"),
    "a check of the first argument": option(
        'if [ "$1" = "--dry-run" ]; then', 'if [ "$1" = "--simulate" ]; then'
    ),
    "an option in a document": option("rsync --dry-run a b", "rsync --simulate a b", other="README.md"),
    "an option of a script that is no shell script": option(
        "rsync --dry-run a b", "rsync --simulate a b", path="build.txt"
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_places_of_a_changed_value(name: str) -> None:
    assert run(ROWS[name], "value-changed") == ROWS[name].expected


@pytest.mark.parametrize(
    ("line", "is_listed"),
    [
        pytest.param('version: ["1.2.0", "1.3.0"]', 1, id="values in a row"),
        pytest.param("version 1.3.0 / 1.2.0", 1, id="a sign between them"),
        pytest.param("version 1.3.0 or 1.2.0", 0, id="a short word between them"),
        pytest.param("version 1.2.0, formerly named 1.3.0", 0, id="words between them"),
        pytest.param("version 1.2.0", 0, id="one value"),
        pytest.param("version 1.2.0, 1.2.0", 0, id="the same value twice"),
        pytest.param("version 1.2.0, 1.2.0, not 1.3.0", 0, id="the same value twice, and another one"),
        pytest.param("version 1.2.0, for 1.3.0, 1.4.0", 0, id="a row of other values"),
    ],
)
def test_values_in_a_row_are_less_probable(line: str, is_listed: int) -> None:
    harness = RuleHarness(a__txt='version = "1.2.0"\n', b__txt=f"{line}\n")
    harness.edit("a.txt", 'version = "1.2.0"', 'version = "1.5.0"')
    [found] = [one for one in harness.ask("a.txt") if one.family == "value-changed"]
    assert found.probability == pytest.approx(
        PROBABILITY.estimate(_Features(elsewhere=1, is_document=1, is_listed=is_listed))
    )


@pytest.mark.parametrize("word", ["postgresql", "postgre", "postgres"])
def test_the_names_of_postgresql_are_one_tool(word: str) -> None:
    assert tool_words([word], "a.txt") == {"postgres"}
    assert "postgres" in TOOLS


@pytest.mark.parametrize(
    ("line", "is_version"),
    [("postgres:16", True), ("PostgreSQL 16", True), ("postgres-version: 16", True), ("mysql:16", False)],
)
def test_a_version_of_postgresql(line: str, is_version: bool) -> None:
    assert is_tool_version(line, line.index("16"), {"postgres"}, "a.txt") == is_version

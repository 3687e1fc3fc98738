"""A release in a history of changes: the version of the project follows."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.limits import MAX_RELEASE_HEADING_DISTANCE_LINES
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.symbolic.consequences.values import StaleFeatures, propose_released_versions
from understudy.nes.symbolic.consequences.values.released_version import PROBABILITY
from understudy.nes.text import EditOrigin

HISTORY = "# Changes\n\n## 1.4.0 (May)\n\n- Colors\n\n## 1.3.2 (April)"
RELEASE = "\n## 1.4.1 (June)\n\n- Shapes"


def follow(
    manifest: str,
    statement: str,
    *,
    history: str = HISTORY,
    release: str = RELEASE,
    path: str = "CHANGELOG.md",
    origin: EditOrigin = EditOrigin.TYPED,
) -> str | None:
    """The statement after the release was added behind the first line; None if nothing is proposed."""
    harness = RuleHarness()
    harness.put(path, history)
    uri = harness.put(manifest, f"first\n{statement}\nlast")
    harness.splice(path, 1, (), release.split("\n"), origin)
    found = harness.checked(propose_released_versions(RuleContext(harness.situation(path))))
    if not found:
        return None
    (candidate,) = found
    assert candidate.uri == uri
    assert candidate.probability == pytest.approx(PROBABILITY.estimate(StaleFeatures(0)))
    return harness.after(candidate).split("\n")[1]


@pytest.mark.parametrize(
    ("manifest", "statement", "expected"),
    [
        ("package.json", '  "version": "1.4.0",', '  "version": "1.4.1",'),
        ("bower.json", '  , "version": "1.4.0"', '  , "version": "1.4.1"'),
        ("Cargo.toml", 'version = "1.4.0" # of the crate', 'version = "1.4.1" # of the crate'),
        ("pom.xml", "  <version>1.4.0</version>", "  <version>1.4.1</version>"),
        ("src/tool/__init__.py", "__version__ = '1.4.0'", "__version__ = '1.4.1'"),
        ("lib/version.rb", "  VERSION = '1.4.0'.freeze", "  VERSION = '1.4.1'.freeze"),
        ("version.go", 'const Version = "v1.4.0"', 'const Version = "v1.4.1"'),
        ("Makefile", "LIBVERSION = 1.4.0", "LIBVERSION = 1.4.1"),
        ("CMakeLists.txt", "project(tool VERSION 1.4.0)", "project(tool VERSION 1.4.1)"),
    ],
)
def test_the_version_follows_where_the_project_states_it(
    manifest: str, statement: str, expected: str
) -> None:
    assert follow(manifest, statement) == expected


@pytest.mark.parametrize(
    ("manifest", "statement"),
    [
        pytest.param("package.json", '  "other": "1.4.0",', id="another key"),
        pytest.param("package.json", '  "version": "1.4.0-rc.1",', id="a longer version"),
        pytest.param("package.json", '  "version": "11.4.0",', id="another version"),
        pytest.param("Cargo.toml", 'other = { path = "../other", version = "1.4.0" }', id="a dependency"),
        pytest.param("package-lock.json", '  "version": "1.4.0",', id="a lock file"),
        pytest.param("Cargo.lock", 'version = "1.4.0"', id="another lock file"),
        pytest.param("README.md", "Version 1.4.0 is the first with colors.", id="a document"),
        pytest.param("docs/history.txt", "Version 1.4.0", id="another history"),
    ],
)
def test_other_statements_keep_their_version(manifest: str, statement: str) -> None:
    assert follow(manifest, statement) is None


@pytest.mark.parametrize(
    ("history", "release"),
    [
        ("Changes\n\nVersion 1.4.0\n-------------\n", "\nVersion 1.4.1\n-------------\n\n- Shapes"),
        ("\n1.4.0 / 2014-01-02\n==================\n", "\n1.4.1 / 2014-02-03\n==================\n"),
        ("# Changes\n\n## [v1.4.0] - May", "\n## [v1.4.1] - June\n"),
        ("# Changes\n\n### v1.4.0\n", "\n### v1.4.1\n"),
        ("# Changes\n\n## 1.3.9\n\n## 1.3.8", "\n## 1.4.1\n\n## 1.4.0"),
    ],
)
def test_the_headings_of_histories(history: str, release: str) -> None:
    assert follow("package.json", '"version": "1.4.0"', history=history, release=release) == (
        '"version": "1.4.1"'
    )


@pytest.mark.parametrize(
    ("history", "release"),
    [
        pytest.param(HISTORY, "\n## 1.3.9 (June)\n", id="an older release"),
        pytest.param(HISTORY, "\n- Requires 1.4.1\n", id="no heading"),
        pytest.param(HISTORY, "\n### 1.4.1 (June)\n", id="a heading of another form"),
        pytest.param("# Changes", RELEASE, id="the first release"),
    ],
)
def test_what_is_no_release(history: str, release: str) -> None:
    assert follow("package.json", '"version": "1.4.0"', history=history, release=release) is None


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("CHANGELOG.md", True),
        ("History.md", True),
        ("CHANGES.rst", True),
        ("NEWS", True),
        ("docs/release-notes.md", True),
        ("README.md", False),
        ("notes.md", False),
    ],
)
def test_which_files_are_histories(path: str, found: bool) -> None:
    assert (follow("package.json", '"version": "1.4.0"', path=path) is not None) == found


def test_a_history_speaks_for_its_own_folder() -> None:
    assert follow("one/package.json", '"version": "1.4.0"', path="one/CHANGELOG.md") is not None
    assert follow("two/package.json", '"version": "1.4.0"', path="one/CHANGELOG.md") is None


def test_an_accepted_suggestion_is_no_release() -> None:
    assert follow("package.json", '"version": "1.4.0"', origin=EditOrigin.ACCEPTED) is None


@pytest.mark.parametrize(("more", "found"), [(0, True), (1, False)])
def test_how_far_the_release_before_may_be(more: int, found: bool) -> None:
    between = "\n- Fix" * (MAX_RELEASE_HEADING_DISTANCE_LINES - 1 + more)
    history = f"# Changes{between}\n## 1.4.0"
    assert (follow("package.json", '"version": "1.4.0"', history=history) is not None) == found


def test_each_file_is_followed_once_and_later_less_likely() -> None:
    harness = RuleHarness()
    harness.put("CHANGELOG.md", HISTORY)
    harness.put("package.json", '"version": "1.4.0"\n"version": "1.4.0"')
    harness.put("a.py", "__version__ = '1.4.0'\nx = 1")
    harness.splice("CHANGELOG.md", 1, (), RELEASE.split("\n"), EditOrigin.TYPED)
    harness.edit("a.py", "x = 1", "x = 2")
    found = propose_released_versions(RuleContext(harness.situation("a.py")))
    assert [one.uri.rpartition("/")[2] for one in found] == ["package.json", "a.py"]
    assert all(one.probability == pytest.approx(PROBABILITY.estimate(StaleFeatures(1))) for one in found)


def test_a_release_that_was_taken_back_changes_nothing() -> None:
    harness = RuleHarness()
    harness.put("CHANGELOG.md", HISTORY)
    harness.put("package.json", '  "version": "1.4.0",')
    harness.splice("CHANGELOG.md", 1, (), RELEASE.split("\n"), EditOrigin.TYPED)
    assert propose_released_versions(RuleContext(harness.situation("CHANGELOG.md")))
    assert propose_released_versions(RuleContext(harness.situation("CHANGELOG.md", deadline=0.0))) == []
    harness.workspace.texts["file:///project/CHANGELOG.md"][4] = "- Sizes"
    assert propose_released_versions(RuleContext(harness.situation("CHANGELOG.md"))) == []


def test_a_history_that_is_gone_changes_nothing() -> None:
    harness = RuleHarness()
    harness.put("CHANGELOG.md", HISTORY)
    harness.put("package.json", '  "version": "1.4.0",')
    harness.splice("CHANGELOG.md", 1, (), RELEASE.split("\n"), EditOrigin.TYPED)
    assert propose_released_versions(RuleContext(harness.situation("package.json")))
    del harness.workspace.texts["file:///project/CHANGELOG.md"]
    assert propose_released_versions(RuleContext(harness.situation("package.json"))) == []


def test_the_same_version_again_is_no_release() -> None:
    assert follow("package.json", '  "version": "1.4.0",', release="\n## 1.4.0 (June)\n\n- Shapes") is None

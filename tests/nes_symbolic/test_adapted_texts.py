"""Repeated changes take the paths of their place, and do not write again what stands in front of it."""

from contextlib import closing

import pytest

from nes_symbolic.builders import line_candidate, made, text_of
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.filters.places import adapt_to_places
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, MIN_EDIT_PROBABILITY
from understudy.nes.symbolic.patterns import extract_patterns

ROOT = "file:///project/lib"
EXAMPLE = ("const u = require('url');", "const u = require('../shared/url');")


def adapted(
    old: str,
    new: str,
    uri: str,
    *,
    example: tuple[str, str] = EXAMPLE,
    probability: float = 0.9,
    line_count: int = 1,
) -> str:
    snapshot = text_of(old, uri, "javascript")
    one = line_candidate(snapshot, 0, new, line_count=line_count, probability=probability)
    edits = [made(*example, uri=f"{ROOT}/fetch/cookies.js")]
    adapt_to_places([one], extract_patterns(edits, MAX_LEARNED_EDITS))
    return one.new[0]


@pytest.mark.parametrize(
    ("folder", "path"),
    [
        pytest.param("shared", "./url", id="the folder of the target"),
        pytest.param("fetch", "../shared/url", id="the folder of the example"),
        pytest.param("mail/parts", "../../shared/url", id="a deeper folder"),
        pytest.param("", "./shared/url", id="the folder above"),
        pytest.param("base64", "../shared/url", id="a folder beside it"),
    ],
)
@pytest.mark.parametrize("quote", ["'", '"'])
def test_a_path_is_relative_to_its_own_folder(folder: str, path: str, quote: str) -> None:
    old, new = (line.replace("'", quote) for line in EXAMPLE)
    found = adapted(old, new, f"{ROOT}/{folder}/index.js".replace("//index", "/index"), example=(old, new))
    assert found == f"const u = require({quote}{path}{quote});"


@pytest.mark.parametrize(
    ("old", "new", "more"),
    [
        pytest.param("f('../shared/url', a)", "f('../shared/url', b)", {}, id="a path that was there before"),
        pytest.param("f('a')", "f('../shared/other')", {}, id="a path that no example wrote"),
        pytest.param(*EXAMPLE, {"probability": MIN_EDIT_PROBABILITY - 0.01}, id="an improbable one"),
        pytest.param(*EXAMPLE, {"line_count": 0}, id="an insertion"),
        pytest.param(
            EXAMPLE[1], EXAMPLE[1] + ";", {"example": (EXAMPLE[1], EXAMPLE[1] + "//")}, id="not a new path"
        ),
    ],
)
def test_other_paths_stay(old: str, new: str, more: dict[str, object]) -> None:
    assert adapted(old, new, f"{ROOT}/shared/index.js", **more) == new  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("run src/bin/cli.ts now", "run src/bin/bin/index.ts now", "run src/bin/index.ts now"),
        ("run src/cli.ts now", "run src/bin/index.ts now", "run src/bin/index.ts now"),
        ("call app.load()", "call app.app.core.load()", "call app.core.load()"),
        ("x = a.b", "x = a.a.b", "x = a.a.b"),
        ("x = a + b", "x = a + a + c", "x = a + a + c"),
        ("go bin/cli to cli", "go bin/bin/index to bin/index", "go bin/bin/index to bin/index"),
    ],
)
def test_a_word_in_front_of_the_place_is_not_written_again(old: str, new: str, expected: str) -> None:
    assert adapted(old, new, f"{ROOT}/a.js", example=("cli", "bin/index")) == expected


def test_a_readme_with_both_forms() -> None:
    text = "DEV=1 pnpx tsx path/to/cli.ts\n\nDEV=1 pnpx tsx path/to/bin/cli.ts --force\n"
    with closing(Scene("README.md", text)) as scene:
        scene.edit("to/cli.ts", "to/bin/index.ts")
        scene.ask()
        assert not any("bin/bin" in line for _, lines, _ in scene.candidates() for line in lines)

"""Changes of one kind of statement are improbable in statements of another kind."""

import pytest

from nes_symbolic.builders import HERE, line_candidate, made, text_of
from understudy.nes.symbolic.filters.places import limit_changes_of_other_statements
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import extract_patterns

IF = ("if (a.host) {", "if (a.host && trusts(a)) {")
PY_IF = ("if a.host:", "if a.host and trusts(a):")
VERSION = ("<version>1.4.1</version>", "<version>1.5.0</version>")
KEY = ("exclude = [1]", "include = [1]")
TYPE = ("import { Req } from './req'", "import type { Req } from './req'")


@pytest.mark.parametrize(
    ("example", "place", "below", "is_likely"),
    [
        pytest.param(IF, ("f(a.host)", "f(a.host && trusts(a))"), "", False, id="an argument"),
        pytest.param(PY_IF, ("f(a.host)", "f(a.host and trusts(a))"), "", False, id="an argument in Python"),
        pytest.param(
            IF, ("} else if (a.host) {", "} else if (a.host && trusts(a)) {"), "", True, id="a condition"
        ),
        pytest.param(IF, ("x = a.host || b", "x = a.host && trusts(a) || b"), "", True, id="a joined value"),
        pytest.param(IF, ("x = a.host ? 1 : 2", "x = a.host && b ? 1 : 2"), "", True, id="a chosen value"),
        pytest.param(
            ("x = a.host", "x = a.host && b"),
            ("y = a.host", "y = a.host && b"),
            "",
            True,
            id="shown for values",
        ),
        pytest.param(IF, ("f(a.host)", "f(a.name)"), "", True, id="another change"),
        pytest.param(VERSION, (" @since 1.4.1", " @since 1.5.0"), "", False, id="a note in Java"),
        pytest.param(
            VERSION, (".. versionadded:: 1.4.1", ".. versionadded:: 1.5.0"), "", False, id="a note in Python"
        ),
        pytest.param(VERSION, ("// added in v1.4.1", "// added in v1.5.0"), "", False, id="a comment"),
        pytest.param(VERSION, ("VERSION = '1.4.1'", "VERSION = '1.5.0'"), "", True, id="the version"),
        pytest.param(
            (" @since 1.4.1", " @since 1.5.0"), ("  @since 1.4.1", "  @since 1.5.0"), "", True, id="notes"
        ),
        pytest.param(VERSION, (" @since 1.4.1 a", " @since 1.4.1 b"), "", True, id="the same version"),
        pytest.param(KEY, ("extend-exclude = []", "extend-include = []"), "", False, id="a longer key"),
        pytest.param(KEY, ("extend-exclude: []", "extend-include: []"), "", False, id="a longer key in YAML"),
        pytest.param(KEY, ("- exclude: []", "- include: []"), "", True, id="an item of a list"),
        pytest.param(KEY, ("a = x-exclude", "a = x-include"), "", True, id="a value"),
        pytest.param(
            ("old-exclude = 1", "old-include = 1"),
            ("no-exclude = 1", "no-include = 1"),
            "",
            True,
            id="such keys",
        ),
        pytest.param(
            TYPE, ("import { f } from './f'", "import type { f } from './f'"), "f (1)", False, id="a function"
        ),
        pytest.param(
            TYPE, ("import F from './f'", "import type F from './f'"), "F.of(1)", False, id="an object"
        ),
        pytest.param(
            TYPE,
            ("import { a as b } from './f'", "import type { a as b } from './f'"),
            "new b()",
            False,
            id="an alias",
        ),
        pytest.param(
            TYPE,
            ("import { F } from './f'", "import type { F } from './f'"),
            "let a: F = g.F(1)",
            True,
            id="a type",
        ),
        pytest.param(
            TYPE,
            ("import type { f } from 'a'", "import type { f } from 'b'"),
            "f(1)",
            True,
            id="a type already",
        ),
        pytest.param(
            TYPE, ("import {} from './f'", "import type {} from './f'"), "f(1)", True, id="no names"
        ),
    ],
)
def test_a_change_of_another_kind_of_statement_is_improbable(
    example: tuple[str, str], place: tuple[str, str], below: str, is_likely: bool
) -> None:
    snapshot = text_of(f"{place[0]}\n{below}", HERE, "typescript")
    candidate = line_candidate(snapshot, 0, place[1], probability=0.9)
    several = line_candidate(snapshot, 0, place[1], "more", probability=0.9)
    patterns = extract_patterns([made(*example)], MAX_LEARNED_EDITS)
    limit_changes_of_other_statements([candidate, several], patterns)
    assert candidate.probability == (0.9 if is_likely else OTHER_TYPE_PROBABILITY)
    assert several.probability == 0.9


def test_what_is_improbable_already_stays_so() -> None:
    candidate = line_candidate(text_of("f(a.host)"), 0, "f(a.host && b)", probability=0.1)
    limit_changes_of_other_statements([candidate], extract_patterns([made(*IF)], MAX_LEARNED_EDITS))
    assert candidate.probability == 0.1

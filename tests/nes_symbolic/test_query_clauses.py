"""A limit or an order that one query got is not added to another query."""

import pytest

from nes_symbolic.builders import HERE, made, text_of
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.candidates import CandidateLabel
from understudy.nes.symbolic.filters.places import limit_clauses_of_other_queries
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import extract_patterns

LABEL = CandidateLabel("analogy", "p", "t", "why")


@pytest.mark.parametrize(
    ("added", "other", "is_likely"),
    [
        pytest.param("LIMIT 10", "LIMIT 10", False, id="a-limit"),
        pytest.param("limit 10", "LIMIT 20", False, id="another-limit"),
        pytest.param("OFFSET :first", "OFFSET :first", False, id="an-offset"),
        pytest.param("ORDER BY day", "ORDER BY month", False, id="an-order"),
        pytest.param("FETCH FIRST 3 ROWS ONLY", "FETCH FIRST 3 ROWS ONLY", False, id="the-first-rows"),
        pytest.param("FOR UPDATE", "FOR UPDATE", False, id="a-lock"),
        pytest.param("AND NOT deleted", "AND NOT deleted", True, id="a-condition"),
        pytest.param("LIMIT 10", "AND NOT deleted", True, id="something-else"),
        pytest.param("# the LIMIT of it", "# the LIMIT of it", True, id="a-comment"),
    ],
)
def test_a_clause_of_another_query(added: str, other: str, is_likely: bool) -> None:
    patterns = extract_patterns([made("WHERE a = 1", f"WHERE a = 1\n{added}")], MAX_LEARNED_EDITS)
    snapshot = text_of("FROM b\nWHERE a = 2", HERE, "sql")
    inserted = LABEL.candidate(snapshot, 2, 0, (other,), {})
    changed = LABEL.candidate(snapshot, 1, 1, (f"WHERE a = 2 {other}",), {})
    inserted.probability = changed.probability = 0.9
    limit_clauses_of_other_queries([inserted, changed], patterns)
    expected = 0.9 if is_likely else OTHER_TYPE_PROBABILITY
    assert (inserted.probability, changed.probability) == (expected, expected)


def test_a_clause_that_changes_is_not_added() -> None:
    patterns = extract_patterns([made("LIMIT 10", "LIMIT 20")], MAX_LEARNED_EDITS)
    candidate = LABEL.candidate(text_of("LIMIT 10", HERE, "sql"), 0, 1, ("LIMIT 20",), {})
    candidate.probability = 0.9
    limit_clauses_of_other_queries([candidate], patterns)
    assert candidate.probability == 0.9


def test_a_clause_that_two_queries_got() -> None:
    first = made("WHERE a = 1", "WHERE a = 1\nLIMIT 10")
    second = made("WHERE a = 2", "WHERE a = 2\nLIMIT 10", 5, serial=2)
    candidate = LABEL.candidate(text_of("WHERE a = 3", HERE, "sql"), 1, 0, ("LIMIT 10",), {})
    candidate.probability = 0.9
    limit_clauses_of_other_queries([candidate], extract_patterns([first, second], MAX_LEARNED_EDITS))
    assert candidate.probability == 0.9


def test_the_engine_leaves_the_other_query_alone() -> None:
    query = "SELECT day, rain\nFROM days\nWHERE station = {}\nORDER BY rain;\n\n"
    scene = Scene("q.sql", query.format(1) + query.format(2))
    scene.edit("ORDER BY rain;", "ORDER BY rain\nLIMIT 10;")
    scene.silent()
    scene.close()

"""The gram table has no false negatives."""

from hypothesis import given
from hypothesis import strategies as st

from understudy.nes.index.grams import FILES_PER_BLOCK, MAX_KNOWN_LITERALS, GramTable, gram_signature

TEXTS = st.text(st.sampled_from("abcd _(=\n\téλ🙂"), max_size=60)


@given(st.lists(TEXTS, min_size=1, max_size=12), st.data())
def test_every_file_that_holds_the_literal_is_named(texts: list[str], data: st.DataObject) -> None:
    grams = GramTable()
    for number, text in enumerate(texts):
        grams.add(number * 70, gram_signature(text))
    text = data.draw(st.sampled_from(texts))
    start = data.draw(st.integers(0, len(text)))
    literal = text[start : start + data.draw(st.integers(0, 20))]
    having = grams.candidates_for(literal)
    if having is not None:
        assert {number * 70 for number, text in enumerate(texts) if literal in text} <= set(having)
        assert having == sorted(having)


def test_a_literal_that_no_file_holds_names_few_files() -> None:
    grams = GramTable()
    for number in range(1500):
        grams.add(
            number, gram_signature(f"def function_{number}(argument):\n    return argument * {number}\n")
        )
    assert grams.candidates_for("function_1234(") == [1234]
    assert grams.candidates_for("nowhere_to_be_seen") == []
    assert grams.candidates_for("x") is None


def test_a_cleared_number_is_not_found_and_its_neighbours_still_are() -> None:
    grams = GramTable()
    for number in (0, 7, 8, 511, 512):
        grams.add(number, gram_signature("something here"))
    grams.clear(8)
    grams.clear(9999)
    assert grams.candidates_for("something") == [0, 7, 511, 512]


def test_a_literal_that_was_searched_before_is_found_in_the_files_as_they_are() -> None:
    grams = GramTable()
    grams.add(1, gram_signature("something here"))
    assert grams.candidates_for("something") == [1]
    grams.add(2, gram_signature("something there"))
    assert grams.candidates_for("something") == [1, 2]
    grams.clear(1)
    assert grams.candidates_for("something") == [2]
    other = GramTable()
    other.add(3, gram_signature("something else"))
    grams.append_block(other.block(0))
    assert grams.candidates_for("something") == [2, FILES_PER_BLOCK + 3]


def test_few_literals_are_remembered() -> None:
    grams = GramTable()
    grams.add(1, gram_signature("something here"))
    for number in range(3 * MAX_KNOWN_LITERALS):
        grams.candidates_for(f"word_{number}")
    assert 0 < len(grams._known_bits) <= MAX_KNOWN_LITERALS

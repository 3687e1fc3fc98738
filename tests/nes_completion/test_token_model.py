"""The token model of the open texts: counts that follow every change, and lines composed token by token."""

import pytest

from nes_completion.completion_place import situation_of
from understudy.nes.completion.line_tokens import line_tokens, tokenize_lines
from understudy.nes.completion.texts import Place, find_place
from understudy.nes.completion.token_model import (
    LINE_END,
    CountedTexts,
    TextCounts,
    TokenModel,
    TokenModels,
    compose_lines,
    context_keys,
)


def place_of(text: str) -> Place:
    place = find_place(situation_of(text))
    assert place is not None
    return place


def model_of(text: str) -> TokenModel:
    counts = TextCounts()
    counts.update(tokenize_lines(text.split("\n")))
    return TokenModel([(counts, 1.0)])


def test_counts_follow_a_change_like_counts_made_anew() -> None:
    before = tokenize_lines(["a = b", "c = d(e)", "a = b", "return a"])
    after = tokenize_lines(["a = b", "a = c", "return a", "c = d(e)", "x"])
    followed, fresh = TextCounts(), TextCounts()
    followed.update(before)
    followed.update(after)
    fresh.update(after)
    for line in (*before, *after):
        tokens = (LINE_END, *line.tokens)
        for at in range(1, len(tokens) + 1):
            for key in context_keys(tokens[:at]):
                assert _as_counts(followed, key) == _as_counts(fresh, key)


def _as_counts(counts: TextCounts, key: int) -> dict[str, int]:
    seen = counts.get(key)
    return {seen: 1} if isinstance(seen, str) else seen or {}


def test_the_typed_line_is_not_counted() -> None:
    place = place_of("first = 1\nsecond|\n")
    ((counts, _),) = CountedTexts().of_place(place)
    assert counts.get(context_keys((LINE_END, "first"))[0]) == " ="
    assert counts.get(context_keys((LINE_END, "second"))[0]) is None


def test_a_longer_context_counts_more_than_a_shorter_one() -> None:
    model = model_of("a.open(x)\na.open(x)\nb.open(y)\nb.open(y)")
    assert (
        model.probability(("a", ".", "open", "("), "x")
        > 0.5
        > model.probability(("a", ".", "open", "("), "y")
    )


def test_the_rest_of_a_line_is_as_probable_as_its_tokens() -> None:
    model = model_of("log(info)\nlog(info)\nlog(info)\nlog(debug)")
    likely, unlikely = (model.rest_probability(line_tokens("log"), rest) for rest in ("(info)", "(debug)"))
    assert likely.total > unlikely.total
    assert likely.lowest > unlikely.lowest
    assert likely.first == unlikely.first
    assert model.rest_probability(line_tokens("log"), "(in").end < likely.end


@pytest.mark.parametrize("typed", [2, 3, 5, 7, 8, 10])
def test_a_rest_has_the_same_last_tokens_wherever_it_begins(typed: int) -> None:
    line = "log = call(info)"
    model = model_of(f"{line}\n{line}\nlog = other(info)")
    rest = model.rest_probability(line_tokens(line[:typed]), line[typed:])
    assert rest.end == model.probability(("call", "(", "info", ")"), LINE_END)
    assert rest.lowest > 0.3


def test_a_line_is_composed_of_parts_of_several_lines() -> None:
    # No line has this rest whole: the beginning is in the first lines, the end in the last ones.
    text = (
        "value = read_text(path, mode)\nother = read_text(path, mode)\n"
        "print(path, mode).close()\nshow(path, mode).close()\nsend(path, mode).close()\nresult = read_text|\n"
    )
    place = place_of(text)
    found = [one.text for one in compose_lines(place, TokenModel(CountedTexts().of_place(place)))]
    assert "(path, mode).close()" in found


@pytest.mark.parametrize(
    ("typed", "rest"),
    [("total =|", " compute(items)"), ("total = |", "compute(items)"), ("total = comp|", "ute(items)")],
)
def test_a_composed_line_begins_where_the_user_is(typed: str, rest: str) -> None:
    place = place_of(f"a = compute(items)\nb = compute(items)\nc = compute(items)\n{typed}\n")
    found = [one.text for one in compose_lines(place, TokenModel(CountedTexts().of_place(place)))]
    assert found[0] == rest


def test_pieces_of_a_line_without_tokens_are_its_end() -> None:
    counts = TextCounts()
    counts.update([line_tokens("   "), line_tokens("")])
    assert counts.get(context_keys((LINE_END,))[0]) is None


def test_a_model_is_kept_while_its_counts_stay() -> None:
    models = TokenModels()
    model = models.of_place(place_of("first = 1\nsecond|\n"))
    assert models.of_place(place_of("first = 1\nsecond = |\n")) is model
    changed = models.of_place(place_of("first = 2\nsecond = |\n"))
    assert changed.probability((LINE_END, "first", "="), " 2") > model.probability(("first", "="), " 2")


def test_a_model_that_remembers_much_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    models = TokenModels()
    place = place_of("first = 1\nsecond|\n")
    model = models.of_place(place)
    model.probability(("first",), " =")
    monkeypatch.setattr("understudy.nes.completion.token_model.model.MAX_REMEMBERED_PROBABILITIES", 0)
    assert models.of_place(place) is not model

"""Which places the user has passed without changing them."""

from understudy.nes.symbolic.passed_places import MAX_LEFT_BEHIND, PassedPlaces
from understudy.nes.text import Edit, EditOrigin

HERE, OTHER = "file:///here.py", "file:///other.py"


def edit(
    line: int, uri: str = HERE, origin: EditOrigin = EditOrigin.TYPED, new: tuple[str, ...] = ("b",)
) -> Edit:
    return Edit(1, uri, line, ("a",), new, origin=origin)


def skipped(places: PassedPlaces) -> set[int]:
    return {line for line in range(50) if places.features(line).get("skipped")}


def test_lines_between_two_edits_by_hand_are_skipped() -> None:
    assert skipped(PassedPlaces(HERE, [edit(10), edit(14)])) == {11, 12, 13}


def test_all_lines_of_an_edit_belong_to_it() -> None:
    assert skipped(PassedPlaces(HERE, [edit(10, new=("b", "c")), edit(14)])) == {12, 13}


def test_an_accepted_suggestion_skips_nothing() -> None:
    assert not skipped(PassedPlaces(HERE, [edit(10), edit(14, origin=EditOrigin.ACCEPTED)]))


def test_after_an_accepted_suggestion_the_next_edit_by_hand_skips_what_is_between() -> None:
    assert skipped(PassedPlaces(HERE, [edit(10, origin=EditOrigin.ACCEPTED), edit(13)])) == {11, 12}


def test_going_up_skips_nothing() -> None:
    assert not skipped(PassedPlaces(HERE, [edit(14), edit(10)]))


def test_coming_from_another_file_skips_nothing() -> None:
    assert not skipped(PassedPlaces(HERE, [edit(10), edit(3, OTHER), edit(20)]))


def test_an_overwritten_edit_has_no_place() -> None:
    assert not skipped(PassedPlaces(HERE, [edit(-1), edit(20)]))
    assert PassedPlaces(HERE, [edit(-1)]).features(3) == {}


def test_a_line_above_all_edits_of_the_text_is_told_from_those_below() -> None:
    places = PassedPlaces(HERE, [edit(14), edit(10)])
    assert [places.features(line)["above_edits"] for line in (9, 10, 12, 20)] == [1.0, 0.0, 0.0, 0.0]


def test_edits_by_hand_in_other_texts_leave_a_text_behind_up_to_a_number() -> None:
    assert PassedPlaces(HERE, [edit(10)]).features(3)["left_behind"] == 0
    assert PassedPlaces(HERE, [edit(10), edit(1, OTHER)]).features(3)["left_behind"] == 1
    accepted = edit(5, OTHER, EditOrigin.ACCEPTED)
    assert PassedPlaces(HERE, [edit(10), accepted]).features(3)["left_behind"] == 0
    assert PassedPlaces(HERE, [edit(10), edit(1, OTHER), edit(12)]).features(3)["left_behind"] == 0
    many = [edit(10), *(edit(line, OTHER) for line in range(9))]
    assert PassedPlaces(HERE, many).features(3)["left_behind"] == MAX_LEFT_BEHIND


def test_a_text_without_edits_has_no_such_features() -> None:
    assert PassedPlaces(HERE, [edit(1, OTHER)]).features(3) == {}

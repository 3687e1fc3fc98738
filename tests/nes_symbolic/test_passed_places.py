"""Which places the user has passed without changing them."""

from understudy.nes.symbolic.passed_places import MAX_LEFT_BEHIND, PassedPlaces
from understudy.nes.text import Edit, EditOrigin

HERE, OTHER = "file:///here.py", "file:///other.py"


KNOWN, LATER = 0, 99
"""The number of the first example of a pattern: before all edits, and after them."""


def edit(
    line: int,
    uri: str = HERE,
    origin: EditOrigin = EditOrigin.TYPED,
    new: tuple[str, ...] = ("b",),
    *,
    serial: int = 1,
    typed: bool = False,
) -> Edit:
    return Edit(serial, uri, line, ("a",), new, origin=origin, is_inside_line=typed)


def skipped(places: PassedPlaces, first_example: int = LATER) -> set[int]:
    return {line for line in range(50) if places.features(line, first_example).get("skipped")}


def left_behind(edits: list[Edit], first_example: int = LATER) -> float:
    return PassedPlaces(HERE, edits).features(3, first_example)["left_behind"]


def test_lines_between_two_edits_by_hand_are_skipped() -> None:
    assert skipped(PassedPlaces(HERE, [edit(10), edit(14)])) == {11, 12, 13}


def test_the_first_line_is_a_place_as_well() -> None:
    assert skipped(PassedPlaces(HERE, [edit(0), edit(3)])) == {1, 2}


def test_an_edit_without_a_place_skips_nothing() -> None:
    assert not skipped(PassedPlaces(HERE, [edit(-1), edit(3)]))


def test_a_person_at_the_keyboard_skips_places_only_of_patterns_that_were_known_by_then() -> None:
    places = PassedPlaces(HERE, [edit(10, serial=1, typed=True), edit(14, serial=2, typed=True)])
    assert skipped(places, first_example=1) == {11, 12, 13}
    assert not skipped(places, first_example=2)


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
    assert PassedPlaces(HERE, [edit(-1)]).features(3, KNOWN) == {}


def test_a_line_above_all_edits_of_the_text_is_told_from_those_below() -> None:
    places = PassedPlaces(HERE, [edit(14), edit(10)])
    found = [places.features(line, KNOWN)["above_edits"] for line in (9, 10, 12, 20)]
    assert found == [1.0, 0.0, 0.0, 0.0]


def test_an_edit_in_the_first_line_counts_as_one_of_the_text() -> None:
    assert PassedPlaces(HERE, [edit(0)]).features(3, KNOWN)["above_edits"] == 0.0
    assert PassedPlaces(HERE, [edit(0), edit(10)]).features(5, KNOWN)["above_edits"] == 0.0


def test_an_edit_at_the_keyboard_in_the_uppermost_line_forgets_where_the_user_began() -> None:
    edits = [edit(10), edit(10, typed=True)]
    assert [PassedPlaces(HERE, edits[:count]).features(3, KNOWN)["above_edits"] for count in (1, 2)] == [
        1.0,
        1.0,
    ]
    assert PassedPlaces(HERE, [edit(10), edit(9, typed=True)]).features(3, KNOWN)["above_edits"] == 0.0
    assert (
        PassedPlaces(HERE, [edit(10), edit(9, typed=True), edit(12)]).features(11, KNOWN)["above_edits"]
        == 1.0
    )


def test_a_person_at_the_keyboard_begins_anywhere() -> None:
    assert not PassedPlaces(HERE, [edit(14, typed=True)]).features(3, KNOWN)["above_edits"]
    assert not PassedPlaces(HERE, [edit(20), edit(14, typed=True)]).features(3, KNOWN)["above_edits"]


def test_edits_by_hand_in_other_texts_leave_a_text_behind_up_to_a_number() -> None:
    assert left_behind([edit(10)]) == 0
    assert left_behind([edit(10), edit(1, OTHER)]) == 1
    assert left_behind([edit(10), edit(5, OTHER, EditOrigin.ACCEPTED)]) == 0
    assert left_behind([edit(10), edit(1, OTHER), edit(12)]) == 0
    assert left_behind([edit(10), *(edit(line, OTHER) for line in range(9))]) == MAX_LEFT_BEHIND


def test_a_person_at_the_keyboard_leaves_a_text_behind_for_patterns_that_were_known_by_then() -> None:
    edits = [edit(10, serial=1, typed=True), edit(1, OTHER, serial=2, typed=True)]
    assert left_behind(edits, first_example=1) == 1
    assert left_behind(edits, first_example=2) == 0


def test_a_text_without_edits_has_no_such_features() -> None:
    assert PassedPlaces(HERE, [edit(1, OTHER)]).features(3, KNOWN) == {}

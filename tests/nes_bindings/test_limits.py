"""The limits of a search, each just kept and just exceeded."""

import pytest

from nes_bindings.marked_texts import FOLDER, Place, Texts, found_places
from understudy.nes.bindings.limits import (
    MAX_BASE_TYPES,
    MAX_IMPORT_STEPS,
    MAX_PROJECT_TEXTS,
    MAX_RETURN_NODES,
)
from understudy.nes.text import TextSnapshot


def _texts(**sources: str) -> Texts:
    return Texts(
        [TextSnapshot(f"{FOLDER}{name}.py", "python", text.split("\n")) for name, text in sources.items()]
    )


def _texts_of(texts: Texts, name: str, place: Place) -> set[str]:
    return {one.uri.removeprefix(FOLDER).removesuffix(".py") for one in found_places(texts, name, place)[0]}


@pytest.mark.parametrize(("steps", "is_found"), [(MAX_IMPORT_STEPS, True), (MAX_IMPORT_STEPS * 4, False)])
def test_a_name_is_followed_through_a_limited_number_of_modules(steps: int, is_found: bool) -> None:
    sources = {f"m{n}": f"from m{n + 1} import load" for n in range(steps)}
    texts = _texts(**sources, **{f"m{steps}": "def load(): ..."})
    assert (f"m{steps}" in _texts_of(texts, "load", Place(f"{FOLDER}m0.py", 0, 15))) is is_found


@pytest.mark.parametrize(("bases", "is_found"), [(MAX_BASE_TYPES - 1, True), (MAX_BASE_TYPES, False)])
def test_a_member_is_searched_in_a_limited_number_of_base_types(bases: int, is_found: bool) -> None:
    lines = ["class C0:", "    def total(self): ..."]
    lines += [f"class C{n}(C{n - 1}): ..." for n in range(1, bases + 1)]
    lines += [f"C{bases}().total()", "class Other:", "    def total(self): ..."]
    certain, _ = found_places(_texts(main="\n".join(lines)), "total", Place(f"{FOLDER}main.py", 1, 8))
    assert len(certain) == 1 + is_found


@pytest.mark.parametrize(
    ("statements", "is_found"), [(MAX_RETURN_NODES - 4, True), (MAX_RETURN_NODES - 3, False)]
)
def test_a_return_statement_is_searched_in_a_limited_number_of_statements(
    statements: int, is_found: bool
) -> None:
    """The statements are looked at from the last to the first."""
    lines = ["class A:", "    def total(self): ...", "class B:", "    def total(self): ...", "def make():"]
    lines += ["    if x: return A()", *["    pass"] * statements, "make().total()"]
    certain, _ = found_places(_texts(main="\n".join(lines)), "total", Place(f"{FOLDER}main.py", 1, 8))
    assert len(certain) == 1 + is_found


def test_a_limited_number_of_texts_is_searched() -> None:
    uses = {f"use{n:03}": "from core import load" for n in range(MAX_PROJECT_TEXTS + 5)}
    found = _texts_of(_texts(core="def load(): ...", **uses), "load", Place(f"{FOLDER}core.py", 0, 4))
    assert len(found) == MAX_PROJECT_TEXTS + 1

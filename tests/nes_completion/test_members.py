"""Members after a dot: found for the type that the text gives the receiver."""

import pytest

from nes_completion.completion_place import situation_of
from understudy.nes.completion.members import member_continuations
from understudy.nes.completion.texts import find_place


def members(text: str, name: str = "a.py") -> list[str]:
    place = find_place(situation_of(text, uri=f"file:///project/{name}"))
    assert place is not None
    return list(member_continuations(place))


PYTHON = (
    "class User:\n    name: str\n\n    def __init__(self, age):\n        self.age = age\n\n"
    "    def save(self) -> None:\n        pass\n\n    def send(self, to):\n        pass\n"
)


@pytest.mark.parametrize(
    "use",
    ["def f(user: User):\n    user.|\n", "user = User(1)\nuser.|\n", 'def f(user: "User"):\n    user.|\n'],
)
def test_the_type_comes_from_an_annotation_or_a_construction(use: str) -> None:
    assert members(f"{PYTHON}\n\n{use}") == ["name", "age", "save()", "send"]


def test_only_members_that_begin_like_the_typed_ones_are_offered() -> None:
    assert members(f"{PYTHON}\n\nuser = User(1)\nuser.sa|\n") == ["ve()"]


def test_a_class_knows_its_own_members() -> None:
    assert "save()" in members(PYTHON.replace("to):\n        pass", "to):\n        self.|"))


def test_private_members_are_left_to_the_class_itself() -> None:
    text = (
        "class A:\n    def _hide(self):\n        pass\n\n    def show(self):\n        {}\n\n\na = A()\n{}\n"
    )
    assert members(text.format("self.|", "")) == ["_hide()", "show()"]
    assert members(text.format("pass", "a.|")) == ["show()"]


def test_a_receiver_of_an_unknown_type_has_no_members() -> None:
    assert members(f"{PYTHON}\n\nuser = load()\nuser.|\n") == []


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "a.go",
            "type User struct {\n\tName string\n}\n\n"
            "func (u *User) Save() error {\n}\n\nfunc f(u *User) {\n\tu.|\n}\n",
            ["Name", "Save()"],
        ),
        (
            "a.rs",
            "struct User {\n    name: String,\n}\n\nimpl User {\n    pub fn save(&self) -> bool {\n    }\n}\n\n"
            "fn f(u: &User) {\n    u.|\n}\n",
            ["name", "save()"],
        ),
        (
            "a.ts",
            "class User {\n  name: string;\n  save(): void {\n  }\n}\nconst u = new User(1);\nu.|\n",
            ["name", "save()"],
        ),
        (
            "A.java",
            "class User {\n  private int age;\n  public void save() {\n  }\n}\nvoid f(User u) {\n  u.|\n",
            ["age", "save()"],
        ),
    ],
)
def test_other_languages_have_members_too(name: str, text: str, expected: list[str]) -> None:
    assert members(text, name) == expected

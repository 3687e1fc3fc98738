"""A trait is derived again only by a type that can derive it."""

import pytest

from nes_symbolic.builders import HERE, text_of
from understudy.nes.symbolic.candidates import CandidateLabel
from understudy.nes.symbolic.filters.types import limit_impossible_derives
from understudy.nes.symbolic.limits import OTHER_TYPE_PROBABILITY


@pytest.mark.parametrize(
    ("old", "added", "item", "is_possible"),
    [
        ("Debug, Clone", "Copy", "struct A { a: u8, b: f64, c: &'static str }", True),
        ("Debug, Clone", "Copy", "struct A { a: String }", False),
        ("Debug, Clone", "Copy", "pub struct A { pub a: Option<Vec<u8>> }", False),
        ("Debug, Clone", "Copy", "struct A<'a> { a: &'a mut u8 }", False),
        ("Debug, Clone", "Copy", "struct A(Box<u8>);", False),
        ("Debug, Clone", "Copy", "enum A { B, C(u8) }", True),
        ("Debug, Clone", "Copy", "enum A { B, C(String) }", False),
        ("Debug", "Copy", "struct A { a: u8 }", False),
        ("Debug", "Copy", "#[derive(Clone)]\nstruct A { a: u8 }", True),
        ("Debug", "Copy", "struct A { a: u8 }\nimpl Clone for A {}", True),
        ("Debug", "Clone, Copy", "struct A { a: u8 }", True),
        ("Debug, Clone", "Copy", "struct A { b: B }\n\n#[derive(Clone)]\nstruct B {}", False),
        ("Debug, Clone", "Copy", "struct A { b: B }\n\n#[derive(Clone, Copy)]\npub struct B {}", True),
        ("Debug, Clone", "Copy", "struct A { b: B }\n\nstruct B {}\nimpl Copy for B {}", True),
        ("Debug", "Clone", "struct A { a: String }", True),
        ("Debug", "Clone", "struct A<'a> { a: &'a mut u8 }", False),
        ("Debug", "Clone", "struct A { a: Arc<Mutex<u8>> }", True),
        ("Debug, Clone", "Copy", "enum A { String, File(u8) }", True),
        ("Debug, Clone", "Copy", "struct A { /// not a Vec\n a: u8 }", True),
        ("Debug, Clone", "Copy", "struct A<'a> { a: &'a String, b: fn(String), c: *mut Vec<u8> }", True),
        ("Debug, Clone", "Copy", "struct A<T> { a: PhantomData<Vec<T>> }", True),
        ("PartialEq", "Eq", "struct A { a: String }", True),
        ("PartialEq", "Eq", "struct A { a: Vec<f32> }", False),
        ("Debug", "Eq", "struct A { a: u8 }", False),
        ("Debug", "Hash", "struct A { a: f64 }", False),
        ("Debug", "Hash", "struct A { a: HashMap<u8, u8> }", False),
        ("Debug", "Hash", "struct A { a: u8 }", True),
        ("PartialEq, PartialOrd, Eq", "Ord", "struct A { a: u8 }", True),
        ("PartialEq, Eq", "Ord", "struct A { a: u8 }", False),
        ("Debug", "Default", "enum A { B, C }", False),
        ("Debug", "Default", "enum A { #[default] B, C }", True),
        ("Debug", "Default", "enum A { B, C }\n\nimpl Default for A {}", True),
        ("Debug", "Default", "struct A { a: f64 }", True),
        ("Debug", "serde::Serialize", "struct A { a: f64, b: Vec<u8> }", True),
        ("Debug, Clone", "Copy", "// a comment\n#[serde(rename)]\nstruct A { a: String }", False),
        ("Debug, Clone", "Copy", "fn a(b: String) {}", True),
        ("Debug, Clone", "Copy", "fn a() {}\nstruct A { a: String }", True),
        ("Debug, Clone", "Copy", "enum A { PhantomData(String) }", False),
        ("Debug, Clone", "Copy", "", True),
    ],
)
def test_traits_that_a_type_can_have(old: str, added: str, item: str, is_possible: bool) -> None:
    text = f"#[derive({old})]\n{item}\n"
    one = CandidateLabel("again", "p", "t", "why").candidate(
        text_of(text, HERE.replace(".py", ".rs"), "rust"), 0, 1, (f"#[derive({old}, {added})]",), {}
    )
    one.probability = 0.9
    limit_impossible_derives([one])
    assert one.probability == (0.9 if is_possible else OTHER_TYPE_PROBABILITY)

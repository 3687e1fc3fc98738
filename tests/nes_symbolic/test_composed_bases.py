"""A class holds an object of the class that it was derived from: what it had from the base."""

from collections.abc import Mapping

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run

BASE = (
    "class Tape:\n    def __init__(self, size):\n        self.size = size\n\n    def wind(self):\n        pass\n\n"
    "    @property\n    def title(self):\n        pass\n\n\n"
)
OLD = "class Deck(Tape):\n    def __init__(self, size):\n        super().__init__(size)"
NEW = "class Deck:\n    def __init__(self, size):\n        self.tape = Tape(size)"


def python(line: str, expected: str = "", new: str = NEW, old: str = OLD) -> RuleCase:
    text = f"{BASE}{old}\n        self.speed = 1\n\n    def stop(self):\n        {line}\n"
    at = text[: text.index(f"        {line}\n")].count("\n") + 1
    found = [f"m.py\n@{at}\n-        {line}\n+        {expected}"] if expected else []
    return case(text, old, new, *found)


SCRIPT = "class Tape {\n  size = 1;\n  wind() {}\n}\n\n"


def script(line: str, expected: str, header: str = "", held: str = "this.tape = new Tape();") -> RuleCase:
    old, new = "class Deck extends Tape {", f"class Deck {{{header}"
    text = f"{SCRIPT}{old}\n  stop() {{\n    {held}\n    {line}\n  }}\n}}\n"
    at = text[: text.index(f"    {line}\n")].count("\n") + 1 + header.count("\n")
    return case(text, old, new, f"m.ts\n@{at}\n-    {line}\n+    {expected}", path="m.ts")


CASES: Mapping[str, RuleCase] = {
    "a method": python("self.wind()", "self.tape.wind()"),
    "a field": python("return self.size", "return self.tape.size"),
    "a property": python("return self.title", "return self.tape.title"),
    "a formatted string": python('return f"{self.wind()} now"', 'return f"{self.tape.wind()} now"'),
    "two in a line": python("return self.wind() + self.size", "return self.tape.wind() + self.tape.size"),
    "a method of the base": python("super().wind()", "self.tape.wind()"),
    "an own field": python("self.speed += 1"),
    "an own method": python("self.stop()"),
    "a name that the base does not have": python("self.rewind()"),
    "another object": python("other.wind()"),
    "a string": python("return 'self.wind()'"),
    "no object of the base": python("self.wind()", new=NEW.replace("Tape(size)", "size")),
    "another class": python(
        "self.wind()", old=OLD.replace("Deck", "Deck"), new=NEW.replace("class Deck:", "class Desk:")
    ),
    "a base that stays": python("self.wind()", new=NEW.replace("class Deck:", "class Deck(Tape, Log):")),
    "one of two bases": python(
        "self.wind()",
        "self.tape.wind()",
        old=OLD.replace("(Tape)", "(Tape, Log)"),
        new=NEW.replace("class Deck:", "class Deck(Log):"),
    ),
    "another type argument": python(
        "self.wind()", old=OLD.replace("Tape", "Tape[User, int]"), new=OLD.replace("Tape", "Tape[Song, int]")
    ),
    "a generic base": python(
        "self.wind()", "self.tape.wind()", old=OLD.replace("(Tape)", "(Tape[list[int], User])")
    ),
    "a base that is no name": python("self.wind()", old=OLD.replace("(Tape)", "(*bases)")),
    "a method of TypeScript": script("this.wind();", "this.tape.wind();"),
    "a field of TypeScript": script("use(this.size);", "use(this.tape.size);"),
    "the base of TypeScript": script("super.wind();", "this.tape.wind();"),
    "a declared field": script(
        "this.wind();", "this.reel.wind();", "\n  private readonly reel = new Tape();", held="start();"
    ),
    "a base of another text": RuleCase(
        {
            "m.py": f"from tape import Tape\n\n\n{OLD}\n\n    def stop(self):\n        self.wind()\n",
            "tape.py": BASE,
        },
        ((OLD, NEW),),
        ["m.py\n@9\n-        self.wind()\n+        self.tape.wind()"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_members_of_a_former_base_are_those_of_an_object(name: str) -> None:
    assert run(CASES[name], "member-retyped") == CASES[name].expected

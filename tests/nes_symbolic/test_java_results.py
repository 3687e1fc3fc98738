"""A method of Java returns another collection or a wider number: the variables that hold its result follow."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.consequences import RuleContext, drop_explained

HEAD = "    public {} names(Group group) {{"


def body(line: str, new: str = "", *, old: str = "List<String>", then: str = "Set<String>") -> RuleCase:
    """A line of a method that returns `all`."""
    header = HEAD.format(old)
    text = f"class A {{\n{header}\n        {line}\n        all.add(group);\n        return all;\n    }}\n}}\n"
    expected = [f"A.java\n@3\n-        {line}\n+        {new}"] if new else []
    return RuleCase({"A.java": text}, ((header, HEAD.format(then)),), expected)


def caller(line: str, new: str = "", *, old: str = "List<String>", then: str = "Set<String>") -> RuleCase:
    header = HEAD.format(old)
    called = f"    void f(Group a) {{\n        {line}\n    }}\n"
    text = f"class A {{\n{header}\n        return group.x();\n    }}\n\n{called}}}\n"
    expected = [f"A.java\n@7\n-        {line}\n+        {new}"] if new else []
    return RuleCase({"A.java": text}, ((header, HEAD.format(then)),), expected)


ROWS = {
    "what it collects": body("List<String> all = new ArrayList<>();", "Set<String> all = new HashSet<>();"),
    "what it collects, with a size": body(
        "List<String> all = new ArrayList<>(9);", "Set<String> all = new HashSet<>(9);"
    ),
    "a class that is both": body(
        "Queue<String> all = new LinkedList<>();",
        "Deque<String> all = new LinkedList<>();",
        old="Queue<String>",
        then="Deque<String>",
    ),
    "a class of the project": body("List<String> all = new Names();"),
    "a variable with a value of a call": body(
        "List<String> all = group.x();", "Set<String> all = group.x();"
    ),
    "another variable": body("List<String> others = new ArrayList<>();"),
    "other elements": body("List<Name> all = new ArrayList<>();"),
    "other elements are returned": body("List<String> all = new ArrayList<>();", then="Set<Name>"),
    "a class of the project is returned": body("List<String> all = new ArrayList<>();", then="Names"),
    "a wider number": body("int all = 0;", "long all = 0;", old="int", then="long"),
    "a caller": caller("List<String> b = names(a);", "Set<String> b = names(a);"),
    "a caller that declares no type": caller("var b = names(a);"),
    "a caller that declares a common type": caller(
        "Collection<String> b = names(a);", old="Collection<String>"
    ),
    "a caller that takes another value": caller("List<String> b = names(a).stream().toList();"),
    "a caller of a wider number": caller("int b = names(a);", "long b = names(a);", old="int", then="long"),
    "a caller of a narrower number": caller("long b = names(a);", old="long", then="int"),
    "a caller of another method": caller("List<String> b = a.names(a);"),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_variables_that_hold_a_result_follow(name: str) -> None:
    assert run(ROWS[name], "return-value") == ROWS[name].expected


FIELD = "    private final List<Message> sent = new ArrayList<>();"
OTHER_HEADER = "    List<String> mails() {"


@pytest.mark.parametrize("also", [False, True])
def test_the_type_of_one_result_is_not_repeated_at_other_declarations(*, also: bool) -> None:
    header, new = (HEAD.format(one) for one in ("List<String>", "Set<String>"))
    methods = "\n".join(f"{one}\n        return x();\n    }}\n" for one in (header, OTHER_HEADER))
    text = f"class A {{\n{FIELD}\n{methods}}}\n"
    harness = RuleHarness(A__java=text)
    harness.edit("A.java", header, new)
    if also:
        harness.edit("A.java", OTHER_HEADER, OTHER_HEADER.replace("List", "Set"))
    context = RuleContext(harness.situation("A.java"))
    line = FIELD.replace(" List<", " Set<")
    one = UnscoredCandidate(context.current_text.snapshot, 1, 1, (line,), "replace", "p", "t", "why", {})
    assert bool(drop_explained(context, [one])) is also

"""A message changed that a program puts together: tests expect its new text."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run
from understudy.nes.symbolic.consequences.limits import MAX_REWRITTEN_LINES

RUBY = '    raise ParseError, "bad amount: #{text}"'
RUBY_NEW = '    raise ParseError, "invalid amount: #{text}"'


def message(
    other: str,
    new: str = "",
    *,
    path: str = "tests/test_m.py",
    old: str = "",
    then: str = "",
    cause: str = "m.py",
) -> RuleCase:
    """A line of another file and what becomes of it; by default after a change of an f-string."""
    before = old or '    raise ValueError(f"bad amount: {text}")'
    after = then or before.replace("bad", "invalid")
    expected = [f"{path}\n@1\n-{other}\n+{new}"] if new else []
    return RuleCase({cause: f"def f(text):\n{before}\n", path: f"{other}\n"}, ((before, after),), expected)


ROWS = {
    "the whole message": message(
        'assert str(e) == "bad amount: ten"', 'assert str(e) == "invalid amount: ten"'
    ),
    "between other quotes": message(
        "assert str(e) == 'bad amount: 7'", "assert str(e) == 'invalid amount: 7'"
    ),
    "the part that changed": message('raises(E, match="bad amount")', 'raises(E, match="invalid amount")'),
    "a part that did not change": message('raises(E, match="amount: ten")'),
    "a short part": message('raises(E, match="bad")'),
    "a longer text": message('assert x == "a bad amount: ten"'),
    "another text": message('assert str(e) == "bad account: ten"'),
    "a message of the test itself": message('raise E(f"bad amount: {x}")'),
    "no test": message('raise E("bad amount: ten")', path="other.py"),
    "a test beside the code": message(
        'assert str(e) == "bad amount: ten"', 'assert str(e) == "invalid amount: ten"', path="src/test_x.py"
    ),
    "a test that changed": message('f("bad amount: ten")', cause="tests/test_x.py"),
    "the title of a test in another language": message(
        '  expect(e.message).toBe("bad amount: 7");',
        '  expect(e.message).toBe("invalid amount: 7");',
        path="src/m.test.ts",
        cause="m.ts",
        old="  throw new Error(`bad amount: ${text}`);",
    ),
    "Ruby": message(
        'assert_equal "bad amount: ten", error.message',
        'assert_equal "invalid amount: ten", error.message',
        path="test/m_test.rb",
        cause="m.rb",
        old=RUBY,
        then=RUBY_NEW,
    ),
    "Go": message(
        '\twant := "2 rows skipped of 7"',
        '\twant := "2 lines skipped of 7"',
        path="m_test.go",
        cause="m.go",
        old='\treturn fmt.Errorf("%d rows skipped of %d", n, all)',
        then='\treturn fmt.Errorf("%d lines skipped of %d", n, all)',
    ),
    "Java": message(
        '        assertEquals("no seat 4a left", e.getMessage());',
        '        assertEquals("no place 4a left", e.getMessage());',
        path="src/test/java/a/SeatsTest.java",
        cause="Seats.java",
        old='        throw new E(String.format("no seat %s left", seat));',
        then='        throw new E(String.format("no place %s left", seat));',
    ),
    "a value that moved": message(
        'assert x == "2 of 7 rows skipped"',
        old='    return f"{n} of {all} rows skipped"',
        then='    return f"{all} rows, {n} skipped"',
    ),
    "a message with no words between its values": message(
        'assert x == "seen 12 times"', old='    f(f"seen {n}{m} times")', then='    f(f"found {n}{m} times")'
    ),
    "a message that says hardly anything": message(
        'assert x == "2 of 7"', old='    f(f"{n} of {m}")', then='    f(f"{n} / {m}")'
    ),
    "a word inserted in the part": message(
        'raises(E, match="path not allowed")',
        'raises(E, match="path is not allowed")',
        old='    raise E("this path not allowed here")',
        then='    raise E("this path is not allowed here")',
    ),
    "an edit of many lines": RuleCase(
        {
            "m.py": f"def f(text):\n{'    x()' + chr(10)}" + '    e(f"bad amount: {text}")\n' * 5,
            "tests/test_m.py": 'a("bad amount: 1")\n',
        },
        (
            (
                "\n".join(['    e(f"bad amount: {text}")'] * (MAX_REWRITTEN_LINES + 1)),
                "\n".join(['    e(f"invalid amount: {text}")'] * (MAX_REWRITTEN_LINES + 1)),
            ),
        ),
        [],
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_test_expects_the_new_message(name: str) -> None:
    assert run(ROWS[name], "text-changed") == ROWS[name].expected


def test_the_tests_of_a_module_in_rust_expect_the_new_message() -> None:
    old = '        write!(f, "tide in {} hours", self.0)'
    test = '        assert_eq!(Tide(3).to_string(), "tide in 3 hours");'
    text = f"{old}\n#[cfg(test)]\nmod tests {{\n{test}\n}}\n"
    edit = ((old, old.replace("in", "after")),)
    line = test.replace("tide in", "tide after")
    assert run(RuleCase({"m.rs": text}, edit, []), "text-changed") == [f"m.rs\n@4\n-{test}\n+{line}"]
    assert run(RuleCase({"m.rs": text.replace("#[cfg(test)]", "")}, edit, []), "text-changed") == []

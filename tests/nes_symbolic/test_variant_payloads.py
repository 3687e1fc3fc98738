"""A variant of an enum of Rust holds other values: its patterns and what makes one."""

from collections.abc import Mapping

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness


def rust(old: str, new: str, arm: str, *expected: str, rest: str = "", other: str = "wait(s)") -> RuleCase:
    """An arm in the tenth line, and lines from the thirteenth on."""
    text = (
        f"enum Job {{\n    Open,\n    {old},\n    Wait(String),\n}}\n\nfn f(job: &Job) {{\n    match job {{\n"
        f"        Job::Open => {{}}\n        {arm},\n        Job::Wait(s) => {other},\n    }}\n}}\n{rest}\n"
    )
    return case(text, f"    {old},", f"    {new},", *expected, path="m.rs")


def arm(old: str, new: str) -> str:
    return f"m.rs\n@10\n-        {old},\n+        {new},"


CASES: Mapping[str, RuleCase] = {
    "a named value": rust(
        "Done", "Done { code: u8 }", "Job::Done => x()", arm("Job::Done => x()", "Job::Done { .. } => x()")
    ),
    "one value": rust("Done", "Done(u8)", "Job::Done => x()", arm("Job::Done => x()", "Job::Done(_) => x()")),
    "two values": rust(
        "Done", "Done(u8, u8)", "Job::Done => x()", arm("Job::Done => x()", "Job::Done(..) => x()")
    ),
    "one of several patterns": rust(
        "Done",
        "Done(u8)",
        "Job::Done | Job::Late => x()",
        arm("Job::Done | Job::Late => x()", "Job::Done(_) | Job::Late => x()"),
    ),
    "a condition": rust("Done", "Done(u8)", "j if j == Job::Done => x()", "m.rs 9:23"),
    "if let": rust(
        "Done",
        "Done(u8)",
        "_ => x()",
        "m.rs\n@14\n-fn g() { if let Job::Done = j {} }\n+fn g() { if let Job::Done(_) = j {} }",
        rest="fn g() { if let Job::Done = j {} }",
    ),
    "a value of the variant": rust(
        "Done", "Done(u8)", "_ => x()", "m.rs 13:21", rest="fn g() -> Job { Job::Done }"
    ),
    "a value of another enum": rust("Done", "Done(u8)", "_ => x()", rest="fn g() -> Job { Task::Done }"),
    "one more value": rust(
        "Done(u8)",
        "Done(u8, i8)",
        "Job::Done(n) => x(n)",
        arm("Job::Done(n) => x(n)", "Job::Done(n, _) => x(n)"),
    ),
    "one more value before the others": rust(
        "Done(f32, f32)",
        "Done(u8, f32, f32)",
        "Job::Done(x, y) => x(y)",
        arm("Job::Done(x, y) => x(y)", "Job::Done(_, x, y) => x(y)"),
    ),
    "one more value between the others": rust(
        "Done(Map<u8, u8>, i8)",
        "Done(Map<u8, u8>, u8, i8)",
        "Job::Done(x, y) => x(y)",
        arm("Job::Done(x, y) => x(y)", "Job::Done(x, _, y) => x(y)"),
    ),
    "one more value of a type of the others": rust(
        "Done(u8)", "Done(u8, u8)", "Job::Done(n) => x(n)", "m.rs 9:13"
    ),
    "one more value and another type": rust("Done(u8)", "Done(i8, i16)", "Job::Done(n) => x(n)", "m.rs 9:13"),
    "one more ignored value": rust(
        "Done(u8)",
        "Done(u8, u8)",
        "Job::Done(_) => x()",
        arm("Job::Done(_) => x()", "Job::Done(_, _) => x()"),
    ),
    "a pattern with the new value": rust("Done(u8)", "Done(u8, i8)", "Job::Done(n, _m) => x(n)"),
    "a pattern that ignores all new values": rust("Done(u8)", "Done(u8, i8)", "Job::Done(_, _) => x()"),
    "a pattern with a first value": rust("Done", "Done(u8)", "Job::Done(_) => x()"),
    "a pattern with too many values": rust(
        "Done(u8)", "Done(u8, i8, i16)", "Job::Done(n, m) => x()", "m.rs 9:13"
    ),
    "ignored names that are gone": rust(
        "Done { a: u8, b: u8 }",
        "Done { a: u8 }",
        "Job::Done { a: _, b: _ } => x()",
        arm("Job::Done { a: _, b: _ } => x()", "Job::Done { .. } => x()"),
    ),
    "a pattern with all named values": rust(
        "Done { a: u8 }", "Done { a: u8, b: u8 }", "Job::Done { b: _, a } => x(a)"
    ),
    "names in an order that is not known": rust(
        "Done(f32, f32)",
        "Done { y: f32, x: f32 }",
        "Job::Done(a, b) => x(a)",
        "m.rs 9:13",
        "m.rs 13:26",
        rest="fn g() -> Job { x(); Job::Done(1.0, 2.0) }",
    ),
    "names of the variables": rust(
        "Done(f32, f32)",
        "Done { x: f32, y: f32 }",
        "Job::Done(x, y) => x(y)",
        arm("Job::Done(x, y) => x(y)", "Job::Done { x, y } => x(y)"),
    ),
    "names for values of other types": rust(
        "Done(u8, String)",
        'Done {\n        #[a(b = "c: d")]\n        code: u8,\n        // in full\n        why: String,\n    }',
        "Job::Done(n, s) => x(s)",
        "m.rs\n@15\n-        Job::Done(n, s) => x(s),\n+        Job::Done { code: n, why: s } => x(s),",
    ),
    "no names for values in another order": rust(
        "Done { a: u8, b: i8 }", "Done(i8, u8)", "Job::Done { a, b } => x(a)", "m.rs 9:13"
    ),
    "one more named value": rust(
        "Done { a: u8 }",
        "Done { a: u8, b: u8 }",
        "Job::Done { a } => x(a)",
        arm("Job::Done { a } => x(a)", "Job::Done { a, .. } => x(a)"),
    ),
    "a pattern that ignores the rest": rust(
        "Done { a: u8 }", "Done { a: u8, b: u8 }", "Job::Done { .. } => x()"
    ),
    "a name for a value": rust(
        "Done(u8)",
        "Done { a: u8 }",
        "Job::Done(n) => x(n)",
        arm("Job::Done(n) => x(n)", "Job::Done { a: n } => x(n)"),
    ),
    "the name of the variable": rust(
        "Done(u8)",
        "Done { a: u8 }",
        "Job::Done(a) => x(a)",
        arm("Job::Done(a) => x(a)", "Job::Done { a } => x(a)"),
    ),
    "a name for a given value": rust(
        "Done(u8)",
        "Done { a: u8 }",
        "_ => x()",
        "m.rs\n@14\n-fn g() -> Job { Job::Done(1) }\n+fn g() -> Job { Job::Done { a: 1 } }",
        rest="fn g() -> Job { Job::Done(1) }",
    ),
    "no name any more": rust(
        "Done { a: u8 }",
        "Done(u8)",
        "Job::Done { a: n } => x(n)",
        arm("Job::Done { a: n } => x(n)", "Job::Done(n) => x(n)"),
    ),
    "no value any more": rust(
        "Done(u8)", "Done", "Job::Done(_) => x()", arm("Job::Done(_) => x()", "Job::Done => x()")
    ),
    "a used value that is gone": rust("Done(u8)", "Done", "Job::Done(n) => x(n)", "m.rs 9:13"),
    "a text that does not say the value": rust(
        "Done",
        "Done { why: String }",
        'Job::Done => print!("done")',
        arm('Job::Done => print!("done")', 'Job::Done { .. } => print!("done")'),
    ),
    "two variants": RuleCase(
        {"m.rs": "enum Job {\n    Open,\n    Done,\n}\n\nfn f() { if let Job::Open = j {} }\n"},
        (("    Open,\n    Done,", "    Open(u8),\n    Done(u8),"),),
        [],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_patterns_follow_the_values_of_a_variant(name: str) -> None:
    assert run(CASES[name], "member-retyped") == CASES[name].expected


def test_a_pattern_does_not_change_again() -> None:
    harness = RuleHarness()
    harness.put("m.rs", "enum Job {\n    Done(u8),\n}\n\nfn f() { if let Job::Done(n) = j {} }\n")
    harness.edit("m.rs", "    Done(u8),", "    Done(u8, i8),")
    (found,) = [one for one in harness.ask("m.rs") if one.family == "member-retyped"]
    harness.accept(found)
    assert "Job::Done(n, _)" in "\n".join(harness.workspace.texts["file:///project/m.rs"])
    assert not [one for one in harness.ask("m.rs") if one.family == "member-retyped"]

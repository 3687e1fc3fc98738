"""A variant of an enum of Rust holds other values: its patterns and what makes one."""

from collections.abc import Mapping

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run


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
        "Done(u8, u8)",
        "Job::Done(n) => x(n)",
        arm("Job::Done(n) => x(n)", "Job::Done(n, _) => x(n)"),
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

"""A field that was a number is a duration now: its values get a unit, its uses lose theirs."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run

GO = """\
package m

type Config struct {{
	Timeout int
}}

func load() Config {{
	return Config{{Timeout: {value}}}
}}

func run(c Config) {{
	{use}
}}
"""
RUST = """\
pub struct Config {{
    pub timeout: u64,
}}

fn load() -> Config {{
    Config {{ timeout: {value} }}
}}

fn run(c: &Config) {{
    {use}
}}
"""


def go(value: str, use: str, *expected: str, old: str = "int", then: str = "time.Duration") -> RuleCase:
    text = GO.format(value=value, use=use).replace("Timeout int", f"Timeout {old}")
    return RuleCase({"m.go": text}, ((f"\tTimeout {old}", f"\tTimeout {then}"),), list(expected))


def rust(value: str, use: str, *expected: str) -> RuleCase:
    text = RUST.format(value=value, use=use)
    return RuleCase(
        {"m.rs": text}, (("    pub timeout: u64,", "    pub timeout: Duration,"),), list(expected)
    )


def value(old: str, new: str) -> str:
    return f"m.go\n@8\n-\treturn Config{{Timeout: {old}}}\n+\treturn Config{{Timeout: {new}}}"


WAIT = "wait(time.Duration(c.Timeout) * time.Second)"
UNWRAPPED = f"m.go\n@12\n-\t{WAIT}\n+\twait(c.Timeout)"
RUST_WAIT = "wait(Duration::from_millis(c.timeout));"
ROWS = {
    "a value and a use": go("30", WAIT, value("30", "30 * time.Second"), UNWRAPPED),
    "the unit first": go(
        "30",
        "wait(time.Millisecond * time.Duration(c.Timeout))",
        value("30", "30 * time.Millisecond"),
        "m.go\n@12\n-\twait(time.Millisecond * time.Duration(c.Timeout))\n+\twait(c.Timeout)",
    ),
    "no use": go("30", "", "m.go 7:24"),
    "two units": go("30", f"{WAIT}; sleep(time.Duration(c.Timeout) * time.Minute)", "m.go 7:24"),
    "a value that is no number": go("seconds()", WAIT, UNWRAPPED),
    "no value": go("0", WAIT, UNWRAPPED),
    "a use in a sum": go("30", "wait(time.Duration(c.Timeout+1) * time.Second)", "m.go 7:24"),
    "a use as a number": go("30", "wait(c.Timeout * 2)", "m.go 7:24"),
    "another type": go("30", WAIT, then="int64"),
    "a text before": go('"30s"', WAIT, old="string"),
    "Rust": rust(
        "500",
        RUST_WAIT,
        "m.rs\n@6\n-    Config { timeout: 500 }\n+    Config { timeout: Duration::from_millis(500) }",
        f"m.rs\n@10\n-    {RUST_WAIT}\n+    wait(c.timeout);",
    ),
    "a value with a type": rust(
        "500u64",
        RUST_WAIT,
        "m.rs\n@6\n-    Config { timeout: 500u64 }\n+    Config { timeout: Duration::from_millis(500) }",
        f"m.rs\n@10\n-    {RUST_WAIT}\n+    wait(c.timeout);",
    ),
    "a conversion of a converted number": rust(
        "limit()",
        "wait(Duration::from_millis(c.timeout as u64));",
        "m.rs\n@10\n-    wait(Duration::from_millis(c.timeout as u64));\n+    wait(c.timeout);",
    ),
    "a number alone": rust("500", "", "m.rs 5:22"),
}


@pytest.mark.parametrize("name", ROWS)
def test_values_get_a_unit_and_uses_lose_theirs(name: str) -> None:
    found = [one for one in run(ROWS[name], "field-wrapped") if one not in ROWS[name].expected]
    missing = [one for one in ROWS[name].expected if one not in run(ROWS[name], "field-wrapped")]
    assert (found, missing) == ([], [])

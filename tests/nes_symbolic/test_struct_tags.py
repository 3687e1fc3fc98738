"""Fields of a struct that got tags: the others get theirs."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run


def struct(*lines: str, tag: str, expected: tuple[tuple[str, str], ...] = (), at: int = 1) -> RuleCase:
    """One of the lines gets a tag; the expected ones are lines and what they become."""
    text = "\n".join(("package m", "", "type Settings struct {", *(f"\t{one}" for one in lines), "}", ""))
    old = f"\t{lines[at]}"
    column = max((len(one.partition("`")[0]) for one in lines if "`" in one), default=0)
    new = old + (" " * max(1, column + 1 - len(old))) + tag
    found = [f"m.go\n@{4 + lines.index(one)}\n-\t{one}\n+\t{other}" for one, other in expected]
    return RuleCase({"m.go": text}, ((old, new),), found)


HOST = 'Host       string `yaml:"host"`'
PORT = "ListenPort int"
ROWS = {
    "in the same column": struct(
        HOST,
        PORT,
        "LogLevel   string",
        "Verbose    bool",
        tag='`yaml:"listen_port"`',
        expected=(
            ("LogLevel   string", 'LogLevel   string `yaml:"log_level"`'),
            ("Verbose    bool", 'Verbose    bool   `yaml:"verbose"`'),
        ),
    ),
    "in camel case": struct(
        'Host string `json:"host"`',
        "ListenPort int",
        "LogLevel string",
        tag='`json:"listenPort"`',
        expected=(("LogLevel string", 'LogLevel string `json:"logLevel"`'),),
    ),
    "with an option": struct(
        'Host string `json:"host,omitempty"`',
        "Port int",
        "Level string",
        tag='`json:"port,omitempty"`',
        expected=(("Level string", 'Level string `json:"level,omitempty"`'),),
    ),
    "of two kinds": struct(
        'Host string `json:"host" db:"host"`',
        "HTTPPort int",
        "UserID string",
        tag='`json:"httpPort" db:"http_port"`',
        expected=(("UserID string", 'UserID string `json:"userId" db:"user_id"`'),),
    ),
    "the ones behind the change come first": struct(
        "Level string",
        'Host  string `json:"host"`',
        "Port  int",
        "Speed int",
        tag='`json:"port"`',
        at=2,
        expected=(
            ("Speed int", 'Speed int    `json:"speed"`'),
            ("Level string", 'Level string `json:"level"`'),
        ),
    ),
    "with different options": struct(
        'Host string `json:"host"`', "Port int", "Level string", tag='`json:"port,omitempty"`'
    ),
    "words that can be joined in several ways": struct(
        'Host string `json:"host"`', "Port int", "LogLevel string", tag='`json:"port"`'
    ),
    "other names": struct('Host string `json:"server"`', "Port int", "Level string", tag='`json:"port"`'),
    "a field that is not exported": struct(
        'Host string `json:"host"`', "Port int", "level string", tag='`json:"port"`'
    ),
    "an embedded field": struct('Host string `json:"host"`', "Port int", "Level", tag='`json:"port"`'),
    "a field with a comment": struct(
        'Host string `json:"host"`', "Port int", "Level string // of the log", tag='`json:"port"`'
    ),
    "one tag alone": struct("Host string", "Port int", "Level string", tag='`json:"port"`'),
    "another tag in place of one": RuleCase(
        {"m.go": 'type S struct {\n\tHost string `json:"host"`\n\tPort int `json:"p"`\n\tLevel int\n}\n'},
        (('\tPort int `json:"p"`', '\tPort int `json:"port"`'),),
        [],
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_other_fields_get_their_tags(name: str) -> None:
    assert run(ROWS[name], "struct-tag") == ROWS[name].expected

"""A field that has another name in the format of its program: the data of that format follows."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run

GO = """type Device struct {
	Serial string `json:"serial"`
	Firmware string `json:"fw,omitempty"`
	Battery float64 `json:"battery"`
}

type Owner struct {
	Name string `json:"name"`
}
"""
TAG = ('	Firmware string `json:"fw,omitempty"`', '	Firmware string `json:"firmware,omitempty"`')
RUST = """struct Device {
    serial: String,
    #[serde(default, rename = "fw")]
    firmware: String,
}
"""
ATTRIBUTE = ('    #[serde(default, rename = "fw")]', '    #[serde(default, rename = "firmware")]')
JAVA = (
    'class Device {\n    private String serial;\n    @JsonProperty("fw")\n    private String firmware;\n}\n'
)
PROPERTY = ('    @JsonProperty("fw")', '    @JsonProperty("firmware")')
PYTHON = 'class Device(BaseModel):\n    serial: str\n    firmware: str = Field(alias="fw")\n'
ALIAS = ('    firmware: str = Field(alias="fw")', '    firmware: str = Field(alias="firmware")')


def data(path: str, text: str, number: int = 0) -> RuleCase:
    """The key in a text follows in a line with this number; in none if it is 0."""
    line = text.split("\n")[number - 1]
    new = line.replace('fw"', 'firmware"').replace('fw\\"', 'firmware\\"').replace("fw:", "firmware:")
    expected = [f"{path}\n@{number}\n-{line}\n+{new}"] if number else []
    return RuleCase({"device.go": GO, path: text}, (TAG,), expected)


CASES: dict[str, RuleCase] = {
    "a string of a test": data("device_test.go", 'var body = `{"serial": "A", "fw": "2"}`\n', 1),
    "quotes that are escaped": data("device_test.go", 'var body = "{\\"serial\\": 1, \\"fw\\": 2}"\n', 1),
    "a file of JSON": data("a.json", '{\n  "serial": "A",\n  "fw": "2"\n}\n', 3),
    "a file of YAML": data("a.yaml", "- serial: A\n  fw: 2\n  battery: 1\n", 2),
    "a document": data("a.md", '```json\n{"fw": "2", "battery": 1}\n```\n', 2),
    "an object of another type": data("a.json", '{"id": 1, "color": "x", "fw": "2"}\n'),
    "an object that has a key in common with it": data(
        "a.json", '{"id": 1, "color": "x", "size": 1, "serial": 1, "fw": "2"}\n'
    ),
    "a key of another depth": data("a.json", '{\n  "serial": 1,\n  "inner": {\n    "fw": 2\n  }\n}\n'),
    "no key beside it": data("a.json", '{"fw": "2"}\n'),
    "a value": data("a.json", '{"serial": "fw", "battery": 1}\n'),
    "a longer key": data("a.json", '{"serial": "A", "fw_date": 1}\n'),
    "a word of a sentence": data("a.md", "The serial: the fw of it.\n"),
    "a label of code": data("b.go", "x := Device{serial: 1, fw: 2}\n"),
    "a lock file": data("package-lock.json", '{"serial": "A", "fw": "2"}\n'),
    "Rust": RuleCase(
        {"device.rs": RUST, "a.json": '{"serial": "A", "fw": "2"}\n'},
        (ATTRIBUTE,),
        ['a.json\n@1\n-{"serial": "A", "fw": "2"}\n+{"serial": "A", "firmware": "2"}'],
    ),
    "Java": RuleCase(
        {"Device.java": JAVA, "a.json": '{"serial": "A", "fw": "2"}\n'},
        (PROPERTY,),
        ['a.json\n@1\n-{"serial": "A", "fw": "2"}\n+{"serial": "A", "firmware": "2"}'],
    ),
    "Python": RuleCase(
        {"device.py": PYTHON, "test_device.py": 'd = {"serial": "A", "fw": "2"}\n'},
        (ALIAS,),
        ['test_device.py\n@1\n-d = {"serial": "A", "fw": "2"}\n+d = {"serial": "A", "firmware": "2"}'],
    ),
    "another option of the tag": RuleCase(
        {"device.go": GO, "a.json": '{"serial": "A", "fw": "2"}\n'},
        ((TAG[0], TAG[0].replace("empty", "zero")),),
        [],
    ),
    "more than the name": RuleCase(
        {"device.go": GO, "a.json": '{"serial": "A", "fw": "2"}\n'},
        ((TAG[0], TAG[1].replace("Firmware", "Fw")),),
        [],
    ),
    "what stands in a comment of another language": RuleCase(
        {"device.py": GO, "a.json": '{"serial": "A", "fw": "2"}\n'}, (TAG,), []
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_data_of_a_renamed_field(name: str) -> None:
    assert run(CASES[name], "wire-name") == CASES[name].expected

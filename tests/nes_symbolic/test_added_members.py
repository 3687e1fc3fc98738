"""A member added to an enum, a union or a record: its siblings show what has to be added elsewhere."""

import pytest

from nes_symbolic.rule_harness import RuleHarness

FAMILY = "member-added"


def ask(
    path: str, text: str, behind: str, new: str, **files: str
) -> tuple[RuleHarness, list[str], list[int]]:
    """Insert a line; return the texts after each edit, and the lines of the jumps."""
    harness = RuleHarness(**files)
    harness.put(path, text)
    harness.insert(path, behind, new)
    return results(harness, path)


def results(harness: RuleHarness, path: str) -> tuple[RuleHarness, list[str], list[int]]:
    made = [one for one in harness.ask(path) if one.family == FAMILY]
    edits = [harness.after(one) for one in made if one.kind == "edit"]
    jumps = [one.position.line for one in made if one.kind == "jump" and one.position is not None]
    return harness, edits, jumps


HANDLERS = "show_paused runEditor handleEditor lateColor append"
"""Names that exist in another text."""
PYTHON_ENUM = """from enum import Enum


class Status(Enum):
    ACTIVE = "active"
    CLOSED = "closed"


"""


@pytest.mark.parametrize(
    ("path", "text", "behind", "new", "expected"),
    [
        pytest.param(
            "m.py",
            PYTHON_ENUM + "LABELS = {\n    Status.ACTIVE: 'Active',\n    Status.CLOSED: 'Closed',\n}\n",
            '    CLOSED = "closed"',
            '    PAUSED = "paused"',
            "    Status.CLOSED: 'Closed',\n    Status.PAUSED: 'Paused',\n}\n",
            id="python-dict",
        ),
        pytest.param(
            "m.py",
            PYTHON_ENUM
            + "def show(status):\n    if status == Status.ACTIVE:\n        show_active()\n"
            + "    elif status == Status.CLOSED:\n        show_closed()\n    else:\n        raise ValueError\n",
            '    CLOSED = "closed"',
            '    PAUSED = "paused"',
            "        show_closed()\n    elif status == Status.PAUSED:\n        show_paused()\n    else:\n",
            id="python-elif",
        ),
        pytest.param(
            "m.py",
            PYTHON_ENUM
            + "def show(status):\n    match status:\n        case Status.ACTIVE:\n            return 'active'\n"
            + "        case Status.CLOSED:\n            return 'closed'\n",
            '    CLOSED = "closed"',
            '    ON_HOLD = "on-hold"',
            "            return 'closed'\n        case Status.ON_HOLD:\n            return 'on-hold'\n",
            id="python-match",
        ),
        pytest.param(
            "m.py",
            PYTHON_ENUM + "OPEN = [Status.ACTIVE, Status.CLOSED]\n",
            '    CLOSED = "closed"',
            '    PAUSED = "paused"',
            "OPEN = [Status.ACTIVE, Status.CLOSED, Status.PAUSED]\n",
            id="python-inline-list",
        ),
        pytest.param(
            "m.ts",
            "enum Role {\n  Admin,\n  Guest,\n}\n\nfunction label(role: Role): string {\n  switch (role) {\n"
            "    case Role.Admin:\n      return 'admin';\n    case Role.Guest:\n      return 'guest';\n  }\n}\n",
            "  Guest,",
            "  Editor,",
            "      return 'guest';\n    case Role.Editor:\n      return 'editor';\n  }\n",
            id="typescript-switch",
        ),
        pytest.param(
            "m.ts",
            "enum Role {\n  Admin,\n  Guest,\n}\n\nconst handlers: Record<Role, () => void> = {\n"
            "  [Role.Admin]: handleAdmin,\n  [Role.Guest]: handleGuest\n};\n",
            "  Guest,",
            "  Editor,",
            "  [Role.Guest]: handleGuest,\n  [Role.Editor]: handleEditor\n};\n",
            id="typescript-record-without-trailing-comma",
        ),
        pytest.param(
            "m.ts",
            "enum Role {\n  Admin,\n  Guest,\n}\n\nfunction run(role: Role) {\n  if (role === Role.Admin) {\n"
            "    runAdmin();\n  } else if (role === Role.Guest) {\n    runGuest();\n  }\n}\n",
            "  Guest,",
            "  Editor,",
            "    runGuest();\n  } else if (role === Role.Editor) {\n    runEditor();\n  }\n}\n",
            id="typescript-else-if",
        ),
        pytest.param(
            "m.js",
            "const Status = Object.freeze({\n  OPEN: 'open',\n  DONE: 'done',\n});\n\nconst colors = {\n"
            "  [Status.OPEN]: openColor,\n  [Status.DONE]: doneColor,\n};\n",
            "  DONE: 'done',",
            "  LATE: 'late',",
            "  [Status.DONE]: doneColor,\n  [Status.LATE]: lateColor,\n};\n",
            id="javascript-constants",
        ),
        pytest.param(
            "m.go",
            "package m\n\ntype Kind int\n\nconst (\n\tRead Kind = iota\n\tWrite\n)\n\n"
            'func (k Kind) String() string {\n\tswitch k {\n\tcase Read:\n\t\treturn "read"\n'
            '\tcase Write:\n\t\treturn "write"\n\tdefault:\n\t\treturn "?"\n\t}\n}\n',
            "\tWrite",
            "\tAppend",
            '\t\treturn "write"\n\tcase Append:\n\t\treturn "append"\n\tdefault:\n',
            id="go-switch",
        ),
        pytest.param(
            "m.rs",
            "enum Kind {\n    Read,\n    Write,\n}\n\nimpl Kind {\n    fn name(&self) -> &str {\n"
            '        match self {\n            Kind::Read => "read",\n            Kind::Write => "write",\n'
            "        }\n    }\n}\n",
            "    Write,",
            "    Append,",
            '            Kind::Write => "write",\n            Kind::Append => "append",\n        }\n',
            id="rust-match",
        ),
        pytest.param(
            "m.rs",
            "enum Kind {\n    Read,\n    Write,\n}\n\nfn name(kind: Kind) {\n    match kind {\n"
            "        Kind::Read => {\n            read()\n        }\n        Kind::Write => {\n"
            "            write()\n        }\n        _ => {}\n    }\n}\n",
            "    Write,",
            "    Append,",
            "            write()\n        }\n        Kind::Append => {\n            append()\n        }\n"
            "        _ => {}\n",
            id="rust-block-arms",
        ),
        pytest.param(
            "M.java",
            "enum Kind {\n    READ,\n    WRITE,\n}\n\nclass M {\n    String name(Kind kind) {\n"
            '        switch (kind) {\n            case READ:\n                return "read";\n'
            '            case WRITE:\n                return "write";\n        }\n    }\n}\n',
            "    WRITE,",
            "    APPEND,",
            '                return "write";\n            case APPEND:\n                return "append";\n',
            id="java-switch",
        ),
        pytest.param(
            "M.java",
            "enum Kind {\n    READ,\n    WRITE,\n}\n\nclass M {\n    String name(Kind kind) {\n"
            '        return switch (kind) {\n            case READ -> "read";\n'
            '            case WRITE -> "write";\n        };\n    }\n}\n',
            "    WRITE,",
            "    APPEND,",
            '            case WRITE -> "write";\n            case APPEND -> "append";\n',
            id="java-switch-expression",
        ),
        pytest.param(
            "m.c",
            "enum kind {\n    KIND_READ,\n    KIND_WRITE,\n};\n\nconst char *name(enum kind k) {\n"
            '    switch (k) {\n    case KIND_READ:\n        return "read";\n    case KIND_WRITE:\n'
            '        return "write";\n    }\n    return 0;\n}\n',
            "    KIND_WRITE,",
            "    KIND_APPEND,",
            "    case KIND_APPEND:\n",
            id="c-switch",
        ),
    ],
)
def test_an_element_follows_from_its_siblings(
    path: str, text: str, behind: str, new: str, expected: str
) -> None:
    _, edits, _ = ask(path, text, behind, new, names__txt=HANDLERS)
    assert [expected in one for one in edits] == [True], edits


def test_a_handler_that_does_not_exist_is_a_jump() -> None:
    text = PYTHON_ENUM + "RUN = {\n    Status.ACTIVE: run_active,\n    Status.CLOSED: run_closed,\n}\n"
    _, edits, jumps = ask("m.py", text, '    CLOSED = "closed"', '    PAUSED = "paused"')
    assert (edits, jumps) == ([], [11])


PYTHON_RECORD = """from dataclasses import dataclass


@dataclass
class User:
    id: int
    name: str

    def to_dict(self):
        return {
            "id": self.id,
            "name": self.name,
        }

    @classmethod
    def from_dict(cls, data):
        return cls(id=data["id"], name=data["name"])
"""


@pytest.mark.parametrize(
    ("path", "text", "behind", "new", "expected"),
    [
        pytest.param(
            "m.py",
            PYTHON_RECORD,
            "    name: str",
            "    email: str",
            [
                '            "name": self.name,\n            "email": self.email,\n        }\n',
                'cls(id=data["id"], name=data["name"], email=data["email"])\n',
            ],
            id="python-serialisers",
        ),
        pytest.param(
            "m.py",
            "class Box:\n    def __init__(self, width: int, height: int) -> None:\n        self.width = width\n"
            "        self.height = height\n\n    def __eq__(self, other):\n"
            "        return self.width == other.width and self.height == other.height\n",
            "        self.height = height",
            "        self.depth = depth",
            [
                "(self, width: int, height: int, depth: int) -> None:\n",
                "and self.height == other.height and self.depth == other.depth\n",
            ],
            id="python-constructor",
        ),
        pytest.param(
            "M.java",
            "class User {\n    private final int id;\n    private final String name;\n\n"
            "    User(int id, String name) {\n        this.id = id;\n        this.name = name;\n    }\n\n"
            "    int getId() {\n        return id;\n    }\n\n    String getName() {\n"
            "        return name;\n    }\n}\n",
            "    private final String name;",
            "    private final boolean active;",
            [
                "    User(int id, String name, boolean active) {\n",
                "        this.name = name;\n        this.active = active;\n    }\n",
                "    String getName() {\n        return name;\n    }\n\n"
                "    boolean getActive() {\n        return active;\n    }\n}\n",
            ],
            id="java-constructor-and-getter",
        ),
        pytest.param(
            "m.ts",
            "class User {\n  readonly id: number;\n  readonly name: string;\n\n"
            "  constructor(id: number, name: string) {\n    this.id = id;\n    this.name = name;\n  }\n\n"
            "  toJSON() {\n    return { id: this.id, name: this.name };\n  }\n}\n",
            "  readonly name: string;",
            "  readonly email: string | null;",
            [
                "  constructor(id: number, name: string, email: string | null) {\n",
                "    this.name = name;\n    this.email = email;\n  }\n",
                "    return { id: this.id, name: this.name, email: this.email };\n",
            ],
            id="typescript-constructor",
        ),
        pytest.param(
            "m.ts",
            "interface User {\n  id: number;\n  name: string;\n}\n\n"
            "function parse(row: Row): User {\n  return {\n    id: row.id,\n    name: row.name,\n  };\n}\n",
            "  name: string;",
            "  email: string;",
            ["    name: row.name,\n    email: row.email,\n  };\n"],
            id="typescript-interface",
        ),
        pytest.param(
            "m.go",
            "package m\n\ntype User struct {\n\tID   int\n\tName string\n}\n\n"
            "func fromRow(row Row) *User {\n\treturn &User{\n\t\tID:   row.ID,\n\t\tName: row.Name,\n\t}\n}\n",
            "\tName string",
            "\tAge  int",
            ["\t\tName: row.Name,\n\t\tAge:  row.Age,\n\t}\n"],
            id="go-literal-aligned",
        ),
        pytest.param(
            "m.rs",
            "pub struct User {\n    id: u32,\n    name: String,\n}\n\nimpl User {\n"
            "    pub fn new(id: u32, name: String) -> Self {\n        Self { id, name }\n    }\n\n"
            "    fn copy(other: &User) -> User {\n        User {\n            id: other.id.clone(),\n"
            "            name: other.name.clone(),\n        }\n    }\n}\n",
            "    name: String,",
            "    tags: Vec<String>,",
            [
                "    pub fn new(id: u32, name: String, tags: Vec<String>) -> Self {\n",
                "        Self { id, name, tags }\n",
                "            name: other.name.clone(),\n            tags: other.tags.clone(),\n        }\n",
            ],
            id="rust-constructor",
        ),
    ],
)
def test_a_new_field_is_added_to_constructors_and_serialisers(
    path: str, text: str, behind: str, new: str, expected: list[str]
) -> None:
    _, edits, _ = ask(path, text, behind, new)
    assert [part in after for part, after in zip(expected, edits, strict=False)] == [True] * len(expected), (
        edits
    )
    assert len(edits) == len(expected), edits


@pytest.mark.parametrize(
    ("path", "text", "behind", "new"),
    [
        pytest.param(
            "m.py",
            PYTHON_ENUM.replace("CLOSED =", "LATE = 'late'\n    CLOSED =")
            + "LABELS = {\n    Status.ACTIVE: 'Active',\n    Status.CLOSED: 'Closed',\n}\n",
            '    CLOSED = "closed"',
            '    PAUSED = "paused"',
            id="a-list-of-some-members",
        ),
        pytest.param(
            "m.py",
            PYTHON_ENUM + "LABELS = {\n    Other.ACTIVE: 'Active',\n    Other.CLOSED: 'Closed',\n}\n",
            '    CLOSED = "closed"',
            '    PAUSED = "paused"',
            id="members-of-another-enum",
        ),
        pytest.param(
            "m.py",
            PYTHON_ENUM
            + "LABELS = {\n    Status.ACTIVE: 'Active',\n    Status.CLOSED: 'Closed',\n"
            + "    Status.PAUSED: 'Waiting',\n}\n",
            '    CLOSED = "closed"',
            '    PAUSED = "paused"',
            id="the-member-is-there",
        ),
        pytest.param(
            "m.py",
            PYTHON_ENUM + "LABELS = {\n    Status.ACTIVE: 'Active',\n    Status.CLOSED: 'Closed',\n}\n",
            '    CLOSED = "closed"',
            "    PAUSED =",
            id="the-declaration-is-incomplete",
        ),
        pytest.param(
            "m.py",
            '"""Status.ACTIVE is active, Status.CLOSED is closed."""\n' + PYTHON_ENUM,
            '    CLOSED = "closed"',
            '    PAUSED = "paused"',
            id="prose",
        ),
        pytest.param(
            "m.ts",
            "interface User {\n  id: number;\n  name: string;\n}\n\ninterface Row {\n  id: number;\n"
            "  name: string;\n}\n",
            "  name: string;",
            "  email: string;",
            id="the-declaration-of-another-type",
        ),
        pytest.param(
            "m.ts",
            "interface User {\n  id: number;\n  name: string;\n}\n\nfunction f(row: Row) {\n"
            "  return { id: row.id, name: row.name };\n}\n",
            "  name: string;",
            "  email: string;",
            id="two-fields-of-a-type-that-is-not-named",
        ),
        pytest.param(
            "m.py",
            PYTHON_RECORD.split("    def to_dict")[0] + "def find(id: int, name: str) -> User:\n    pass\n",
            "    name: str",
            "    email: str",
            id="parameters-of-a-function-that-does-not-construct",
        ),
    ],
)
def test_other_lists_are_left_alone(path: str, text: str, behind: str, new: str) -> None:
    _, edits, jumps = ask(path, text, behind, new)
    assert (edits, jumps) == ([], [])


@pytest.mark.parametrize(
    ("path", "text", "behind", "new", "line"),
    [
        pytest.param(
            "m.py",
            PYTHON_ENUM + "LABELS = {\n    Status.ACTIVE: 'Running',\n    Status.CLOSED: 'Over',\n}\n",
            '    CLOSED = "closed"',
            '    PAUSED = "paused"',
            11,
            id="values-that-do-not-follow-from-names",
        ),
        pytest.param(
            "m.py",
            PYTHON_ENUM + "LABELS = {\n    Status.ACTIVE: 'Active',\n    Status.CLOSED: 'Closed',\n}\n",
            '    CLOSED = "closed"',
            "    ON_HOLD = 3",
            11,
            id="a-spelling-that-is-ambiguous",
        ),
        pytest.param(
            "m.rs",
            "enum Kind {\n    Read,\n    Write,\n}\n\nfn name(kind: Kind) -> u8 {\n    match kind {\n"
            "        Kind::Read => 1,\n        Kind::Write => 2,\n    }\n}\n",
            "    Write,",
            "    Append(u8),",
            9,
            id="a-variant-with-a-payload",
        ),
        pytest.param(
            "m.py",
            PYTHON_RECORD.split("    def to_dict")[0] + 'ANN = User(id=1, name="Ann")\n',
            "    name: str",
            "    email: str",
            9,
            id="a-literal",
        ),
    ],
)
def test_a_place_whose_text_is_not_known_is_a_jump(
    path: str, text: str, behind: str, new: str, line: int
) -> None:
    _, edits, jumps = ask(path, text, behind, new)
    assert (edits, jumps) == ([], [line])


def test_lists_in_other_texts_are_found() -> None:
    _, edits, _ = ask(
        "status.py",
        PYTHON_ENUM,
        '    CLOSED = "closed"',
        '    PAUSED = "paused"',
        view__py="from status import Status\n\nALL = (\n    Status.ACTIVE,\n    Status.CLOSED,\n)\n",
    )
    assert edits == [
        "from status import Status\n\nALL = (\n    Status.ACTIVE,\n    Status.CLOSED,\n    Status.PAUSED,\n)\n"
    ]


def test_a_comment_stays_with_its_element() -> None:
    text = PYTHON_ENUM + "ALL = [\n    Status.ACTIVE,  # one\n    Status.CLOSED,  # two\n]\n"
    _, edits, _ = ask("m.py", text, '    CLOSED = "closed"', '    PAUSED = "paused"')
    assert [one.endswith("    Status.CLOSED,  # two\n    Status.PAUSED,\n]\n") for one in edits] == [True]


def test_values_are_aligned_as_before() -> None:
    text = (
        "package m\n\ntype User struct {\n\tID   int\n\tName string\n}\n\nfunc from(row Row) *User {\n"
        "\treturn &User{\n\t\tID:   row.ID,\n\t\tName: row.Name,\n\t}\n}\n"
    )
    _, edits, _ = ask("m.go", text, "\tName string", "\tEmail string")
    assert "\t\tID:    row.ID,\n\t\tName:  row.Name,\n\t\tEmail: row.Email,\n" in edits[0]


def test_a_member_in_the_middle_of_a_union_is_added_in_the_middle() -> None:
    text = "type Level = 'low' | 'high';\n\nconst all: Level[] = ['low', 'high'];\n"
    harness = RuleHarness(m__ts=text)
    harness.edit("m.ts", "type Level = 'low' | 'high';", "type Level = 'low' | 'middle' | 'high';")
    _, edits, _ = results(harness, "m.ts")
    assert [one.split("\n")[2] for one in edits] == ["const all: Level[] = ['low', 'middle', 'high'];"]


def test_a_field_with_a_value_of_its_own_is_no_parameter() -> None:
    text = (
        "class Account:\n    def __init__(self, owner, balance):\n        self.owner = owner\n"
        "        self.balance = balance\n"
    )
    _, edits, jumps = ask("m.py", text, "        self.balance = balance", "        self.limit = 0")
    assert (edits, jumps) == ([], [])


def test_an_element_that_is_found_by_its_body_is_not_added_twice() -> None:
    text = (
        "package m\n\ntype Kind int\n\nconst (\n\tText Kind = iota\n\tImage\n)\n\nfunc Parse(s string) Kind {\n"
        '\tswitch s {\n\tcase "text":\n\t\treturn Text\n\tcase "image":\n\t\treturn Image\n'
        '\tcase "audio":\n\t\treturn Audio\n\t}\n\treturn 0\n}\n'
    )
    _, edits, jumps = ask("m.go", text, "\tImage", "\tAudio")
    assert (edits, jumps) == ([], [])


def test_statements_that_compare_with_one_member_each_are_a_list() -> None:
    text = PYTHON_ENUM + (
        "def size(status):\n    if status == Status.ACTIVE:\n        return 3\n    if status == Status.CLOSED:\n"
        "        return 7\n    raise ValueError\n"
    )
    _, edits, jumps = ask("m.py", text, '    CLOSED = "closed"', '    PAUSED = "paused"')
    assert (edits, jumps) == ([], [13])


def settings(*fields: str, read: str, at: str = "    keep: int = 14") -> tuple[str, str]:
    text = "from dataclasses import dataclass\n\n\n@dataclass\nclass Settings:\n    path: str\n" + at + "\n"
    text += "".join(f"    {one}\n" for one in fields)
    return text + f"\n    @classmethod\n    def read(cls, data):\n        return cls(\n{read}        )\n", at


READ = '            path=data["path"],\n            keep=int(data.get("keep", 14)),\n'


@pytest.mark.parametrize(
    ("read", "new", "expected"),
    [
        pytest.param(READ, "    tries: int = 3", 'tries=int(data.get("tries", 3)),', id="its own default"),
        pytest.param(READ, "    tries: int", None, id="no default"),
        pytest.param(READ, "    tries: int = TRIES", None, id="a default that is no literal"),
        pytest.param(
            READ.replace("14))", "14)) or 14"),
            "    tries: int = 3",
            'tries=int(data.get("tries", 3)) or 3,',
            id="twice",
        ),
        pytest.param(
            READ.replace(", 14)", ") + 14"),
            "    tries: int = 3",
            'tries=int(data.get("tries") + 14),',
            id="another number",
        ),
    ],
)
def test_a_field_is_read_with_its_own_default(read: str, new: str, expected: str | None) -> None:
    text, behind = settings(read=read)
    _, edits, _ = ask("m.py", text, behind, new)
    assert [(expected or "") in one for one in edits] == [True] * (expected is not None)


RUST = "struct Track {\n    name: String,\n    gain: f32,\n    solo: bool,\n    dim: bool,\n}\n\n"
MADE = (
    "fn make() -> Track {\n    Track {\n        name: n(),\n        gain: 0.5,\n"
    "        solo: false,\n        dim: false,\n    }\n}\n"
)
SCRIPT = "interface Track {\n  name: string;\n  gain: number;\n  solo: boolean;\n}\n\nconst a: Track = {\n"
GO = "package m\n\ntype Track struct {\n\tName string\n\tGain int\n\tSolo bool\n}\n\nvar a = Track{\n"


@pytest.mark.parametrize(
    ("path", "text", "behind", "new", "expected"),
    [
        pytest.param("m.rs", RUST + MADE, "    dim: bool,", "    mute: bool,", "mute: false,", id="Rust"),
        pytest.param(
            "m.rs", RUST + MADE.replace("solo: false", "solo: true"), "    dim: bool,", "    mute: bool,", None,
            id="the others differ",
        ),
        pytest.param("m.rs", RUST + MADE, "    dim: bool,", "    pan: f32,", None, id="a value that is not empty"),
        pytest.param("m.rs", RUST + MADE, "    dim: bool,", "    size: u8,", None, id="another type"),
        pytest.param(
            "m.ts", SCRIPT + "  name: 'a',\n  gain: 0.5,\n  solo: false,\n};\n", "  solo: boolean;",
            "  mute: boolean;", "mute: false,", id="TypeScript",
        ),
        pytest.param(
            "m.ts", SCRIPT + "  name: 'a',\n  gain: 0.5,\n  solo: false,\n};\n", "  solo: boolean;",
            "  mute?: boolean;", None, id="an optional field",
        ),
        pytest.param(
            "m.go", GO + '\tName: "a",\n\tGain: 1,\n\tSolo: false,\n}\n', "\tSolo bool", "\tMute bool", None,
            id="a literal that may leave it out",
        ),
        pytest.param(
            "m.ts", SCRIPT + "  name: '',\n  gain: 0,\n  solo: false,\n};\n", "  gain: number;", "  pan: number;",
            "pan: 0,", id="a number among empty values",
        ),
        pytest.param(
            "m.ts", SCRIPT + "  name: 'a',\n  gain: 0,\n  solo: false,\n};\n", "  gain: number;",
            "  pan: number;", None, id="a number among others",
        ),
        pytest.param(
            "m.ts", SCRIPT + "  name: n,\n  gain: 0,\n  solo: s,\n};\n", "  gain: number;", "  pan: number;",
            None, id="one empty number",
        ),
    ],
)  # fmt: skip
def test_a_field_is_as_empty_as_those_of_its_type(
    path: str, text: str, behind: str, new: str, expected: str | None
) -> None:
    harness, edits, _ = ask(path, text, behind, new)
    assert [expected in one for one in edits] == [True] if expected is not None else not edits
    others = [one for one in harness.ask(path) if one.family == "signature-argument" and one.edits]
    assert [one.edits[0].text.strip() for one in others] == (
        [expected] if path == "m.rs" and expected else []
    )


READING = "package m\n\ntype Reading struct {\n\tTakenAt int\n\tCelsius int\n\tWindKmh int\n}\n\n"
WIRE = (
    'type {} struct {{\n\tTakenAt int `json:"taken_at"`\n\tCelsius {} `json:"celsius"`\n'
    '\tWindKmh int `json:"wind_kmh"`\n}}\n'
)
OUT = "@dataclass\nclass {}:\n    name: str\n    size: int\n    count: int\n\n\n"
WIND, GUST = "\tWindKmh int", "\tGustKmh int"
GO_MADE = (
    "\nfunc f(r Reading) {} {{\n\treturn {}{{\n\t\tTakenAt: r.TakenAt,\n\t\tCelsius: r.Celsius,\n"
    "\t\tWindKmh: r.WindKmh,\n\t}}\n}}\n"
)
PYTHON_MADE = "def f(plant):\n    return {}(name=plant.name, size=plant.size, count=plant.count)\n"


def wire(name: str, made: str = "", celsius: str = "int") -> str:
    made = made or name
    return READING + WIRE.format(name, celsius) + GO_MADE.format(made, made)


@pytest.mark.parametrize(
    ("path", "text", "behind", "new", "expected"),
    [
        pytest.param(
            "m.go", wire("readingJSON"), WIND, GUST, GUST + ' `json:"gust_kmh"`', id="Go"
        ),
        pytest.param("m.go", wire("forecast"), WIND, GUST, None, id="a type of another name"),
        pytest.param(
            "m.go", wire("readingJSON", celsius="float64"), WIND, GUST, None,
            id="a field of another type",
        ),
        pytest.param(
            "m.go", wire("readingJSON", "otherJSON"), WIND, GUST, None,
            id="what is made is of another type",
        ),
        pytest.param(
            "m.go", wire("readingJSON").replace("r.", ""), WIND, GUST, None,
            id="it is made of something else",
        ),
        pytest.param(
            "m.go", wire("readingJSON").replace("\tWindKmh int `", "\tWind int `"), WIND, GUST,
            None, id="without one of the fields",
        ),
        pytest.param(
            "m.py", OUT.format("Plant") + OUT.format("PlantOut") + PYTHON_MADE.format("PlantOut"),
            "    count: int", "    height: int", "    count: int\n    height: int\n", id="Python",
        ),
        pytest.param(
            "m.py", OUT.format("Plant") + OUT.format("PlantOut"), "    count: int", "    height: int", None,
            id="Python: made of nothing",
        ),
    ],
)  # fmt: skip
def test_a_type_that_is_made_of_the_fields_of_another_one_follows(
    path: str, text: str, behind: str, new: str, expected: str | None
) -> None:
    _, edits, _ = ask(path, text, behind, new)
    declared = [one.partition(new)[2].partition("func ")[0].partition("def ")[0] for one in edits]
    assert sum((expected or new) in one for one in declared) == (expected is not None)

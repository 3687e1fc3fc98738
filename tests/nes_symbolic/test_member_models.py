"""A new member of a type: which elements of a list are models for its element, and what is written without one."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run


def arms(*arms: str, expected: str) -> RuleCase:
    """The enum of Rust gets the member Pause."""
    members = "    Start,\n    Stop(u32),\n    Move { x: i32 },\n"
    body = "".join(f"        {one},\n" for one in arms)
    text = (
        f"enum Event {{\n{members}}}\n\nfn name(e: &Event) -> String {{\n    match e {{\n{body}    }}\n}}\n"
    )
    found = f"a.rs\n@10\n+        {expected}," if expected else ""
    return case(
        text, "    Start,", "    Start,\n    Pause,", found or f"a.rs 9:{8 + len(arms[0]) + 1}", path="a.rs"
    )


START, PAUSE = 'Event::Start => show("start")', 'Event::Pause => show("pause")'
STOP, MOVE = 'Event::Stop(_) => show("stop")', 'Event::Move { .. } => show("move")'
ARMS = {
    "values that are ignored": arms(START, STOP, MOVE, expected=PAUSE),
    "all values of a member are ignored": arms(START, STOP.replace("_", ".."), MOVE, expected=PAUSE),
    "two values are ignored": arms(START, STOP.replace("_", "_, _"), MOVE, expected=PAUSE),
    "values that are used": arms(
        START, "Event::Stop(n) => show(n)", "Event::Move { x } => show(x)", expected=""
    ),
    "ignored values, and another result": arms(
        START, STOP.replace("show", "hide"), MOVE.replace("show", "hide"), expected=""
    ),
}


def labels(first: str, second: str, third: str, expected: str = "") -> RuleCase:
    """The enum of Java gets the member LOST; a switch has labels for the others."""
    arms = "".join(
        f"      case {one} -> {text};\n"
        for one, text in zip(("SENT", "GONE", "BACK"), (first, second, third), strict=True)
    )
    head = "enum State {\n  SENT,\n  GONE,\n  BACK\n}\nclass A {\n  String f(State s) {\n    return switch (s) {\n"
    text = f"{head}{arms}    }};\n  }}\n}}\n"
    found = [f"a.java\n@12\n+      case LOST -> {expected};"] if expected else []
    return case(text, "  BACK", "  BACK,\n  LOST", *found, path="a.java")


LABELS = {
    "one label is another text": labels('"Sent"', '"On its way"', '"Back"', '"Lost"'),
    "two labels are other texts": labels('"Sent"', '"On its way"', '"Here again"'),
    "one arm does something else": labels('"Sent"', "away()", '"Back"'),
}


@pytest.mark.parametrize("name", LABELS)
def test_a_label_that_most_members_have_from_their_names(name: str) -> None:
    assert run(LABELS[name], "member-added", kinds=("edit",)) == LABELS[name].expected


def read(celsius: str, taken: str, *expected: str, typed: str = "humidity: float") -> RuleCase:
    """A record of Python with fields of two types gets another one; a function reads or writes them."""
    station = celsius.replace("celsius", "station").replace("degrees", "place")
    text = (
        "class Reading:\n    station: str\n    celsius: float\n    taken: datetime\n\n\ndef f(data):\n"
        f"    return Reading(\n        {station},\n        {celsius},\n        {taken},\n    )\n"
    )
    last = "    taken: datetime"
    return case(text, last, f"{last}\n    {typed}", *expected)


READ = {
    "a key of a field of the type": read(
        'celsius=data["celsius"]', 'taken=at(data["taken"])', 'm.py\n@12\n+        humidity=data["humidity"],'
    ),
    "a field of another type": read(
        'celsius=data["celsius"]',
        'taken=at(data["taken"])',
        'm.py\n@12\n+        humidity=at(data["humidity"]),',
        typed="humidity: datetime",
    ),
    "a type of its own": read('celsius=data["celsius"]', 'taken=at(data["taken"])', typed="humidity: int"),
    "two fields of the type, read in two ways": case(
        "class Reading:\n    low: float\n    high: float\n    name: str\n\n\ndef f(data):\n"
        '    return Reading(\n        low=data["low"],\n        high=float(data["high"]),\n        name=at(data),\n'
        "    )\n",
        "    name: str",
        "    name: str\n    mean: float",
    ),
    "a key with another name": read('celsius=data["degrees"]', 'taken=at(data["taken"])'),
    "a part of a key": read('celsius=data["celsius-degrees"]', 'taken=at(data["taken"])'),
    "an attribute, which may be missing": read("celsius=data.celsius", "taken=at(data.taken)"),
}


@pytest.mark.parametrize("name", READ)
def test_an_entry_that_reads_a_key_is_a_model_for_fields_of_its_type(name: str) -> None:
    assert run(READ[name], "member-added", kinds=("edit",)) == READ[name].expected


QUOTED = {
    "its own field by a key in quotes": read(
        "'celsius': self.celsius",
        "'taken': self.taken.isoformat()",
        "m.py\n@12\n+        'humidity': self.humidity,",
    ),
    "the field of another object": read("'celsius': data.celsius", "'taken': data.taken.isoformat()"),
}


@pytest.mark.parametrize("name", QUOTED)
def test_an_entry_with_a_key_in_quotes_may_name_itself(name: str) -> None:
    one = QUOTED[name]
    files = {
        path: text.replace("Reading(\n", "{\n").replace("    )\n", "    }\n")
        for path, text in one.files.items()
    }
    assert run(one._replace(files=files), "member-added", kinds=("edit",)) == one.expected


def literal(*entries: str, field: str, expected: str = "", before: str = "") -> RuleCase:
    """The record of Rust with three fields gets a fourth one; a function makes a record."""
    fields = "    left: u8,\n    width: u8,\n    label: Label,\n"
    body = "".join(f"            {one},\n" for one in entries)
    head = f"{before}impl Maker {{\n    fn make(&self) -> Shape {{\n        Shape {{\n"
    text = f"struct Shape {{\n{fields}}}\n\n{head}{body}        }}\n    }}\n}}\n"
    line = 13 + before.count("\n")
    found = [f"a.rs\n@{line}\n+            {expected},"] if expected else []
    return case(text, "    label: Label,", f"    label: Label,\n    {field},", *found, path="a.rs")


LITERALS = {
    "fields of the object": literal(
        "left: self.left", "width: self.width", "label: x()", field="depth: u8", expected="depth: self.depth"
    ),
    "fields of another object": literal(
        "left: other.left", "width: other.width", "label: x()", field="depth: u8"
    ),
    "a field of another name": literal("left: self.x", "width: self.y", "label: x()", field="depth: u8"),
    "an empty value": literal(
        "left: 1", "width: size()", "label: x()", field="note: Option<u8>", expected="note: None"
    ),
    "an empty list": literal(
        "left: 1",
        "width: size()",
        "label: x()",
        field="notes: Vec<u8>",
        expected="notes: Vec::new()",
        before="fn none() -> Vec<u8> {\n    Vec::new()\n}\n\n",
    ),
    "a type without an empty value": literal("left: 1", "width: size()", "label: x()", field="note: u8"),
    "an empty value beside fields of the object": literal(
        "left: self.left",
        "width: self.width",
        "label: self.label",
        field="note: Option<u8>",
        expected="note: self.note",
    ),
}


@pytest.mark.parametrize("name", ARMS)
def test_arms_that_ignore_the_values_of_a_member(name: str) -> None:
    assert run(ARMS[name], "member-added") == ARMS[name].expected


@pytest.mark.parametrize("name", LITERALS)
def test_the_entry_of_a_new_field(name: str) -> None:
    assert run(LITERALS[name], "member-added", kinds=("edit",)) == LITERALS[name].expected


def confirmed(rows: str, *entries: str, expected: str = "") -> RuleCase:
    body = "".join(f"    {one},\n" for one in entries)
    fields = "".join(f"  {one.partition(':')[0]}: string;\n" for one in entries)
    text = (
        f"interface User {{\n{fields}}}\n\ninterface Row {{\n{rows}}}\n\n"
        f"function toUser(row: Row): User {{\n  return {{\n{body}  }};\n}}\n"
    )
    line = text[: text.index(f"    {entries[-1]}")].count("\n") + 2
    found = [f"a.ts\n@{line}\n+    {expected},"] if expected else []
    new = "  displayName: string;\n  avatarUrl: string;"
    return case(text, "  displayName: string;", new, *found, path="a.ts")


ROW = "  id: string;\n  mail: string;\n  display_name: string;\n"
AVATAR = f"{ROW}  avatar_url: string;\n"
ID, MAIL, DISPLAY = "id: make(row.id)", "mail: row.mail", "displayName: row.display_name"
FOUND = "avatarUrl: row.avatar_url"
CONFIRMED = {
    "a name that the text has": confirmed(AVATAR, ID, MAIL, DISPLAY, expected=FOUND),
    "a name that the text has, and a model of one word": confirmed(AVATAR, MAIL, DISPLAY, expected=FOUND),
    "a name that the text has not": confirmed(ROW, ID, MAIL, DISPLAY),
    "a part of a name of the text": confirmed(f"{ROW}  avatar_urls: string;\n", ID, MAIL, DISPLAY),
    "entries of other forms": confirmed(AVATAR, ID, "mail: other(row.mail)", DISPLAY),
}


@pytest.mark.parametrize("name", CONFIRMED)
def test_an_entry_in_another_spelling(name: str) -> None:
    assert run(CONFIRMED[name], "member-added", kinds=("edit",)) == CONFIRMED[name].expected


def written(entry: str, *entries: str, expected: str = "") -> RuleCase:
    """The user declares a field and writes its entry in the first literal; the second one follows."""
    second = "".join(f"    {one},\n" for one in entries)
    text = (
        "interface Item {\n  id: string;\n  name: string;\n  size: number;\n}\n\n"
        'const first: Item = {\n  id: "a",\n  name: one(),\n  size: 7 * 3,\n};\n\n'
        f"function read(row: Row): Item {{\n  return {{\n{second}  }};\n}}\n"
    )
    found = [f"a.ts\n@19\n+    {expected},"] if expected else []
    edits = (
        ("  size: number;", "  size: number;\n  price: number;"),
        ("  size: 7 * 3,", f"  size: 7 * 3,\n  {entry},"),
    )
    return RuleCase({"a.ts": text}, edits, found)


OWN = "id: row.id", "name: text(row.name)", "size: parse(row.size, 1)"
OTHER = "id: make()", 'name: "x"', "size: 1 + 1"
WRITTEN = {
    "a number beside other values": written("price: 0", *OTHER, expected="price: 0"),
    "a number beside values of their own names": written("price: 0", *OWN),
    "a string beside values of their own names": written('price: "x"', *OWN),
    "a switch beside values of their own names": written("price: false", *OWN),
    "a call beside values of their own names": written("price: zero()", *OWN, expected="price: zero()"),
    "a number beside one value of its own name": written(
        "price: 0", OWN[0], OTHER[1], OTHER[2], expected="price: 0"
    ),
    "a member of the name": written("price: item.price", *OTHER),
    "a longer value": written("price: items + 1", *OTHER, expected="price: items + 1"),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_an_entry_that_the_user_wrote(name: str) -> None:
    assert run(WRITTEN[name], "member-added", kinds=("edit",)) == WRITTEN[name].expected


def table(last: str, *entries: str, is_found: bool, size: str = "", rest: str = "") -> RuleCase:
    body = "".join(f'    [{one}] = "{one[5:].lower()}",\n' for one in entries)
    members = f"    KIND_READ,\n    KIND_WRITE,\n    {last},\n"
    text = f"enum kind {{\n{members}}};\n\nconst char *names[{size}] = {{\n{body}}};\n{rest}"
    found = [f'a.c\n@{8 + len(entries)}\n+    [KIND_SEEK] = "seek",'] if is_found else []
    return case(text, "    KIND_WRITE,", "    KIND_WRITE,\n    KIND_SEEK,", *found, path="a.c")


READ_WRITE = "KIND_READ", "KIND_WRITE"
TABLES = {
    **{
        f"the last member is {last}": table(last, *READ_WRITE, is_found=True)
        for last in ("KIND_COUNT", "KIND_MAX", "KIND_NUM", "KIND_LAST", "KIND_END", "kindCount")
    },
    "the last member is another one": table("KIND_OPEN", *READ_WRITE, is_found=False),
    "the last member has a longer word": table("KIND_DISCOUNT", *READ_WRITE, is_found=False),
    "the last member is the size": table("KIND_OPEN", *READ_WRITE, is_found=True, size="KIND_OPEN"),
    "the last member is the limit of a loop": table(
        "KIND_OPEN",
        *READ_WRITE,
        is_found=True,
        rest="void f() { for (int i = 0; i < KIND_OPEN; i++) g(i); }\n",
    ),
    "the last member is an argument": table(
        "KIND_OPEN", *READ_WRITE, is_found=False, rest="int x = f(KIND_OPEN);\n"
    ),
    "another member is left out": table("KIND_COUNT", "KIND_READ", is_found=False),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_without_the_member_that_counts_the_others(name: str) -> None:
    assert run(TABLES[name], "member-added", kinds=("edit",)) == TABLES[name].expected


@pytest.mark.parametrize(
    ("above", "below", "expected"),
    [
        pytest.param("\n", "\n", "\n-", id="blank lines on both sides"),
        pytest.param("\n", "", "", id="a blank line above"),
        pytest.param("", "\n", "", id="a blank line below"),
    ],
)
def test_one_of_two_blank_lines_goes_with_a_removed_member(above: str, below: str, expected: str) -> None:
    lines = [f'        E::{one} => show("{one.lower()}"),\n' for one in ("Start", "Stop", "Move")]
    body = f"{lines[0]}{above}{lines[1]}{below}{lines[2]}"
    members = "    Start,\n    Stop,\n    Move,\n"
    text = f"enum E {{\n{members}}}\n\nfn f(e: E) -> u8 {{\n    match e {{\n{body}    }}\n}}\n"
    removed = case(text, "    Stop,", "", path="a.rs")
    [found] = run(removed, "member-removed")
    assert found.partition("\n@")[2].partition("\n")[2] == f"-{lines[1].rstrip()}{expected}"


SIGNS = "".join(f"    {one},\n" for one in ("Number(f64)", "Plus", "Minus", "Star"))
SHOWN = """fn show(s: Sign) -> &str {
    match s {
        Sign::Number(_) => number(),
        Sign::Plus => "+",
        Sign::Minus => "-",
        Sign::Star => "*",
    }
}

"""


def parsed(written: str, signs: str = "-*", expected: str = "") -> RuleCase:
    """The enum of Rust gets the member Caret, and one function an arm for it; the other one reads members."""
    arms = f"""        '+' => Some(Sign::Plus),
        '{signs[0]}' => Some(Sign::Minus),
        '{signs[1]}' => Some(Sign::Star),
"""
    text = f"enum Sign {{\n{SIGNS}}}\n\n{SHOWN}fn read(c: char) -> Option<Sign> {{\n    match c {{\n{arms}"
    star = '        Sign::Star => "*",'
    edits = (("    Star,", "    Star,\n    Caret,"), (star, f"{star}\n        Sign::Caret => {written},"))
    found = [f"a.rs\n@23\n+        {expected},"] if expected else []
    return RuleCase({"a.rs": f"{text}        _ => None,\n    }}\n}}\n"}, edits, found)


PARSED = {
    "the string of the arm": parsed('"^"', expected="'^' => Some(Sign::Caret)"),
    "no string in the arm": parsed("caret()"),
    "two strings in the arm": parsed('join("^", "x")'),
    "other signs in the other function": parsed('"^"', signs="_x"),
}


@pytest.mark.parametrize("name", PARSED)
def test_the_string_that_the_user_wrote_for_a_member_in_another_list(name: str) -> None:
    assert run(PARSED[name], "member-added", kinds=("edit",)) == PARSED[name].expected

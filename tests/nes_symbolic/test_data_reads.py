"""The keys of records in files of data: what code that names the file reads follows."""

import pytest

from nes_symbolic.rule_harness import RuleHarness

LIST = '[\n  {\n    "name": "Elm",\n    "height": 3\n  },\n  {\n    "name": "Ash",\n    "height": 4\n  }\n]\n'


def changed_lines(path: str, text: str, old: str, new: str, files: dict[str, str]) -> list[str]:
    """Return the lines that the candidates write in other texts, in their order."""
    harness = RuleHarness()
    for name, one in files.items():
        harness.put(name, one)
    harness.put(path, text)
    harness.edit(path, old, new)
    known = {line for one in (text, new, *files.values()) for line in one.split("\n")}
    made = [harness.after(one) for one in harness.ask(path) if one.family == "key-reference"]
    return [line.strip() for one in made for line in one.split("\n") if line not in known]


def reads(head: str, line: str, path: str = "src/a.js", text: str = LIST) -> list[str]:
    old = next(one for one in text.split("\n") if "height" in one)
    return changed_lines(
        "data/trees.json", text, old, old.replace("height", "size"), {path: f"{head}\n{line}\n"}
    )


IMPORT = 'import trees from "../data/trees.json";'


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("show(trees[0].height, a?.height);", "show(trees[0].size, a?.size);"),
        ('show(trees[0]["height"]);', 'show(trees[0]["size"]);'),
        ("show(trees.map((one) => one.height));", "show(trees.map((one) => one.size));"),
        ("show(`${one.height} m`);", "show(`${one.size} m`);"),
        ("const { name, height } = one;", "const { name, size: height } = one;"),
        ("const { height: tall, name } = one;", "const { size: tall, name } = one;"),
        (
            "trees.map(({ name, height }) => name + height);",
            "trees.map(({ name, size: height }) => name + height);",
        ),
        ("for (const one of trees) show(one.height);", "for (const one of trees) show(one.size);"),
        ("show([...trees].sort((a, b) => b.height));", "show([...trees].sort((a, b) => b.size));"),
        ("const one = trees.find(f);\nshow(one.height);", "show(one.size);"),
        ("const [one] = trees;\nshow(one.height);", "show(one.size);"),
        ("let one;\none = trees[0];\nshow(one.height);", "show(one.size);"),
        ("const one = { ...trees[0] };\nshow(one.height);", "show(one.size);"),
        ("function f(one) {\n  return one.height;\n}\nf(trees[0]);", "return one.size;"),
        (
            "const f = (one) => {\n  return one.height;\n};\nf(trees[0]);",
            "return one.size;",
        ),
        ("function f(a, b) {\n  return b.name + b.height;\n}\nf(trees[0], x());", "return b.name + b.size;"),
        ("function f({ height }) {\n}\nf(trees[0]);", "function f({ size: height }) {"),
        (
            'const all = JSON.parse(fs.readFileSync("trees.json"));\nshow(all[0].height);',
            "show(all[0].size);",
        ),
    ],
)
def test_a_key_is_read(line: str, expected: str) -> None:
    assert reads(IMPORT, line) == [expected]


@pytest.mark.parametrize(
    "line",
    [
        "show(this.height);",
        "show(window.height);",
        "show(one.box.height);",
        "show(one.height());",
        "show(one.heights);",
        'show("the height of it: one.height");',
        "const height = 3;",
        "const box = { height };",
        "show({ height: 3 });",
        'import { a } from "./b";\nshow(a.height);',
        "function f(props) {\n  const { height } = props;\n}",
        "function f({ height }) {\n}",
        "function f(one) {\n  return one.height;\n}\nf(box);\nconst box = {};",
        "function f(a, b) {\n  return b.box + b.height;\n}\nf(trees[0], x());",
        "const one = find(trees[0].name);\nshow(one.height);",
        "const box = measure();\nshow(box.height);",
        "boxes().map((one) => one.height);",
        "for (const one of boxes()) show(one.height);",
        "const { box } = trees[0];\nshow(box.height);",
        "show((await load()).height);",
    ],
)
def test_the_same_word_is_something_else(line: str) -> None:
    assert reads(IMPORT, line) == []


def test_a_text_that_does_not_name_the_file() -> None:
    assert reads('import trees from "../data/other-trees.json";', "show(trees[0].height);") == []
    assert reads("", "show(trees[0].height);") == []
    assert reads('const trees = require("../data/trees");', "show(trees[0].height);") == [
        "show(trees[0].size);"
    ]


@pytest.mark.parametrize(
    ("declared", "is_read"),
    [
        ("interface Tree {\n  name: string;\n  height: number;\n}\n", True),
        ("interface Tree {\n  width: number;\n  height: number;\n}\n", False),
        ('import { Tree } from "./tree";\n', False),
    ],
)
def test_a_parameter_with_a_type(declared: str, *, is_read: bool) -> None:
    for annotation in ("Tree", "readonly Tree[]"):
        one = "one[0]" if annotation != "Tree" else "one"
        line = f"{declared}function f(one: {annotation}) {{\n  return {one}.height;\n}}\nf(trees[0]);"
        assert (f"return {one}.size;" in reads(IMPORT, line, "src/a.ts")) is is_read


@pytest.mark.parametrize(
    ("head", "line", "is_read"),
    [
        ('trees = json.loads(open("trees.json").read())', 'show(trees[0]["height"])', True),
        ('with open("trees.json") as file:\n    trees = json.load(file)', 'show(trees[0]["height"])', True),
        ('FILE = "trees.json"\ntrees = load(FILE)', 'x = [one["height"] for one in trees]', True),
        ('trees = load("trees.json")', 'x = sorted(trees, key=lambda one: one["height"])', True),
        ('trees = load("trees.json")', 'for one in trees:\n    show(one.get("height"))', True),
        ('trees = load("trees.json")\nbox = Box()', 'show(box["height"])', False),
        ('trees = load("trees.json")', 'def f(box):\n    show(box["height"])', False),
        ('trees = load("trees.json")\nbox = make(trees)', 'show(box["height"])', False),
        ("# trees.json", 'for one in boxes():\n    show(one["height"])', False),
    ],
)
def test_what_leads_to_the_file_in_python(head: str, line: str, *, is_read: bool) -> None:
    assert bool(reads(head, line, "a.py")) is is_read


def test_python_reads_items() -> None:
    head = 'trees = json.loads(Path("data/trees.json").read_text())'
    assert reads(head, 'show(one["height"], one.get("height"), one.height)', "a.py") == [
        'show(one["size"], one.get("size"), one.height)'
    ]


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ("interface Tree {\n  name: string;\n  height: number;\n}", ["size: number;"]),
        ("type Tree = {\n  height?: number;\n  name: string;\n}", ["size?: number;"]),
        ("interface Box {\n  width: number;\n  height: number;\n}", []),
        ("const tree = {\n  name: 1,\n  height: 2,\n}", []),
    ],
)
def test_a_type_of_records(declared: str, expected: list[str]) -> None:
    assert reads(IMPORT, declared, "a.ts") == expected


def test_a_name_that_code_cannot_write() -> None:
    text = LIST.replace("height", "size-m")
    old = '    "size-m": 3'
    files = {"a.js": f'{IMPORT}\nshow(one["size-m"]);\n'}
    assert changed_lines("data/trees.json", text, old, '    "size-cm": 3', files) == ['show(one["size-cm"]);']
    files = {"a.js": f"{IMPORT}\nshow(one.height);\n"}
    assert changed_lines("data/trees.json", LIST, '    "height": 3', '    "size-m": 3', files) == []


@pytest.mark.parametrize(
    ("text", "is_record"),
    [
        pytest.param(LIST, True, id="a-list"),
        pytest.param('{\n  "name": "Elm",\n  "height": 3\n}\n', True, id="the-file"),
        pytest.param('{\n  "trees": [\n    {\n      "height": 3\n    }\n  ]\n}\n', True, id="a-list-inside"),
        pytest.param('{\n  "box": {\n    "height": 3\n  }\n}\n', False, id="a-mapping"),
        pytest.param(
            LIST.replace("3", '3,\n    "box": {\n      "height": 3\n    }'), False, id="two-mappings"
        ),
    ],
)
def test_keys_of_records(text: str, is_record: bool) -> None:
    assert bool(reads(IMPORT, "show(one.height);", text=text)) == is_record


@pytest.mark.parametrize(
    ("text", "is_record"),
    [
        ("- name: Elm\n  height: 3\n", True),
        ("trees:\n  - height: 3\n    name: Elm\n", True),
        ("trees:\n  height: 3\n", False),
        ("height: 3\n", False),
    ],
)
def test_keys_of_yaml(text: str, is_record: bool) -> None:
    old = next(one for one in text.split("\n") if "height" in one)
    files = {"a.js": 'const trees = load("data/trees.yaml");\nshow(one.height);\n'}
    made = changed_lines("data/trees.yaml", text, old, old.replace("height", "size"), files)
    assert bool(made) == is_record

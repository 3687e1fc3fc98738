"""The next line of a row: what differs between its lines is known, or nothing is suggested."""

import pytest

from nes_completion.completion_place import situation_of
from understudy.nes.completion.limits import MAX_ROW_LINES
from understudy.nes.completion.sibling_lines import row_rest
from understudy.nes.completion.sibling_lines.name_relations import related_name
from understudy.nes.completion.texts import find_place


def rests(text: str, name: str) -> list[str]:
    place = find_place(situation_of(text, uri=f"file:///project/{name}"))
    assert place is not None
    return list(row_rest(place))


OUNCES = (
    "def a(n, u):\n    if u == 'oz':\n        return n * OUNCE\n    if u == 'lb':\n        return n * POUND\n"
)
KILOS = "    if u == 'kg':\n        return n * KILO\n"
BACK = OUNCES.replace("a(", "b(").replace("*", "/")
ATOI = """h, err := strconv.Atoi(parts[0])
if err != nil {
	return errBad
}
m, err := strconv.Atoi(parts[1])
if err != nil {
	return errBad
}
"""
SECONDS = "rr := strconv.Atoi(parts[2])"
CHECK = "\nif err != nil {\n\treturn errBad\n}"
FIELDS = "struct s {\n\tchar *user;\n\tchar *host;\n\tchar *token;\n};\n"
FREE = "void f(struct s *s)\n{\n\tfree(s->user);\n\tfree(s->host);\n"
SIDES = (
    "enum Side { Left, Right, Top, Bottom }\nmatch self {\n"
    "    Left => Right,\n    Right => Left,\n    Top => Bottom,\n"
)
PORTS = 'case "http":\n\treturn 80, HTTP\ncase "smtp":\n\treturn 80, SMTP\n'
IMPORTS = 'import { A } from "./ui/A";\nimport { B } from "./ui/B";\n'
KEYS = "const x = {\n  a: read(o.a),\n  b: read(o.b),\n  c: read(o.c),\n"
COLUMNS = "\tname:  name,\n\tmails: mails,\n\tage:   age,\n"
WINDS = (
    "enum D { North, East, South, West }\n"
    '    ("n", "north") => North,\n    ("e", "east") => East,\n    ("s", "south") => South,\n'
)
FLOATS = """lat, err := parse(f[1], 64)
if err != nil {
	return wrap("latitude: %w", err)
}
|
alt, err := parse(f[3], 64)
if err != nil {
	return wrap("altitude: %w", err)
}
"""


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        pytest.param(
            "a.py",
            f"{OUNCES}{KILOS}\n{BACK}    if u == 'kg':\n        re|",
            ["turn n / KILO"],
            id="another row pairs the names",
        ),
        pytest.param("a.py", f"{OUNCES}\n{BACK}    if u == 'kg':\n        re|", [], id="no row has the key"),
        pytest.param(
            "a.py",
            f"{OUNCES}{KILOS}{KILOS.replace('KILO', 'TON')}\n{BACK}    if u == 'kg':\n        re|",
            [],
            id="two names for the key",
        ),
        pytest.param("a.go", f"{ATOI}s, e|", [SECONDS, SECONDS + CHECK], id="the lines that follow"),
        pytest.param("a.go", f"{ATOI}s, e|{CHECK}", [SECONDS], id="the lines that follow are there"),
        pytest.param("a.go", f"{ATOI.replace('[1]', '[3]')}s, e|", [], id="a step that is not one"),
        pytest.param(
            "a.go",
            f"{ATOI.replace('errBad', 'errH', 1)}s, e|",
            [SECONDS],
            id="lines that differ without a reason",
        ),
        pytest.param("a.go", f"{ATOI}h, e|", [], id="a line that the row has"),
        pytest.param("a.go", f"{ATOI}s, ok|", [], id="another word"),
        pytest.param("a.go", f"{ATOI}s, err = |", [], id="another sign"),
        pytest.param("a.go", f"{ATOI}\t// s, e|", [], id="a comment"),
        pytest.param("a.go", "x\n" * MAX_ROW_LINES + ATOI + "\ns, e|", [], id="another paragraph"),
        pytest.param("a.c", f"{FIELDS}{FREE}\tfr|", ["ee(s->token);"], id="the next member of a list"),
        pytest.param("a.c", f"{FIELDS}{FREE.replace('user', 'port')}\tfr|", [], id="another order"),
        pytest.param(
            "a.c",
            FIELDS.replace("{", "{\n\tchar *name;") + f"{FREE}\tfr|",
            [],
            id="a row that does not begin with the list",
        ),
        pytest.param(
            "a.c",
            FIELDS.replace("{", "{\n\tchar *name;") + f"{FREE}\tfree(s->to|",
            ["ken);"],
            id="the name of a list is begun",
        ),
        pytest.param("a.c", f"{FIELDS}{FREE}\tfree(s->pa|", [], id="the name of no list is begun"),
        pytest.param("a.rs", f"{SIDES}    Bo|", ["ttom => Top,"], id="two sides"),
        pytest.param(
            "a.rs", f"{SIDES.replace('Right => Left', 'Right => Top')}    Bottom =|", [], id="no sides"
        ),
        pytest.param("a.rs", f'{WINDS}    ("w", |', ['"west") => West,'], id="the first letter of a name"),
        pytest.param("a.rs", f'{WINDS}    ("x", |', [], id="another first letter"),
        pytest.param("a.go", f'{PORTS}case "imap":\n\tre|', [], id="a name that no text has"),
        pytest.param(
            "a.go", f'var IMAP = 1\n{PORTS}case "imap":\n\tre|', ["turn 80, IMAP"], id="in capitals"
        ),
        pytest.param("a.ts", f"{IMPORTS}import {{ C }} fr|", ['om "./ui/C";'], id="a name in a string"),
        pytest.param("a.ts", f"{IMPORTS}import type C fr|", [], id="a line of another form"),
        pytest.param("a.ts", f"{KEYS}  d|", [], id="half a name"),
        pytest.param("a.ts", f"{KEYS}  d:|", [" read(o.d),"], id="a member that three lines show"),
        pytest.param("a.ts", f"{KEYS}  a:|", [], id="the same key again"),
        pytest.param("a.go", f"city()\n{COLUMNS}\tcity:|", ["  city,"], id="columns"),
        pytest.param(
            "a.go", f"address()\n{COLUMNS}\taddress:|", [" address,"], id="a name beyond the columns"
        ),
        pytest.param(
            "a.ts",
            'is(a.x, "set", "x");\nis(a.y, "set", "y");\nis(a.z|',
            [],
            id="a string that two lines share",
        ),
        pytest.param(
            "a.ts",
            'z();\nis(a.w, "set", "w");\nis(a.x, "set", "x");\nis(a.y, "set", "y");\nis(a.z,|',
            [' "set", "z");'],
            id="a string that three lines share",
        ),
        pytest.param("a.py", "f(b)\nf(b)\na = 1\nb = 1\nc|", [], id="nothing follows from the name"),
        pytest.param("a.ts", "s.a = r.a;\ns.b = r.b;\nr|", [], id="a name that every line has elsewhere"),
        pytest.param(
            "a.py",
            f"{'a' * 80}\ndef f(x):\n"
            + "".join(f"    {one * 20} = x.{one * 20} or {'y' * 30}\n" for one in "abc")
            + f"    {'d' * 30} =|",
            [],
            id="a line that is too long",
        ),
        pytest.param(
            "a.go",
            FLOATS.replace("|", "lon, e|"),
            [
                "rr := parse(f[2], 64)",
                'rr := parse(f[2], 64)\nif err != nil {\n\treturn wrap("longitude: %w", err)\n}',
            ],
            id="between two lines",
        ),
        pytest.param(
            "a.go", FLOATS.replace("|", "xyz, e|"), ["rr := parse(f[2], 64)"], id="no word of a pair"
        ),
    ],
)
def test_the_next_line_of_a_row(name: str, text: str, expected: list[str]) -> None:
    assert rests(text, name) == expected


@pytest.mark.parametrize(
    ("sources", "source", "results", "expected"),
    [
        pytest.param(["a", "b"], "c", ["a", "b"], "c", id="the same name"),
        pytest.param(["red", "blue"], "sky", ["RED_LIGHT", "BLUE_LIGHT"], "SKY_LIGHT", id="capitals"),
        pytest.param(["setName", "setSize"], "setLineCount", ["name", "size"], "lineCount", id="a part"),
        pytest.param(["a_x", "b_x"], "line_count_x", ["getA", "getB"], "getLineCount", id="camel case"),
        pytest.param(["Red", "Blue"], "DarkSky", ["red", "blue"], "darkSky", id="small letters"),
        pytest.param(["red", "blue"], "dark_sky", ["isRed", "isBlue"], "isDarkSky", id="a capital"),
        pytest.param(["red", "blue"], "sky", ["RED", "Blue"], None, id="two ways of spelling"),
        pytest.param(["red", "blue"], "sky", ["old_red", "new_blue"], None, id="other parts"),
        pytest.param(["red", "blue"], "sky", ["red", "green"], None, id="another name"),
        pytest.param(["red", "blue"], "sky", ["red_red", "blue_blue"], None, id="a name twice"),
        pytest.param(["set_a", "set_b"], "set", ["a", "b"], None, id="nothing of its own"),
    ],
)
def test_a_name_that_follows_from_another_one(
    sources: list[str], source: str, results: list[str], expected: str | None
) -> None:
    assert related_name(sources, source, results) == expected

"""The entry of a new field that the user wrote in one literal is proposed in the others."""

from contextlib import closing

import pytest

from nes_symbolic.scenes import Scene

RUST = """
pub struct Flag {
    pub name: &'static str,
    pub doc: &'static str,
    pub kind: Kind,
}

fn all() -> Vec<Flag> {
    let first = Flag {
        name: "first",
        doc: "a positional",
        kind: Kind::Positional(vec![]),
    };
    let second = Flag {
        name: "second",
        doc: "a switch",
        kind: Kind::Switch,
    };
    vec![first, second]
}
"""
GO = """
package flags

type Flag struct {
	Name string
	Doc  string
	Kind Kind
}

func all() []Flag {
	first := Flag{
		Name: "first",
		Doc:  "a positional",
		Kind: positional(1),
	}
	second := Flag{
		Name: "second",
		Doc:  "a switch",
		Kind: Switch,
	}
	return []Flag{first, second}
}
"""
CASES = {
    "Rust": (
        "a.rs",
        RUST,
        ("    pub doc: &'static str,\n", "    pub doc: &'static str,\n    pub hidden: bool,\n"),
        ('doc: "a positional",\n', 'doc: "a positional",\n        hidden: false,\n'),
        'doc: "a switch",\n        hidden: false,\n',
    ),
    "Go, with its alignment": (
        "a.go",
        GO,
        ("\tDoc  string\n", "\tDoc  string\n\tHide bool\n"),
        ('Doc:  "a positional",\n', 'Doc:  "a positional",\n\t\tHide: true,\n'),
        'Doc:  "a switch",\n\t\tHide: true,\n',
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_entry_that_the_user_wrote_follows_in_the_other_literals(name: str) -> None:
    path, text, declared, written, expected = CASES[name]
    with closing(Scene(path, text)) as scene:
        scene.edit(*declared)
        scene.edit(*written)
        suggestion = scene.ask()
        assert suggestion is not None, scene.account()
        assert scene.accept(suggestion)
        assert expected in scene.text, scene.account()


def test_a_value_that_is_made_of_a_literal_is_not_for_a_list_that_is_read_from_something() -> None:
    text = (
        "interface User {\n  name: string;\n  mail: string;\n}\n\n"
        "const ann: User = {\n  name: 'Ann',\n  mail: 'a@b.c',\n};\n\n"
        "const read = (row: Row): User => ({\n  name: String(row.name),\n  mail: row.mail.trim(),\n});\n"
    )
    with closing(Scene("a.ts", text)) as scene:
        scene.edit("  mail: string;\n", "  mail: string;\n  since: Date;\n")
        scene.edit("  mail: 'a@b.c',\n", "  mail: 'a@b.c',\n  since: new Date('2024-01-01'),\n")
        scene.silent()


def test_a_name_that_becomes_blank_is_not_renamed() -> None:
    text = (
        "fn f(all: &All) -> Sel {\n    let (sel, glob) = all.get(0);\n    Sel { sel: sel, which: glob }\n}\n"
    )
    with closing(Scene("a.rs", text)) as scene:
        scene.edit("let (sel, glob) =", "let (sel, _) =")
        suggestion = scene.ask()
        assert suggestion is None or scene.accept(suggestion)
        assert "which: _" not in scene.text, scene.account()


SHAPES_RS = """pub struct Plain {
    pat: Glob,
    re: Regex,
}

pub struct Strategic {
    strategy: Kind,
    pat: Glob,
    re: Regex,
}

impl Glob {
    fn plain(&self) -> Plain {
        Plain { pat: self.clone(), re: self.re() }
    }

    fn strategic(&self) -> Strategic {
        Strategic { strategy: self.kind(), pat: self.clone(), re: self.re() }
    }
}
"""
SHAPES_GO = """package glob

type Plain struct {
	Pat string
	Re  *Regexp
}

type Strategic struct {
	Kind int
	Pat  string
	Re   *Regexp
}

var all = list(
	Plain{Pat: "a", Re: re},
	Strategic{Kind: 1, Pat: "a", Re: re},
)
"""


@pytest.mark.parametrize(
    ("path", "text", "field", "literals"),
    [
        (
            "a.rs",
            SHAPES_RS,
            "    strategy: Kind,\n    pat: Glob,\n",
            {
                "Plain { pat: self.clone(), re: self.re() }",
                "Strategic { strategy: self.kind(), re: self.re() }",
            },
        ),
        (
            "a.go",
            SHAPES_GO,
            "\tKind int\n\tPat  string\n",
            {'Plain{Pat: "a", Re: re}', "Strategic{Kind: 1, Re: re}"},
        ),
    ],
)
def test_a_removed_field_goes_from_the_literals_of_its_own_type(
    path: str, text: str, field: str, literals: set[str]
) -> None:
    first, _ = field.splitlines(keepends=True)
    with closing(Scene(path, text)) as scene:
        scene.edit(field, first)
        while (suggestion := scene.ask()) is not None:
            assert scene.accept(suggestion)
        assert {literal for literal in literals if literal in scene.text} == literals, scene.account()


@pytest.mark.parametrize(
    ("uses", "expected"),
    [
        ("        return self.name and (self.debug or self.reload)", None),
        ("        return join(self.debug, self.reload)", None),
        ('        return all_of(self, ["debug", "reload"])', '        return all_of(self, ["reload"])'),
        (
            "        return join(self.name, self.debug, self.reload)",
            "        return join(self.name, self.reload)",
        ),
    ],
)
def test_a_removed_field_is_no_operand_of_two(uses: str, expected: str | None) -> None:
    text = (
        "from dataclasses import dataclass\n\n\n@dataclass\nclass Config:\n    name: bool\n    debug: bool\n"
        f"    reload: bool\n\n    def check(self) -> bool:\n{uses}\n"
    )
    with closing(Scene("config.py", text)) as scene:
        scene.edit("    debug: bool\n", "")
        scene.accept_all()
        assert (expected or uses) in scene.text, scene.account()


def test_a_removed_field_goes_from_a_literal_of_another_type_that_takes_it() -> None:
    text = """package app

type Config struct {
\tHost string
\tIdle int
\tPort int
}

func (c *Config) transport() http.Transport {
\treturn http.Transport{
\t\tHost: c.Host,
\t\tIdle: c.Idle,
\t\tPort: c.Port,
\t}
}
"""
    with closing(Scene("a.go", text)) as scene:
        scene.edit("\tIdle int\n", "")
        scene.accept_all()
        assert "c.Idle" not in scene.text, scene.account()

"""The record of one language: everything the repository knows about it, as plain data.

Regular expressions are strings here, so that importing a language compiles nothing; the code that applies one
compiles it (see `compile_pattern`). Not an algorithm: parsing, masking and the rules are in `understudy.nes`.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal, NamedTuple

__all__ = [
    "NAME_GROUP",
    "QUOTED_STRINGS",
    "SLASH_BLOCK_COMMENT",
    "FunctionSyntax",
    "Grammar",
    "ImportStyle",
    "ImportSyntax",
    "Language",
    "MemberSyntax",
    "SharedSuffix",
    "compile_pattern",
    "names_by_module",
]

NAME_GROUP: Final = r"(?P<name>[A-Za-z_$][\w$]*)"
QUOTED_STRINGS: Final = (r"'(?:\\.|[^'\\\n])*'", r"\"(?:\\.|[^\"\\\n])*\"")
SLASH_BLOCK_COMMENT: Final = (r"/\*", r"\*/")

ImportSyntax = Literal[
    "from_import", "es_module", "use_path", "go_block", "dotted_path", "using_alias", "use_backslash"
]
"""How import statements are written. A language names the syntax; `understudy.nes` has a reader for each.

`from_import`: Python. `es_module`: `import`/`require` of JavaScript. `use_path`: Rust. `go_block`: Go.
`dotted_path`: one `import a.b.Name;` per name, as in Java. `using_alias`: C#. `use_backslash`: PHP.
"""


@lru_cache(maxsize=512)
def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Compile a regular expression of a language record on first use."""
    return re.compile(pattern)


class Grammar(NamedTuple):
    """A tree-sitter grammar by name: nothing is imported before the first parse."""

    name: str
    module: str
    """The Python module of its wheel."""
    masked_nodes: str
    """The tree-sitter query that captures comments and the insides of strings as `@b`."""
    function: str = "language"
    """The function of the module that returns the grammar."""


class FunctionSyntax(NamedTuple):
    """How functions, their parameters and their calls are written."""

    header: str
    """Matches up to and including the bracket that opens the parameters. Groups: `name`, or `variable`, `member`
    or `method` where those forms need further checks; `receiver` for a receiver before the name."""
    parameter: str
    """Matches one parameter. Group 1: the marker of a variadic parameter; group 2: the name."""
    keyword: str = ""
    """The word that begins a definition of a function, as a regular expression; empty where there is none."""
    constructors: tuple[str, ...] = ()
    """Functions that are called by the name of their type."""
    owner_in_header: str = ""
    """Matches a header that names the owning type; group 1 is the type."""
    has_angle_brackets: bool = False
    """Whether `<` and `>` are brackets in types."""
    is_keyword_optional: bool = False
    """Whether a header needs no keyword, so that `if (` looks like one."""
    requires_body: bool = False
    """Whether only a `{`, or nothing, after the parameters makes it a definition."""
    keyword_sign: str = ""
    """What stands between the name and the value of an argument; empty where calls do not name their arguments."""
    has_parameter_separators: bool = False
    """Whether `*` and `/` separate parameters."""
    empty_parameter: str = ""
    """The word that stands for no parameters."""
    optional_suffix: str = ""
    """The sign behind the name of an optional parameter."""
    has_fixed_arity: bool = False
    """Whether a call has exactly as many arguments as the function has parameters."""
    ignores_extra_arguments: bool = False
    is_module_scoped: bool = False
    """Whether a method is called on a receiver, and a function of another file has to be imported by name."""
    has_untyped_parameters: bool = False
    """Whether a bare name is a complete parameter."""


class MemberSyntax(NamedTuple):
    """How fields and methods of types are written."""

    definition: str
    """Matches the line that defines a member. Groups: `name`, or `field`."""
    owner: str
    """Matches the line that begins a type; the first group that matched is its name."""
    common: str = ""
    """Members that types of the language and its libraries have, in lower case; empty for the usual ones."""
    has_literals: bool = False
    """Whether literals of a type name its fields: `Owner { field: value }`."""
    has_complete_literals: bool = False
    """Whether such a literal has to name every field, and `field` alone stands for `field: field`."""
    empty_values: str = ""
    """The value that a new field of a type has mostly, such as `Option = None`; one type in a line."""
    is_qualified_by_packages: bool = False
    """Whether `name.member` is a member of a package if `name` is imported."""

    def empty_value(self, type_text: str) -> str:
        """Return the empty value of a type such as `Option<String>`; an empty text if there is none."""
        name = type_text.partition("<")[0].strip()
        pairs = (line.partition(" = ") for line in self.empty_values.splitlines())
        return next((value for one, _, value in pairs if one == name and "<" in type_text), "")


def names_by_module(listing: str) -> dict[str, str]:
    """Read lines with a module, a colon and names of it; return the module of each name."""
    lines = (line.partition(" : ") for line in listing.strip().splitlines())
    return {name: module.strip() for module, _, names in lines for name in names.split()}


class ImportStyle(NamedTuple):
    """How imports are written, and what they can bring."""

    syntax: ImportSyntax
    member_separator: str = "."
    """Between a module and one of its names in code."""
    known_modules: Mapping[str, str] = {}
    """Modules that are meant when their name stands before a dot: the name, and what is imported for it."""
    known_names: Mapping[str, str] = {}
    """Names that hardly mean anything else, and the module that they are imported from."""
    optional_modules: tuple[str, ...] = ()
    """Modules of `known_names` that only some projects have: a text imports from them if it does so already."""
    optional_names: Mapping[str, str] = {}
    """Names that other modules have, too: a text imports them if it imports names of that module already."""
    exported_definition: str = ""
    """Matches the line that defines an importable `{name}`; empty if the file's path does not name its module."""
    index_files: tuple[str, ...] = ()
    """Stems of files that stand for their folder."""
    reexport_files: tuple[str, ...] = ()
    """Files whose imports are there for others."""
    export_list: str = ""
    """The variable that lists the exported names."""
    has_globs: bool = False
    """Whether a statement may import names without listing them."""
    is_indented: bool = False
    """Whether statements stand indented in a block."""
    is_qualified: bool = False
    """Whether an imported thing is always used with a dot behind its module."""
    implicit_names: str = ""
    """Imported names that compiled code uses without writing them."""
    implicit_traits: str = ""
    """Imported names that may be in use although they are not written."""
    implicit_trait_suffixes: tuple[str, ...] = ()


class SharedSuffix(NamedTuple):
    """A suffix that files of another language have, too: what a text has only in that language."""

    suffix: str
    pattern: str
    language_id: str


class Language(NamedTuple):
    """One language. Only `id` is required: every other fact enables the code that needs it."""

    id: str
    """The `languageId` that editors send."""
    suffixes: tuple[str, ...] = ()
    """Suffixes of file names, without the dot, in lower case."""
    file_names: tuple[str, ...] = ()
    """Whole names of files, in lower case."""
    fence: str = ""
    """The name behind a Markdown fence, if it is not the id."""
    fence_suffixes: tuple[str, ...] = ()
    """Suffixes that only a Markdown fence takes for this language; editors give them no id, or another."""
    fence_file_names: tuple[str, ...] = ()
    family: str = "other"
    """Languages of one family share their syntax as far as the rules are concerned. `other` has no rules."""
    import_group: str = ""
    """The id of the language whose files can be imported, if it is not its own."""
    grammar: Grammar | None = None
    line_comment: str = ""
    """Matches the sign that begins a comment up to the end of the line."""
    block_comment: tuple[str, str] | None = None
    """Match the two signs around a comment."""
    strings: tuple[str, ...] = ()
    """Match a whole string literal, with one character of quotes at both ends."""
    builtin_names: str = ""
    """Keywords and names that need no definition, separated by space."""
    definition_keywords: str = ""
    """Words right before a name that is defined, separated by space."""
    label_after_name: str = ""
    """Matches behind a name that is a key, a field or a label there, and not a use of the name."""
    label_exception_before: str = ""
    """Matches before a name that is a use in spite of `label_after_name`."""
    has_snake_case: bool = False
    """Whether functions and variables are written `in_snake_case`."""
    has_colon_blocks: bool = False
    """Whether a colon ends the head of a block."""
    unused_name_prefix: str = ""
    """The prefix that marks a variable as unused on purpose."""
    functions: FunctionSyntax | None = None
    members: MemberSyntax | None = None
    imports: ImportStyle | None = None
    shared_suffix: SharedSuffix | None = None

    @property
    def fence_name(self) -> str:
        return self.fence or self.id

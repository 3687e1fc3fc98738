"""C, C++ and the languages that include their headers."""

from typing import Final

from understudy.languages.language import (
    NAME_GROUP,
    QUOTED_STRINGS,
    SLASH_BLOCK_COMMENT,
    FunctionSyntax,
    Grammar,
    Language,
)

__all__ = ["LANGUAGES"]

_C: Final = Language(
    "c",
    suffixes=("c", "h"),
    family="c",
    grammar=Grammar(
        "c", "tree_sitter_c", "(comment) @b (string_content) @b (char_literal) @b (system_lib_string) @b"
    ),
    line_comment="//",
    block_comment=SLASH_BLOCK_COMMENT,
    strings=QUOTED_STRINGS,
    definition_keywords="define enum struct union",
    functions=FunctionSyntax(
        header=rf"\A(?:[\w:*&<>]+\s+)*[\w:*&<>]+[\s*&]+(?:\w+::)?{NAME_GROUP}\s*\(",
        parameter=r"().*?([A-Za-z_]\w*)\s*(?:\[\w*\])*\Z",
        has_angle_brackets=True,
        is_keyword_optional=True,
        requires_body=True,
        empty_parameter="void",
        has_fixed_arity=True,
    ),
)

LANGUAGES: Final = (
    _C,
    _C._replace(
        id="cpp",
        suffixes=("cc", "cpp", "cxx", "hh", "hpp", "hxx"),
        import_group="c",
        grammar=Grammar(
            "cpp",
            "tree_sitter_cpp",
            "(comment) @b (string_content) @b (char_literal) @b (raw_string_literal) @b (system_lib_string) @b",
        ),
        definition_keywords="class define enum namespace struct union",
    ),
    Language("objective-c", import_group="c"),
    Language("cuda-cpp", import_group="c"),
)

"""C, C++ and the languages that include their headers."""

from typing import Final

from understudy.languages.language import (
    NAME_GROUP,
    QUOTED_STRINGS,
    SLASH_BLOCK_COMMENT,
    FunctionSyntax,
    Grammar,
    Language,
    SharedSuffix,
)

__all__ = ["LANGUAGES"]

_CPP_LINE: Final = r"""(?mx)
      ^[ \t]*(?:public|private|protected)[ \t]*:
    | ^[ \t]*(?:inline[ \t]+)?namespace(?:[ \t]+[\w:]+)?[ \t]*(?:\{|$)
    | ^[ \t]*template[ \t]*<
    | ^[ \t]*(?:enum[ \t]+)?class[ \t]+\w[\w \t]*(?:[:{;]|$)
    | ^[ \t]*using[ \t]+(?:namespace[ \t]+)?[\w:]+[ \t]*[=;]
    | ^[ \t]*virtual[ \t]
    | ^[ \t]*\#[ \t]*include[ \t]*<[a-z_]+>
    | ^[^/*\n]*\bstd::\w
"""
"""Matches in a header that is written in C++, and not in C."""

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
    has_snake_case=True,
    functions=FunctionSyntax(
        header=rf"\A(?:[\w:*&<>]+\s+)*[\w:*&<>]+[\s*&]+(?:\w+::)?{NAME_GROUP}\s*\(",
        parameter=r"().*?([A-Za-z_]\w*)\s*(?:\[\w*\])*\Z",
        has_angle_brackets=True,
        is_keyword_optional=True,
        requires_body=True,
        empty_parameter="void",
        has_fixed_arity=True,
    ),
    shared_suffix=SharedSuffix(".h", _CPP_LINE, "cpp"),
)

_CPP_FUNCTIONS: Final = FunctionSyntax(
    header=rf"\A\s*(?!(?:return|else|throw|new|delete|co_\w+)\b)(?:[\w:*&<>]+\s+)*[\w:*&<>]+[\s*&]+"
    rf"(?:\w+::)?{NAME_GROUP}\s*\(",
    parameter=r"().*?([A-Za-z_]\w*)\s*(?:\[\w*\])*(?=\s*(?:=|\Z))",
    has_angle_brackets=True,
    is_keyword_optional=True,
    requires_body=True,
    empty_parameter="void",
)
"""As in C, but a method is indented in its class, and a parameter may have a default."""

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
        has_snake_case=True,
        functions=_CPP_FUNCTIONS,
        shared_suffix=None,
    ),
    Language("objective-c", import_group="c"),
    Language("cuda-cpp", import_group="c"),
)

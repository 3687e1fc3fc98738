"""Ruby."""

from typing import Final

from understudy.languages.language import NAME_GROUP, QUOTED_STRINGS, FunctionSyntax, Grammar, Language

__all__ = ["LANGUAGES"]

LANGUAGES: Final = (
    Language(
        "ruby",
        suffixes=("rb",),
        file_names=("gemfile", "rakefile"),
        family="ruby",
        grammar=Grammar("ruby", "tree_sitter_ruby", "(comment) @b (string_content) @b (regex) @b"),
        line_comment=r"#(?=[^\n{])",  # `#{` is an interpolation
        strings=QUOTED_STRINGS,
        definition_keywords="class def module",
        has_snake_case=True,
        functions=FunctionSyntax(
            header=rf"\bdef\s+(?:self\.)?{NAME_GROUP}[?!]?\(",
            parameter=r"(\*{0,2}|&)([a-z_]\w*)",
            keyword="def",
            keyword_sign=": ",
        ),
    ),
)

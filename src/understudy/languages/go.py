"""Go."""

from typing import Final

from understudy.languages.language import (
    NAME_GROUP,
    QUOTED_STRINGS,
    SLASH_BLOCK_COMMENT,
    FunctionSyntax,
    Grammar,
    ImportStyle,
    Language,
    MemberSyntax,
)

__all__ = ["LANGUAGES"]

_BUILTIN_NAMES: Final = """
    break case chan const continue default defer else fallthrough for func go goto if import interface map
    package range return select struct switch type var append cap clear close complex copy delete imag len
    make max min new panic print println real recover bool byte comparable complex64 complex128 error
    float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr any
    true false iota nil
"""
_STANDARD_PACKAGES: Final = """
    bufio bytes context crypto/sha256 encoding/base64 encoding/binary encoding/hex encoding/json
    encoding/xml errors flag fmt html io io/ioutil log math math/big mime net net/http net/url os os/exec
    os/signal path path/filepath reflect regexp runtime sort strconv strings sync sync/atomic syscall
    testing time unicode unicode/utf8 net/http/httptest slices maps
"""
_COMMON_MEMBERS: Final = """
    add close do done err error get len less lock name next read run scan set start stop string swap type
    unlock value wait write
"""

LANGUAGES: Final = (
    Language(
        "go",
        suffixes=("go",),
        family="go",
        grammar=Grammar(
            "go",
            "tree_sitter_go",
            "(comment) @b (interpreted_string_literal_content) @b (raw_string_literal_content) @b"
            " (rune_literal) @b",
        ),
        line_comment="//",
        block_comment=SLASH_BLOCK_COMMENT,
        strings=(*QUOTED_STRINGS, r"`[^`]*`"),
        builtin_names=_BUILTIN_NAMES,
        definition_keywords="const func type var",
        functions=FunctionSyntax(
            header=rf"\Afunc\s+(?P<receiver>\([^)]*\)\s*)?{NAME_GROUP}\s*(?:\[[^\]]*\])?\(",
            parameter=r"()([A-Za-z_]\w*)",
            keyword="func",
            owner_in_header=r"func\s+\(\w*\s*\*?(\w+)",
            has_fixed_arity=True,
        ),
        members=MemberSyntax(
            definition=(
                rf"func \([^)]*\)\s+{NAME_GROUP}\s*[(\[]|\s+(?P<field>[A-Za-z_$][\w$]*)(?:\s+[\w*\[.]|\()"
            ),
            owner=r"type\s+(\w+)(?:\[[^\]]*\])?\s+(?:struct|interface)\b",
            common=_COMMON_MEMBERS,
            has_literals=True,
            is_qualified_by_packages=True,
        ),
        imports=ImportStyle(
            "go_block",
            known_modules={path.rpartition("/")[2]: path for path in _STANDARD_PACKAGES.split()},
            is_indented=True,
            is_qualified=True,
        ),
    ),
)

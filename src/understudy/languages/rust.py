"""Rust."""

from typing import Final

from understudy.languages.language import (
    NAME_GROUP,
    SLASH_BLOCK_COMMENT,
    FunctionSyntax,
    Grammar,
    ImportStyle,
    Language,
    MemberSyntax,
    names_by_module,
)

__all__ = ["LANGUAGES"]

_BUILTIN_NAMES: Final = """
    as async await break const continue crate dyn else enum extern false fn for if impl in let loop match
    mod move mut pub ref return self Self static struct super trait true type union unsafe use where while
    bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize Box Option Some None Result
    Ok Err String Vec Clone Copy Send Sync Sized Drop Fn FnMut FnOnce Default PartialEq Eq PartialOrd Ord
    Iterator IntoIterator Extend From Into AsRef AsMut ToOwned ToString DoubleEndedIterator
    ExactSizeIterator TryFrom TryInto FromIterator Debug Hash drop std core alloc assert assert_eq
    assert_ne panic println print eprintln eprint format vec write writeln todo unimplemented unreachable
    matches include_str include_bytes env concat cfg dbg derive test allow deny warn doc inline
"""
_TRAITS: Final = """
    Write Read BufRead Seek FromStr Hash Hasher Borrow BorrowMut Deref DerefMut AsRef AsMut Iterator
    IntoIterator FromIterator Extend Error Display Debug Any TryFrom TryInto From Into ToOwned ToString
    Future Stream
"""
_MODIFIERS: Final = r"(?:(?:pub(?:\([^)]*\))?|static|async|const|unsafe|default)\s+)*"

_STANDARD_NAMES: Final = names_by_module(
    """
    std::cell : RefCell
    std::collections : BTreeMap BTreeSet BinaryHeap HashMap HashSet VecDeque
    std::path : Path PathBuf
    std::rc : Rc
    std::sync : Arc Mutex OnceLock RwLock
    std::time : Duration Instant
    """
)

LANGUAGES: Final = (
    Language(
        "rust",
        suffixes=("rs",),
        family="rust",
        grammar=Grammar(
            "rust",
            "tree_sitter_rust",
            "(line_comment) @b (block_comment) @b (string_content) @b (char_literal) @b",
        ),
        line_comment="//",
        block_comment=SLASH_BLOCK_COMMENT,
        strings=(
            r"r(?P<hash>\#+)\"[\s\S]*?(?:\"(?P=hash)|\Z)",
            r"\"(?:\\[\s\S]|[^\"\\])*\"",
            r"'(?:\\[^\n]{1,9}|[^'\\\n])'",
        ),
        builtin_names=_BUILTIN_NAMES,
        definition_keywords="const enum fn let macro_rules! mod static struct trait type union",
        has_snake_case=True,
        label_after_name=r"\s*(?::(?!:)|!)",
        unused_name_prefix="_",
        functions=FunctionSyntax(
            header=rf"\bfn\s+{NAME_GROUP}\s*(?:<[^(]*>)?\(",
            parameter=r"()(?:mut\s+)?([a-z_]\w*)\s*:",
            keyword="fn",
            constructors=("new",),
            has_angle_brackets=True,
            has_fixed_arity=True,
        ),
        members=MemberSyntax(
            definition=rf"\s+{_MODIFIERS}(?:fn\s+{NAME_GROUP}\s*[(<]|(?P<field>[A-Za-z_$][\w$]*)\s*:(?!:))",
            owner=r".*?\b(?:struct|trait)\s+(\w+)|\s*(?:unsafe\s+)?impl(?:<[^>]*>)?\s+(?:.*\s+for\s+)?(\w+)",
            has_literals=True,
            has_complete_literals=True,
            empty_values="Option = None\nVec = Vec::new()",
        ),
        imports=ImportStyle(
            "use_path",
            member_separator="::",
            known_names=_STANDARD_NAMES,
            index_files=("mod", "lib"),
            has_globs=True,
            implicit_traits=_TRAITS,
            implicit_trait_suffixes=("Ext", "Trait", "able"),
        ),
    ),
)

"""Java, and the languages of its virtual machine that import from it."""

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
    names_by_module,
)

__all__ = ["LANGUAGES"]

_BUILTIN_NAMES: Final = """
    abstract assert boolean break byte case catch char class const continue default do double else enum
    extends final finally float for goto if implements import instanceof int interface long native new
    package private protected public return short static strictfp super switch synchronized this throw
    throws transient try void volatile while var record sealed permits yield true false null String Object
    Integer Long Double Boolean Character Byte Short Float Number Math System Thread Runnable Exception
    RuntimeException Error Throwable Override Deprecated Iterable Comparable CharSequence StringBuilder
    Class Void Enum Record SuppressWarnings FunctionalInterface IllegalArgumentException
    IllegalStateException NullPointerException UnsupportedOperationException
"""
_MODIFIERS: Final = r"(?:(?:public|private|protected|static|abstract|final|const|default|synchronized)\s+)*"

_STANDARD_NAMES: Final = names_by_module(
    """
    java.io : File IOException InputStream OutputStream UncheckedIOException
    java.math : BigDecimal BigInteger
    java.nio.file : Files Path Paths
    java.time : Duration Instant LocalDate LocalDateTime ZonedDateTime
    java.util : ArrayDeque ArrayList Arrays Collection Collections Comparator Deque EnumMap EnumSet HashMap \
HashSet Iterator LinkedHashMap LinkedHashSet List Map Objects Optional Set TreeMap UUID
    java.util.concurrent : CompletableFuture ConcurrentHashMap ExecutorService Executors TimeUnit
    java.util.concurrent.atomic : AtomicBoolean AtomicInteger AtomicLong AtomicReference
    java.util.function : BiFunction Consumer Function Predicate Supplier
    java.util.stream : Collectors IntStream Stream
    """
)

LANGUAGES: Final = (
    Language(
        "java",
        suffixes=("java",),
        family="java",
        grammar=Grammar(
            "java",
            "tree_sitter_java",
            "(line_comment) @b (block_comment) @b (string_fragment) @b (character_literal) @b",
        ),
        line_comment="//",
        block_comment=SLASH_BLOCK_COMMENT,
        strings=(r'"""[\s\S]*?(?:"""|\Z)', *QUOTED_STRINGS),
        builtin_names=_BUILTIN_NAMES,
        definition_keywords="class enum interface record",
        functions=FunctionSyntax(
            header=rf"\A\s+(?:(?:[\w.]+(?:<[^(=]*>)?(?:\[\])*)\s+)+{NAME_GROUP}\s*\(|\A\s+(?P<member>[A-Z]\w*)\s*\(",
            parameter=r"().*?([A-Za-z_]\w*)\s*(?:\[\])?\Z",
            has_angle_brackets=True,
            is_keyword_optional=True,
            requires_body=True,
            has_fixed_arity=True,
        ),
        members=MemberSyntax(
            definition=rf"\s+{_MODIFIERS}(?:[\w.<>\[\]?]+\s+)+{NAME_GROUP}\s*[(;=]",
            owner=r".*\b(?:class|interface|record|enum)\s+(\w+)",
        ),
        imports=ImportStyle("dotted_path", known_names=_STANDARD_NAMES, has_globs=True),
    ),
    Language("groovy", suffixes=("gradle", "groovy"), import_group="java"),
    Language(
        "kotlin",
        suffixes=("kt", "kts"),
        import_group="java",
        definition_keywords="class fun interface object typealias val var",
    ),
    Language(
        "scala",
        suffixes=("scala",),
        import_group="java",
        definition_keywords="class def object trait type val var",
    ),
)

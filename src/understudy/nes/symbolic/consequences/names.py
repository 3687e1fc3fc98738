"""Names that the languages know by themselves, and modules that everybody knows. Words only, no rules.

A name in the ways people write it: `user_id`, `userId`, `UserId`, `USER_ID`, `user-id`.
"""

import builtins
import keyword
import re
from functools import lru_cache
from typing import Final

from understudy.nes.syntax import LanguageFamily

__all__ = [
    "GO_PACKAGES",
    "PYTHON_MODULES",
    "case_variants",
    "is_builtin_name",
    "is_common_member",
    "name_words",
]

_SCRIPT_NAMES: Final = """
    abstract any arguments array as async await bigint boolean break case catch class const constructor
    continue console debugger declare default delete do document else enum export extends false finally
    for from function get global globalThis if implements import in infer instanceof interface is keyof
    let module namespace never new null number object of package private process protected public readonly
    require return satisfies set static string super switch symbol this throw true try type typeof
    undefined unique unknown var void while window with yield Array ArrayBuffer BigInt Boolean Buffer
    DataView Date Error EvalError Function Infinity JSON Map Math NaN Number Object Promise Proxy
    RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError URL
    URLSearchParams Uint8Array WeakMap WeakSet Record Partial Pick Omit Readonly Required Exclude Extract
    NonNullable ReturnType Parameters Awaited AbortController AbortSignal FormData Headers Request
    Response Blob File TextDecoder TextEncoder clearInterval clearTimeout setInterval setTimeout
    setImmediate queueMicrotask fetch parseInt parseFloat isNaN isFinite encodeURIComponent
    decodeURIComponent encodeURI decodeURI structuredClone describe it test expect before after beforeEach
    afterEach beforeAll afterAll jest vi exports __dirname __filename alert self Intl HTMLElement Event
    Element Node localStorage sessionStorage navigator location performance crypto
"""
_RUST_NAMES: Final = """
    as async await break const continue crate dyn else enum extern false fn for if impl in let loop match
    mod move mut pub ref return self Self static struct super trait true type union unsafe use where while
    bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize Box Option Some None Result
    Ok Err String Vec Clone Copy Send Sync Sized Drop Fn FnMut FnOnce Default PartialEq Eq PartialOrd Ord
    Iterator IntoIterator Extend From Into AsRef AsMut ToOwned ToString DoubleEndedIterator
    ExactSizeIterator TryFrom TryInto FromIterator Debug Hash drop std core alloc assert assert_eq
    assert_ne panic println print eprintln eprint format vec write writeln todo unimplemented unreachable
    matches include_str include_bytes env concat cfg dbg derive test allow deny warn doc inline
"""
_GO_NAMES: Final = """
    break case chan const continue default defer else fallthrough for func go goto if import interface map
    package range return select struct switch type var append cap clear close complex copy delete imag len
    make max min new panic print println real recover bool byte comparable complex64 complex128 error
    float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr any
    true false iota nil
"""
_JAVA_NAMES: Final = """
    abstract assert boolean break byte case catch char class const continue default do double else enum
    extends final finally float for goto if implements import instanceof int interface long native new
    package private protected public return short static strictfp super switch synchronized this throw
    throws transient try void volatile while var record sealed permits yield true false null String Object
    Integer Long Double Boolean Character Byte Short Float Number Math System Thread Runnable Exception
    RuntimeException Error Throwable Override Deprecated Iterable Comparable CharSequence StringBuilder
    Class Void Enum Record SuppressWarnings FunctionalInterface IllegalArgumentException
    IllegalStateException NullPointerException UnsupportedOperationException
"""
_PYTHON_MODULE_NAMES: Final = """
    abc argparse ast asyncio base64 bisect collections contextlib copy csv dataclasses datetime enum
    functools glob gzip hashlib heapq html http importlib inspect io itertools json logging math mimetypes
    operator os pathlib pickle platform pprint queue random re shlex shutil signal socket sqlite3 ssl stat
    string struct subprocess sys tempfile textwrap threading time traceback types typing unittest urllib
    uuid warnings weakref zipfile zlib
"""
_GO_PACKAGE_PATHS: Final = """
    bufio bytes context crypto/sha256 encoding/base64 encoding/binary encoding/hex encoding/json
    encoding/xml errors flag fmt html io io/ioutil log math math/big mime net net/http net/url os os/exec
    os/signal path path/filepath reflect regexp runtime sort strconv strings sync sync/atomic syscall
    testing time unicode unicode/utf8 net/http/httptest slices maps
"""
_COMMON_MEMBER_NAMES: Final = """
    add all any append at call clear clone close contains copy count delete each entries equals every error
    filter find first flush foreach get has hash indexof insert is_empty iter join keys last len length lock
    map match name next parse pop push put read reduce remove replace reset reverse run set size slice some
    sort split start stop string test then to_string tostring trim type unlock unwrap update value values
    wait write
"""
_COMMON_GO_MEMBER_NAMES: Final = """
    add close do done err error get len less lock name next read run scan set start stop string swap type
    unlock value wait write
"""
_COMMON_MEMBERS: Final = frozenset(_COMMON_MEMBER_NAMES.split())
_COMMON_GO_MEMBERS: Final = frozenset(_COMMON_GO_MEMBER_NAMES.split())
_BUILTIN_NAMES: Final[dict[LanguageFamily, frozenset[str]]] = {
    "python": frozenset(
        {*keyword.kwlist, *keyword.softkwlist, *dir(builtins), "self", "cls", "__file__", "__all__", "mcs"}
    ),
    "script": frozenset(_SCRIPT_NAMES.split()),
    "rust": frozenset(_RUST_NAMES.split()),
    "go": frozenset(_GO_NAMES.split()),
    "java": frozenset(_JAVA_NAMES.split()),
}
PYTHON_MODULES: Final = frozenset(_PYTHON_MODULE_NAMES.split())
"""Modules that are meant when their name stands before a dot."""
GO_PACKAGES: Final = {path.rpartition("/")[2]: path for path in _GO_PACKAGE_PATHS.split()}
"""Packages by the name that stands before the dot."""


def is_builtin_name(language_family: LanguageFamily, name: str) -> bool:
    """Whether the language itself knows the name."""
    return name in _BUILTIN_NAMES.get(language_family, ())


def is_common_member(language_family: LanguageFamily, member: str) -> bool:
    """Whether types of the language and its libraries have members of that name. Go's plain values have none."""
    return member.lower() in (_COMMON_GO_MEMBERS if language_family == "go" else _COMMON_MEMBERS)


_NAME_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


@lru_cache(maxsize=256)
def _case_forms(name: str) -> tuple[str, ...]:
    parts = [part.lower() for part in _NAME_WORD.findall(name)]
    if not parts:
        return (name,)
    capital = [part.capitalize() for part in parts]
    return (
        "_".join(parts),
        parts[0] + "".join(capital[1:]),
        "".join(capital),
        "_".join(parts).upper(),
        "-".join(parts),
    )


def name_words(name: str) -> frozenset[str]:
    """The words of a name, in small letters."""
    return frozenset(part.lower() for part in _NAME_WORD.findall(name))


def case_variants(old: str, new: str) -> dict[str, str]:
    """Each way to write the old name, with the new name written the same way.

    Ways that look alike for the old name and not for the new one are left out: nobody can tell which is meant.
    """
    pairs: dict[str, str] = {}
    doubtful: set[str] = set()
    for left, right in zip(_case_forms(old), _case_forms(new), strict=False):
        if pairs.setdefault(left, right) != right:
            doubtful.add(left)
    pairs = {left: right for left, right in pairs.items() if left not in doubtful}
    pairs[old] = new
    return pairs

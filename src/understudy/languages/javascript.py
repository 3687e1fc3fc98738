"""JavaScript and TypeScript, with and without JSX, and the component languages that import from them."""

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
_MASKED_NODES: Final = "(comment) @b (string_fragment) @b (regex) @b"
_MODIFIERS: Final = (
    r"(?:(?:public|private|protected|static|async|readonly|override|abstract|const|get|set|default|declare)"
    r"\s+)*"
)

_LIBRARY_NAMES: Final = names_by_module(
    """
    react : Suspense createContext forwardRef lazy memo useCallback useContext useDeferredValue useEffect useId \
useImperativeHandle useLayoutEffect useMemo useReducer useRef useState useSyncExternalStore useTransition
    vitest : afterAll afterEach beforeAll beforeEach describe expect it test vi
    fs/promises : access appendFile copyFile mkdir mkdtemp readFile readdir rename rm stat unlink writeFile
    fs : appendFileSync copyFileSync createReadStream createWriteStream existsSync mkdirSync readFileSync \
readdirSync renameSync rmSync statSync unlinkSync writeFileSync
    path : basename dirname extname isAbsolute join normalize relative resolve
    url : fileURLToPath pathToFileURL
    crypto : createHash createHmac randomBytes randomUUID timingSafeEqual
    """
)
_JAVASCRIPT: Final = Language(
    "javascript",
    suffixes=("js", "mjs", "cjs"),
    family="script",
    grammar=Grammar("javascript", "tree_sitter_javascript", f"{_MASKED_NODES} (jsx_text) @b"),
    line_comment="//",
    block_comment=SLASH_BLOCK_COMMENT,
    strings=(*QUOTED_STRINGS, r"`(?:\\.|[^`\\])*`"),
    builtin_names=_BUILTIN_NAMES,
    definition_keywords="class const function let var",
    label_after_name=r"\s*\??:(?!:)",
    functions=FunctionSyntax(
        header=(
            rf"\bfunction\*?\s+{NAME_GROUP}\s*(?:<[^(]*>)?\("
            r"|\b(?:const|let|var)\s+(?P<variable>[\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function\*?\s*)?(?:<[^(]*>)?\("
            r"|(?P<member>[\w$]+)\s*[:=]\s*(?:async\s+)?function\*?\s*[\w$]*\s*\("
            r"|\A\s+(?:(?:public|private|protected|static|async|override|readonly)\s+)*\*?(?P<method>[\w$]+)\s*(?:<[^(]*>)?\("
        ),
        parameter=r"(\.{0,3})(?:(?:public|private|protected|readonly)\s+)*([A-Za-z_$][\w$]*)",
        keyword="function",
        constructors=("constructor",),
        has_angle_brackets=True,
        is_keyword_optional=True,
        optional_suffix="?",
        ignores_extra_arguments=True,
        is_module_scoped=True,
        has_untyped_parameters=True,
    ),
    members=MemberSyntax(
        definition=rf"\s+{_MODIFIERS}[*#]?{NAME_GROUP}[?!]?\s*(?:<[^(]*>)?(?:\(.*[{{;]\s*\Z|[:=;](?!=))",
        owner=r".*\b(?:class|interface)\s+(\w+)|\s*(?:export\s+)?type\s+(\w+)[^=]*=\s*\{",
    ),
    imports=ImportStyle(
        "es_module",
        known_names=_LIBRARY_NAMES,
        optional_modules=("react", "vitest", "fs/promises", "fs", "path", "url", "crypto"),
        exported_definition=(
            r"export\s+(?:async\s+)?(?:function|class|const|let|type|interface|enum)\s+{name}\b"
        ),
        index_files=("index",),
        implicit_names="React jsx h Fragment",
    ),
)
_TYPESCRIPT: Final = _JAVASCRIPT._replace(
    id="typescript",
    suffixes=("ts", "mts", "cts"),
    import_group="javascript",
    grammar=Grammar("typescript", "tree_sitter_typescript", _MASKED_NODES, "language_typescript"),
    definition_keywords="class const enum function interface let namespace type var",
)

LANGUAGES: Final = (
    _JAVASCRIPT,
    _JAVASCRIPT._replace(id="javascriptreact", suffixes=("jsx",), fence="jsx", import_group="javascript"),
    _TYPESCRIPT,
    _TYPESCRIPT._replace(
        id="typescriptreact",
        suffixes=("tsx",),
        fence="tsx",
        grammar=Grammar("tsx", "tree_sitter_typescript", f"{_MASKED_NODES} (jsx_text) @b", "language_tsx"),
    ),
    Language("vue", suffixes=("vue",), import_group="javascript"),
    Language("svelte", suffixes=("svelte",), import_group="javascript"),
)

"""Python."""

import builtins
import keyword
from typing import Final

from understudy.languages.language import (
    NAME_GROUP,
    QUOTED_STRINGS,
    FunctionSyntax,
    Grammar,
    ImportStyle,
    Language,
    names_by_module,
)

__all__ = ["LANGUAGES"]

_STANDARD_MODULES: Final = """
    abc argparse ast asyncio base64 bisect collections contextlib copy csv dataclasses datetime enum
    functools glob gzip hashlib heapq html http importlib inspect io itertools json logging math mimetypes
    operator os pathlib pickle platform pprint queue random re shlex shutil signal socket sqlite3 ssl stat
    string struct subprocess sys tempfile textwrap threading time traceback types typing unittest urllib
    uuid warnings weakref zipfile zlib
"""

_STANDARD_NAMES: Final = names_by_module(
    """
    abc : ABC abstractmethod
    collections : Counter OrderedDict defaultdict deque namedtuple
    contextlib : asynccontextmanager contextmanager suppress
    dataclasses : dataclass
    datetime : timedelta
    decimal : Decimal
    enum : Enum IntEnum StrEnum
    functools : cached_property lru_cache partial wraps
    pathlib : Path
    types : SimpleNamespace
    typing : Any ClassVar Final Literal NamedTuple Optional Protocol TypedDict Union TYPE_CHECKING
    uuid : UUID uuid4
    """
)

_OPTIONAL_NAMES: Final = names_by_module(
    """
    collections.abc : AsyncIterator Awaitable Callable Iterable Iterator Mapping MutableMapping Sequence
    dataclasses : asdict field fields
    datetime : date datetime timezone tzinfo
    functools : cache reduce singledispatch total_ordering
    itertools : accumulate chain count cycle groupby islice pairwise product zip_longest
    typing : Annotated Generic NoReturn ParamSpec Self TypeAlias TypeVar cast overload
    unittest.mock : ANY AsyncMock MagicMock Mock call patch
    """
)

LANGUAGES: Final = (
    Language(
        "python",
        suffixes=("py", "pyi"),
        fence_suffixes=("pyw",),
        family="python",
        grammar=Grammar("python", "tree_sitter_python", "(comment) @b (string_content) @b"),
        line_comment="#",
        strings=(r"(?P<quote>'''|\"\"\")[\s\S]*?(?:(?P=quote)|\Z)", *QUOTED_STRINGS),
        builtin_names=" ".join(
            (
                *keyword.kwlist,
                *keyword.softkwlist,
                *dir(builtins),
                "self",
                "cls",
                "__file__",
                "__all__",
                "mcs",
            )
        ),
        definition_keywords="class def type",
        has_snake_case=True,
        label_after_name=r"\s*(?:=(?!=)|:(?!=))",
        # A type, or the end of the head of a block.
        label_exception_before=r"(?::|->|\b(?:except|if|in|case|elif|while|with|for))\s.*\Z",
        has_colon_blocks=True,
        functions=FunctionSyntax(
            header=rf"\bdef\s+{NAME_GROUP}\s*(?:\[[^\]]*\])?\(",
            parameter=r"(\*{0,2})([A-Za-z_]\w*)",
            keyword="def",
            constructors=("__init__", "__new__"),
            keyword_sign="=",
            has_parameter_separators=True,
            is_module_scoped=True,
            has_untyped_parameters=True,
        ),
        imports=ImportStyle(
            "from_import",
            known_modules={name: name for name in _STANDARD_MODULES.split()},
            known_names=_STANDARD_NAMES,
            optional_names=_OPTIONAL_NAMES,
            exported_definition=r"(?:(?:async )?def|class) {name}\b",
            index_files=("__init__",),
            reexport_files=("__init__.py", "conftest.py"),
            export_list="__all__",
            has_globs=True,
        ),
    ),
)

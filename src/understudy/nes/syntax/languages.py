"""Which language a text is in, as far as the rules care. Not a list of all languages: the others are `other`."""

from typing import Final, Literal

from understudy.nes.values import Page

__all__ = ["Family", "family", "grammar"]

Family = Literal["python", "script", "rust", "go", "java", "c", "ruby", "other"]

_FAMILIES: Final[dict[str, tuple[Family, str]]] = {
    "python": ("python", "python"),
    "javascript": ("script", "javascript"),
    "javascriptreact": ("script", "javascript"),
    "typescript": ("script", "typescript"),
    "typescriptreact": ("script", "tsx"),
    "rust": ("rust", "rust"),
    "go": ("go", "go"),
    "java": ("java", "java"),
    "c": ("c", "c"),
    "cpp": ("c", "cpp"),
    "ruby": ("ruby", "ruby"),
}
_SUFFIXES: Final = {
    "py": "python",
    "pyi": "python",
    "js": "javascript",
    "mjs": "javascript",
    "cjs": "javascript",
    "jsx": "javascriptreact",
    "ts": "typescript",
    "mts": "typescript",
    "cts": "typescript",
    "tsx": "typescriptreact",
    "rs": "rust",
    "go": "go",
    "java": "java",
    "c": "c",
    "h": "c",
    "cc": "cpp",
    "cpp": "cpp",
    "cxx": "cpp",
    "hpp": "cpp",
    "hh": "cpp",
    "rb": "ruby",
}


def _language(page: Page) -> str:
    if page.language in _FAMILIES:
        return page.language
    return _SUFFIXES.get(page.uri.rpartition(".")[2].lower(), "")


def family(page: Page) -> Family:
    known = _FAMILIES.get(_language(page))
    return known[0] if known else "other"


def grammar(page: Page) -> str:
    """The name of its tree-sitter grammar, or nothing."""
    known = _FAMILIES.get(_language(page))
    return known[1] if known else ""
